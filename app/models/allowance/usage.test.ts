import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { COUNTERS, counterKey } from '~/models/vocabulary/counters'
import { prisma } from '~/platform/db.server'
import { withTx } from '~/platform/tx.server'
import { addDays, toDbDate } from '~/utils/dates'
import { emptyOnly, emptyTables, openOffice, recordedRide, rider } from '../../../test/factories'
import { allowanceLedger } from '../../../test/ledger'
import { allowanceOf } from './allowance.server'
import { countResets, resetUsage, setUsage, undoReset } from './usage.server'

const november = { year: 2026, month: 11 }
let office: string
const riders: string[] = []

beforeEach(async () => {
  await emptyTables()
  ;({ officeId: office } = await openOffice('2026-11-20T15:00:00Z'))
  riders.splice(0, riders.length, (await rider()).id, (await rider()).id)
})

const remark = (id: number, attendance: string) => prisma.ride.update({ where: { id }, data: { attendance } })
const used = async (who: string) => (await allowanceOf(who, '2026-11-20')).lessons.used

test('After a reset the next ride counts, even if a ride from before it is corrected', async () => {
  const [one = ''] = riders
  const first = await recordedRide(one, '2026-11-03')
  await recordedRide(one, '2026-11-10')
  await resetUsage(office, november)
  await remark(first.id, 'scheduled')
  expect(await used(one)).toBe(0)
  await recordedRide(one, '2026-11-24')
  expect(await used(one)).toBe(1)
  await remark(first.id, 'absent')
  expect(await used(one)).toBe(1)
})

test('After an edit to a smaller number the next ride counts, even if a ride from before it is corrected', async () => {
  const [one = ''] = riders
  const first = await recordedRide(one, '2026-11-03')
  await withTx((tx) =>
    setUsage(
      tx,
      office,
      { riderId: one, month: november },
      { wishes: [{ counter: 'lessons', used: 0 }], reason: null },
    ),
  )
  await remark(first.id, 'scheduled')
  await recordedRide(one, '2026-11-24')
  expect(await used(one)).toBe(1)
})

test('Undoing the reset of all does not affect a student who was reset individually', async () => {
  const [one = '', two = ''] = riders
  await recordedRide(one, '2026-11-03')
  await recordedRide(two, '2026-11-03')
  await resetUsage(office, november, one)
  expect(await resetUsage(office, november)).toBe(1)
  expect(await countResets(prisma, november)).toBe(1)
  expect(await undoReset(office, november)).toBe(1)
  expect([await used(one), await used(two)]).toEqual([0, 1])
  expect(await undoReset(office, november, one)).toBe(1)
  expect(await used(one)).toBe(1)
})

const MARKS = ['present', 'absent', 'makeup', 'reschedule', 'scheduled'] as const
const who = fc.integer({ min: 0, max: 1 })
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('mark'), who, ride: fc.nat(4), mark: fc.constantFrom(...MARKS) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('reset', 'undo'), who: fc.option(who) }) },
)

/** The expected counts: a reset forgives the rides that count at that moment, until it is undone. */
class Expected {
  readonly marks = riders.map(() => new Map<number, string>())
  resets: { who: number; all: boolean; rides: Set<number> }[] = []

  forgiven = (who: number, ride: number) => this.resets.some((reset) => reset.who === who && reset.rides.has(ride))
  counting = (who: number, ...marks: string[]) =>
    [...(this.marks[who] ?? [])].filter(([ride, mark]) => marks.includes(mark) && !this.forgiven(who, ride))

  reset(whom: number | null) {
    for (const who of riders.keys()) {
      const rides = this.counting(who, 'present', 'absent', 'makeup').map(([ride]) => ride)
      const done = this.resets.some((reset) => reset.who === who)
      if ((whom ?? who) !== who || done || !rides.length) continue
      this.resets.push({ who, all: whom === null, rides: new Set(rides) })
    }
  }

  undo(whom: number | null) {
    this.resets = this.resets.filter(({ who, all }) => (whom === null ? !all : who !== whom))
  }
}

test('After any marks, corrections, resets and undos each ride counts once unless a reset in effect forgave it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      await emptyOnly('usage_adjustments', 'lessons')
      const expected = new Expected()
      for (const next of steps) {
        if ('mark' in next) {
          const studentId = riders[next.who] ?? ''
          const at = { studentId, scheduledDate: toDbDate(addDays('2026-11-18', next.ride)), scheduledTime: '16:00' }
          await prisma.ride.upsert({
            where: { studentId_scheduledDate_scheduledTime: at },
            create: { ...at, type: 'Group Lesson', attendance: next.mark },
            update: { attendance: next.mark },
          })
          expected.marks[next.who]?.set(next.ride, next.mark)
        } else {
          const run = next.do === 'reset' ? resetUsage : undoReset
          await run(office, november, next.who === null ? undefined : riders[next.who])
          expected[next.do === 'reset' ? 'reset' : 'undo'](next.who)
        }
      }
      for (const [who, id] of riders.entries()) {
        const month = await allowanceOf(id, '2026-11-20')
        expect({ lessons: month.lessons.used, makeups: month.makeups.used }).toEqual({
          lessons: expected.counting(who, 'present', 'absent').length,
          makeups: expected.counting(who, 'makeup').length,
        })
        const entries = (await allowanceLedger(id, november)).filter(({ undone }) => !undone)
        for (const { name } of COUNTERS) {
          const sum = entries.filter(({ counter }) => counter === name).reduce((total, { used }) => total + used, 0)
          expect([name, sum]).toEqual([name, month[counterKey(name)].used])
        }
      }
    }),
    { numRuns: 60 },
  )
})
