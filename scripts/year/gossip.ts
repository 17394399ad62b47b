import type { Seen } from './person'
import type { World } from './world'

/** Listens to every answer for names that are not for the one who reads them, and for faults. */
export class Gossip {
  answers = 0
  /** Names of those whose data was erased; a name that two had counts once both are gone. */
  readonly erased = new Set<string>()

  hear({ who, what, status, text }: Seen, world: World): void {
    this.answers++
    const found = (problem: string) => void world.violations.push(`${who.name}: ${what}: ${problem}`)
    if (status >= 500 && status !== 503) found(`${status} ${text.slice(0, 200)}`)
    for (const name of this.erased) if (text.includes(name)) found(`shows ${name}, who was erased`)
    if (who.role !== 'family' || !world.school) return
    for (const family of world.school.families) {
      if (family.person === who) continue
      for (const name of family.own) {
        if (text.includes(name) && !who.names.includes(name)) found(`shows ${name} of another family`)
      }
    }
  }
}
