import type { World } from '../world'

/** The part of a message after its headers, which differ each time. */
const bodyOf = (source: string) =>
  source.slice(source.indexOf('\r\n\r\n')).replace(/--_NmP-[\w-]+|boundary="[^"]+"/g, '')

const subjectOf = (source: string) => /^Subject: (.*(?:\r\n .*)*)/m.exec(source)?.[1] ?? ''

/** Checks that nobody got the same message twice since the last time, and forgets the messages. */
export function wrongNotices(world: World): string[] {
  const seen = new Set<string>()
  const wrong: string[] = []
  for (const { to, source } of world.mails.splice(0)) {
    const key = `${to.join()} ${subjectOf(source)} ${bodyOf(source)}`
    if (seen.has(key)) wrong.push(`${to.join()} got ${subjectOf(source)} twice`)
    seen.add(key)
    for (const name of world.answers.erased) {
      if (source.includes(name)) wrong.push(`a message to ${to.join()} names ${name}, who was erased`)
    }
    const own = world.school.families.filter(({ email }) => to.includes(email))
    if (own.length === 0) continue
    const names = own.flatMap(({ person }) => person.names)
    for (const family of world.school.families) {
      const found = family.own.find((name) => source.includes(name) && !names.includes(name))
      if (found) wrong.push(`a message to ${to.join()} (${subjectOf(source)}) names ${found}`)
    }
  }
  return wrong
}
