import type { z } from 'zod'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const FORMS: Record<string, string> = {
  email: 'an email address',
  date: 'a day such as 2026-11-20',
  datetime: 'an instant such as 2026-11-20T15:00:00.000Z',
}

/** Returns `1 rider` or `2 riders`, of a noun whose plural only adds an s. */
export const counted = (count: number | bigint, noun: string): string =>
  `${count} ${noun}${Number(count) === 1 ? '' : 's'}`

/** Describes the limit of a text or list in its units, or that of a number. */
function limit(origin: string, word: 'at least' | 'at most' | 'exactly', bound: number | bigint): string {
  if (origin === 'string') return `must have ${word} ${counted(bound, 'character')}`
  if (origin === 'array' || origin === 'set') return `must have ${word} ${bound === 1 ? '1 entry' : `${bound} entries`}`
  return `must be ${word} ${bound}`
}

/** Returns what is wrong with an input, to follow its name: `must be at most 10`. */
export function whatIsWrong(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${KINDS[issue.expected] ?? 'of another kind'}`
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'too_big':
      if (issue.exact) return limit(issue.origin, 'exactly', issue.maximum)
      return issue.inclusive === false
        ? `must be less than ${issue.maximum}`
        : limit(issue.origin, 'at most', issue.maximum)
    case 'too_small':
      if (issue.exact) return limit(issue.origin, 'exactly', issue.minimum)
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return 'must not be empty'
      return issue.inclusive === false
        ? `must be more than ${issue.minimum}`
        : limit(issue.origin, 'at least', issue.minimum)
    case 'invalid_format':
      return FORMS[issue.format] ? `must be ${FORMS[issue.format]}` : 'is not valid'
    case 'unrecognized_keys':
      return `has nothing of the name ${issue.keys.join(', ')}`
    default:
      return 'is not valid'
  }
}

/** Returns the message of a form field: it is shown beside the field, whose label is its name. */
export const besideField = (issue: Issue): string => {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'Please fill this in'
  const said = whatIsWrong(issue)
  return said === 'is not valid' ? 'Please check this' : `It ${said}`
}
