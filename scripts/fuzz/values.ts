import type { Chance } from './chance'

const MAX_A_NAME = 60
/** A password that no account has, so that it can be searched for in the log. */
export const PASSWORD = 'fuzz-Kq7-password'
export const CARD = '4242424242424242'

const DAYS = ['2026-11-24', '2026-12-01', '2026-12-25', '2027-01-31', '2027-02-28', '2020-02-29']
const TIMES = ['4:00 PM', '16:00', '9:30 AM', '11:45 PM', '00:00']
const PLAIN = ['Ann', 'Nora Ray', 'a', '1', '12.50', 'true', 'on', 'Group Lesson', 'all', 'next-month']

/** The values in the school's own answers, by their names, so that inputs refer to rows that exist. */
export class Values {
  readonly #byName = new Map<string, string[]>()

  /** Remembers every text and number of an answer. */
  learn(answer: unknown, name = ''): void {
    if (Array.isArray(answer)) for (const one of answer) this.learn(one, name)
    else if (typeof answer === 'object' && answer) {
      for (const [key, value] of Object.entries(answer)) this.learn(value, key)
    } else if (typeof answer === 'string' || typeof answer === 'number') {
      const known = this.#byName.get(name) ?? []
      const text = String(answer)
      if (known.length < MAX_A_NAME && text.length < 200 && !known.includes(text)) known.push(text)
      this.#byName.set(name, known)
    }
  }

  /** Returns a value that was seen under a name. */
  seen(chance: Chance, name: string): string | undefined {
    const known =
      this.#byName.get(name) ?? this.#byName.get(/(id|name|time|date)$/i.exec(name)?.[1]?.toLowerCase() ?? '')
    return known?.length ? chance.pick(known) : undefined
  }

  /** Returns a text that fits a field, as far as its name suggests. */
  textFor(chance: Chance, name: string): string {
    if (/password/i.test(name)) return PASSWORD
    if (/token/i.test(name)) return chance.pick(['t'.repeat(43), `ctoken_${chance.below(1e9)}`])
    if (/card|number/i.test(name)) return CARD
    if (/nonce/i.test(name)) return `n${chance.below(1e9)}`
    if (/email/i.test(name) && chance.in(0.7)) return `f${chance.below(1e9)}@fuzz.example`
    const seen = chance.in(0.75) ? this.seen(chance, name) : undefined
    if (seen !== undefined) return seen
    if (/date|week|day|from|until/i.test(name)) return chance.pick(DAYS)
    if (/month/i.test(name)) return chance.pick(['2026-11', '2026-12', '2027-01'])
    if (/year/i.test(name)) return chance.pick(['2026', '2025', '1970'])
    if (/time/i.test(name)) return chance.pick(TIMES)
    if (/phone/i.test(name)) return '555 010 2030'
    return chance.pick(PLAIN)
  }
}
