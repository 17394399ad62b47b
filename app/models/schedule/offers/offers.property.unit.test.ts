import fc from 'fast-check'
import { expect, test } from 'vitest'
import { take } from '~/models/schedule/places/take'
import { type Book, lessonAt, lessonsOf } from '~/models/schedule/snapshot/book'
import { seatsIn } from '~/models/schedule/snapshot/seats'
import { freePlaces } from '~/models/schedule/vocabulary/free'
import { Refused } from '~/platform/refused'
import { MemoryWeek } from '../../../../test/week/memory'
import { DATES, RIDERS, type Step, sequences, TYPES } from '../../../../test/week/steps'
import { type OfferRow, planOffers, type WaitingRow } from './offers'

const LIMITS = new Map(TYPES.map((type) => [type, 2]))
const now = { date: '2027-02-01', time: '12:00' }
const FAMILIES = [...RIDERS, 'eve', 'flo', 'gus']

const wait = fc.record({
  riderId: fc.constantFrom(...FAMILIES),
  date: fc.constantFrom(...DATES),
  time: fc.constantFrom('09:00', '09:30', '10:00', '11:00'),
  type: fc.constantFrom(...TYPES),
  weekly: fc.boolean(),
})
const then = fc.record({
  wait: fc.option(wait),
  take: fc.option(fc.record({ rider: fc.constantFrom(...FAMILIES), pick: fc.nat(20) })),
  expires: fc.nat(3),
})

/** The waitlists of a weekday as the database stores them, over a week that changes at random. */
class Lines {
  waiting: WaitingRow[] = []
  offers: (OfferRow & { expired: boolean })[] = []
  private next = 1

  held(week: Book): Book {
    const held = this.offers.flatMap(({ id, waitingId, date }) => {
      const one = this.waiting.find((row) => row.id === waitingId)
      return one ? [{ id, date, time: one.time, type: one.type, weekly: one.weekly }] : []
    })
    return { ...week, capacities: LIMITS, held }
  }

  follow(week: Book): void {
    const plan = planOffers(this.held(week), this.waiting, this.offers, { today: now.date, inTime: () => true })
    const over = this.offers.filter(({ id }) => plan.expire.includes(id)).map(({ waitingId }) => waitingId)
    const closed = new Set([...plan.close.map(({ id }) => id), ...over])
    this.offers = this.offers.filter(({ id }) => !plan.expire.includes(id) && !plan.withdraw.includes(id))
    this.waiting = this.waiting.filter(({ id }) => !closed.has(id))
    for (const { waitingId, date } of plan.open) this.offers.push({ id: this.next++, waitingId, date, expired: false })
  }

  join(row: Omit<WaitingRow, 'id' | 'position'>): void {
    const id = this.next++
    this.waiting.push({ ...row, id, position: id })
  }
}

/** Returns violations: more held than there are places, or two open offers of one entry. */
function whatIsWrong(book: Book, lines: Lines): string[] {
  const wrong = DATES.flatMap((date) =>
    lessonsOf(book, date).flatMap((lesson) => {
      const { capacity, riding, held } = seatsIn(book, lesson)
      return capacity !== null && held > 0 && riding + held > capacity
        ? [`${date} ${lesson.time}: ${riding} and ${held}`]
        : []
    }),
  )
  const entries = lines.offers.map(({ waitingId }) => waitingId)
  if (new Set(entries).size < entries.length) wrong.push('two offers for one who waits')
  return wrong
}

const runs = Number(process.env.WAITLIST_RUNS ?? 40)

test('Whatever changes, held places and riders never exceed the places, and no family takes more', () => {
  fc.assert(
    fc.property(sequences, fc.array(then, { minLength: 24, maxLength: 24 }), (steps: Step[], after) => {
      const week = new MemoryWeek()
      const lines = new Lines()
      for (const [i, step] of steps.entries()) {
        week.awaited = lines.waiting
        week.take(step)
        lines.follow(week.book())
        const { wait: joins, take: taking, expires } = after[i] ?? {}
        if (joins) lines.join(joins)
        if (expires === 0 && lines.offers[0]) lines.offers[0].expired = true
        lines.follow(week.book())
        const book = lines.held(week.book())
        expect(whatIsWrong(book, lines)).toEqual([])
        if (taking) familyTakes(book, taking)
      }
    }),
    { numRuns: runs },
  )
})

/** Checks that a place that a family gets was free, and is taken then. */
function familyTakes(book: Book, { rider, pick }: { rider: string; pick: number }): void {
  const lessons = DATES.flatMap((date) => lessonsOf(book, date))
  const slot = lessons[pick % Math.max(1, lessons.length)]
  if (!slot) return
  // A rider with a record in another lesson at that time is refused for it by the week.
  if (book.records.some((ride) => ride.riderId === rider && ride.date === slot.date && ride.time === slot.time)) return
  const free = freePlaces(seatsIn(book, slot)) ?? 0
  try {
    const next = take(book, { rider: { id: rider, name: rider, level: null }, slot, now })
    const lesson = lessonAt(next, slot)
    expect(free).toBeGreaterThan(0)
    expect(lesson && freePlaces(seatsIn(next, lesson))).toBe(free - 1)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}
