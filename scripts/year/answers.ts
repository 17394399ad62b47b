import type { School } from './model'
import { OFFICE_NOTE } from './names'
import type { Seen } from './person'

/** The school that is read about, and where what is wrong is noted. */
interface Known {
  school?: School
  violations: string[]
}

/** Reads every answer for names that are not for the one who reads them, and for faults. */
export class Answers {
  count = 0
  /** Names of those whose data was erased; a name that two had counts once both are gone. */
  readonly erased = new Set<string>()

  read({ who, what, status, text }: Seen, { school, violations }: Known): void {
    this.count++
    const found = (problem: string) => void violations.push(`${who.name}: ${what}: ${problem}`)
    if (status >= 500 && status !== 503) found(`${status} ${text.slice(0, 200)}`)
    for (const name of this.erased) if (text.includes(name)) found(`shows ${name}, who was erased`)
    if (who.role !== 'office' && text.includes(OFFICE_NOTE)) found('shows a note of the office')
    if (who.role !== 'family' || !school) return
    for (const family of school.families) {
      if (family.person === who) continue
      for (const name of family.own) {
        if (text.includes(name) && !who.names.includes(name)) found(`shows ${name} of another family`)
      }
    }
  }
}
