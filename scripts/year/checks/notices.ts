import type { World } from '../world'

/** The part of a message after its headers, which differ each time. */
const bodyOf = (source: string) =>
  source.slice(source.indexOf('\r\n\r\n')).replace(/--_NmP-[\w-]+|boundary="[^"]+"/g, '')

/** Reads words of a header whose letters ASCII lacks, such as those of a Spanish subject. */
const decoded = (header: string) =>
  header.replace(/=\?UTF-8\?([QB])\?(.*?)\?=(?:\r\n (?==\?))?/gi, (_, how: string, text: string) =>
    how.toUpperCase() === 'B'
      ? Buffer.from(text, 'base64').toString()
      : decodeURIComponent(text.replaceAll('%', '%25').replaceAll('_', ' ').replaceAll('=', '%')),
  )

/** The subject, which a long one divides into lines. */
const subjectOf = (source: string) =>
  decoded(/^Subject: (.*(?:\r\n .*)*)/m.exec(source)?.[1] ?? '').replace(/\r\n(?= )/g, '')

/** The day that a subject names: a day that is closed, opened, and closed again is told of each time. */
const dayIn = (subject: string) => /\p{L}+, ([A-Z][a-z]{2} \d+,|\d+ \p{Ll}+) \d{4}/u.exec(subject)?.[0]

/**
 * Checks that nobody got the same message twice since the last time, with no other about that day in between, and forgets
 * the messages. One that a killed process may have sent, which nobody can know, goes out again, and the outbox says so.
 */
export async function wrongNotices(world: World): Promise<string[]> {
  const unsure = await world.rows<{ recipient: string; subject: string }>(
    'SELECT recipient, subject FROM email_outbox WHERE maybe_twice',
  )
  const seen = new Set<string>()
  /** The last message about a day, by who got it. */
  const last = new Map<string, string>()
  const wrong: string[] = []
  for (const { to, source } of world.mails.splice(0)) {
    const subject = subjectOf(source)
    const key = `${to.join()} ${subject} ${bodyOf(source)}`
    const about = `${to.join()} ${dayIn(subject)}`
    const isUnsure = unsure.some((row) => to.includes(row.recipient) && row.subject === subject)
    if (seen.has(key) && !isUnsure && (dayIn(subject) === undefined || last.get(about) === key))
      wrong.push(`${to.join()} got ${subject} twice`)
    seen.add(key)
    last.set(about, key)
    for (const name of world.answers.erased) {
      if (source.includes(name)) wrong.push(`a message to ${to.join()} names ${name}, who was erased`)
    }
    const own = world.school.families.filter(({ email }) => to.includes(email))
    if (own.length === 0) continue
    const names = own.flatMap(({ person }) => person.names)
    for (const family of world.school.families) {
      const found = family.own.find((name) => source.includes(name) && !names.includes(name))
      if (found) wrong.push(`a message to ${to.join()} (${subject}) names ${found}`)
    }
  }
  return wrong
}
