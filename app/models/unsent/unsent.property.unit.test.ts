import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answered, decided, judge, type Shown, type Trouble, tapped, trying, type Unsent, type Written } from './unsent'

// CI runs 700; `UNSENT_RUNS=200000` is the long form.
const RUNS = Number(process.env.UNSENT_RUNS ?? 700)
const RIDES = ['emma', 'tom']
const MARKS = ['scheduled', 'present', 'absent', 'makeup']
const PARTS = ['attendance', 'horseId'] as const

interface Line extends Written {
  /** The phone's user, or the desk. */
  by: string
  /** The value that it replaced. */
  over: Shown[keyof Shown]
  value: Shown[keyof Shown]
}

/** The school's data, which the desk changes at random. */
class School {
  readonly rides = new Map(RIDES.map((ride) => [ride, { attendance: 'scheduled', horseId: null } as Shown]))
  readonly log = new Map<string, Line[]>(RIDES.map((ride) => [ride, []]))
  /** Keys of changes that agreed with the ride anyway. */
  readonly agreed = new Set<string>()

  of(ride: string): Shown {
    const is = this.rides.get(ride)
    if (!is) throw new Error(ride)
    return is
  }

  write(by: string, ride: string, change: Partial<Shown>, key: string | null) {
    const is = this.of(ride)
    const next = { ...is, ...change }
    if (next.attendance === 'absent') next.horseId = null
    for (const part of PARTS) {
      if (is[part] !== next[part]) this.log.get(ride)?.push({ part, key, by, over: is[part], value: next[part] })
    }
    this.rides.set(ride, next)
  }

  take(by: string, sent: Unsent): Trouble | null {
    const is = this.of(sent.riderId)
    const judged = judge(sent, is, this.log.get(sent.riderId) ?? [])
    if (judged.verdict === 'clash') return { kind: 'changed', said: 'Someone', now: is, horse: null }
    if (judged.verdict === 'write') {
      const change: Partial<Shown> = Object.fromEntries(judged.parts.map((part) => [part, sent.want[part]]))
      const next = { ...is, ...change }
      if (next.attendance === 'absent' && change.horseId) return { kind: 'refused', said: 'Who is absent has no horse' }
      this.write(by, sent.riderId, change, sent.key)
    }
    if (
      judged.verdict === 'done' &&
      PARTS.every((part) => sent.base[part] === sent.want[part] || is[part] === sent.want[part])
    )
      this.agreed.add(sent.key)
    return null
  }
}

/** A phone in the barn, with the sheet that it has last read. */
class Phone {
  readonly queue = new Map<string, Unsent>()
  private readonly sheet = new Map<string, Shown>()
  /** Each value of a ride that the person has seen. */
  readonly seen = new Set<string>()
  private onTheWay: { sent: Unsent; trouble: Trouble | null }[] = []
  private keys = 0

  constructor(
    readonly who: string,
    private readonly school: School,
  ) {
    this.read()
  }

  private stamp = () => ({ key: `${this.who} ${++this.keys}`, at: '' })

  private see(ride: string, shown: Shown) {
    for (const part of PARTS) this.seen.add(`${ride} ${part} ${shown[part]}`)
  }

  read() {
    for (const ride of RIDES) {
      this.sheet.set(ride, this.school.of(ride))
      this.see(ride, this.school.of(ride))
    }
  }

  tap(ride: string, change: Partial<Shown>) {
    const shown = this.sheet.get(ride)
    if (!shown) return
    const about = {
      id: ride,
      userId: this.who,
      date: '',
      time: '',
      type: '',
      riderId: ride,
      name: ride,
      ...this.stamp(),
    }
    this.keep(ride, tapped(this.queue.get(ride), about, shown, change))
  }

  private keep(ride: string, kept: Unsent | null) {
    if (kept) this.queue.set(ride, kept)
    else this.queue.delete(ride)
  }

  send() {
    if (this.onTheWay.length > 0) return
    for (const kept of [...this.queue.values()].filter(({ trouble }) => !trouble)) {
      const sent = trying(kept)
      this.queue.set(kept.id, sent)
      this.onTheWay.push({ sent, trouble: this.school.take(this.who, sent) })
    }
  }

