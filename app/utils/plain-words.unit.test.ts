import { expect, test } from 'vitest'
import { z } from 'zod'
import { besideField, whatIsWrong } from './plain-words'

const said = (schema: z.ZodType, input: unknown, error: typeof whatIsWrong = whatIsWrong) =>
  schema.safeParse(input, { error }).error?.issues[0]?.message

test.each([
  ['a missing text', z.string(), undefined, 'is missing'],
  ['a number for a text', z.string(), 1, 'must be text'],
  ['a text for a number', z.number(), '1', 'must be a number'],
  ['half a number', z.int(), 1.5, 'must be a whole number'],
  ['a text that is no number', z.coerce.number(), 'x', 'must be a number'],
  ['a text for a truth', z.boolean(), 'yes', 'must be true or false'],
  ['a text for a list', z.array(z.string()), 'x', 'must be a list'],
  ['a list for an object', z.object({}), [], 'must be an object'],
  ['a word of no list', z.enum(['a', 'b']), 'c', 'must be one of a, b'],
  ['another word', z.literal('csv'), 'pdf', 'must be csv'],
  ['a number too large', z.number().max(10), 11, 'must be at most 10'],
  ['a number too small', z.number().min(1), 0, 'must be at least 1'],
  ['zero', z.number().positive(), 0, 'must be more than 0'],
  ['a text too long', z.string().max(2), 'abc', 'must have at most 2 characters'],
  ['an empty text', z.string().min(1), '', 'must not be empty'],
  ['a list too long', z.array(z.int()).max(1), [1, 2], 'must have at most 1 entry'],
  ['a list of another length', z.array(z.int()).length(2), [1], 'must have exactly 2 entries'],
  ['an email address', z.email(), 'ann', 'must be an email address'],
  ['a day', z.iso.date(), 'soon', 'must be a day such as 2026-11-20'],
  ['a pattern', z.string().regex(/^a$/), 'b', 'is not valid'],
  ['an unknown key', z.strictObject({}), { b: 1 }, 'has nothing of the name b'],
  ['none of two', z.union([z.int(), z.boolean()]), 'x', 'is not valid'],
  ['a rule without a word', z.string().refine(() => false), 'x', 'is not valid'],
])('%s is explained in plain words', (_, schema, input, words) => {
  expect(said(schema, input)).toBe(words)
})

test('A schema’s own message takes precedence', () => {
  expect(said(z.string('Enter a name'), undefined)).toBe('Enter a name')
})

test.each([
  [undefined, 'Please fill this in'],
  [5, 'It must be text'],
  ['', 'It must not be empty'],
  ['b', 'Please check this'],
])('The message beside a form field for %j is a sentence', (input, words) => {
  expect(said(z.string().min(1).regex(/^a?$/), input, besideField)).toBe(words)
})