  hear(lost: boolean) {
    for (const { sent, trouble } of lost ? [] : this.onTheWay) {
      const kept = this.queue.get(sent.id)
      if (!kept) continue
      if (trouble?.kind === 'changed' && kept.key === sent.key) this.see(sent.riderId, trouble.now)
      this.keep(sent.id, answered(kept, sent.key, trouble))
    }
    const arrived = this.onTheWay.length > 0 && !lost
    this.onTheWay = []
    // The sheet is read again once its changes are sent.
    if (arrived && this.queue.size === 0) this.read()
  }

  decide(ride: string, mine: boolean) {
    const kept = this.queue.get(ride)
    if (kept?.trouble) this.keep(ride, decided(kept, mine, this.stamp()))
  }
}

const who = fc.constantFrom('ann', 'bob')
const ride = fc.constantFrom(...RIDES)
const change = fc.oneof(
  fc.record({ attendance: fc.constantFrom(...MARKS.slice(0, 3)) }),
  fc.record({ horseId: fc.constantFrom(null, 1, 2) }),
)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('tap' as const), who, ride, change }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('send' as const), who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('hear' as const), who, lost: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('decide' as const), who, ride, mine: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('desk' as const), ride, mark: fc.constantFrom(...MARKS, 1, 2) }),
  },
)

test(
  'With two people offline and a desk, no mark overwrites what its maker has not seen, none is written twice, and none is lost silently',
  () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const school = new School()
        const phones = { ann: new Phone('ann', school), bob: new Phone('bob', school) }
        const phoneOf = (name: string) => (name === 'ann' ? phones.ann : phones.bob)
        for (const one of steps) {
          const lines = [...school.log.values()].flat().length
          if (one.kind === 'desk') {
            const { mark } = one
            school.write('desk', one.ride, typeof mark === 'number' ? { horseId: mark } : { attendance: mark }, null)
            continue
          }
          const phone = phoneOf(one.who)
          const before = new Map(phone.queue)
          if (one.kind === 'tap') phone.tap(one.ride, one.change)
          if (one.kind === 'send') phone.send()
          if (one.kind === 'hear') phone.hear(one.lost)
          if (one.kind === 'decide') phone.decide(one.ride, one.mine)
          const written = [...school.log].flatMap(([at, log]) => log.map((line) => ({ at, ...line })))
          if (one.kind === 'send' && written.length > lines) {
            for (const { at, by, part, over } of written.filter(({ key }) => key !== null)) {
              const own = written.some((line) => line.at === at && line.by === by && line.value === over)
              expect(phoneOf(by).seen.has(`${at} ${part} ${over}`) || own).toBe(true)
            }
          }
          // What leaves the queue by itself was written, or agrees with the school.
          if (one.kind !== 'hear') continue
          for (const [id, kept] of before) {
            if (phone.queue.has(id)) continue
            const log = school.log.get(id) ?? []
            const isWritten = log.some(({ key }) => key !== null && (key === kept.key || kept.tried.includes(key)))
            expect(isWritten || school.agreed.has(kept.key)).toBe(true)
          }
        }
        // The signal is back for both, and each decides: they come to an end, and the school has what was written last.
        for (let round = 0; round < 12; round++) {
          for (const phone of [phones.ann, phones.bob]) {
            phone.hear(false)
            for (const id of RIDES) phone.decide(id, round % 2 === 0)
            phone.send()
            phone.hear(false)
          }
        }
        expect([phones.ann.queue.size, phones.bob.queue.size]).toEqual([0, 0])
        for (const [at, log] of school.log) {
          for (const part of PARTS) {
            const lines = log.filter((line) => line.part === part)
            expect(school.of(at)[part]).toEqual(lines.at(-1)?.value ?? (part === 'horseId' ? null : 'scheduled'))
            const keys = lines.flatMap(({ key }) => key ?? [])
            expect(new Set(keys).size).toBe(keys.length)
          }
        }
      }),
      { numRuns: RUNS, verbose: 1 },
    )
  },
  RUNS * 100,
)
