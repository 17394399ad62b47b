import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allowancesOf } from '~/models/allowance/allowance.server'
import { closeDay } from '~/models/schedule/change/close-day.server'
import { editLesson } from '~/models/schedule/change/edit-lesson.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { undoChanges } from '~/models/schedule/change/undo.server'
import { bookRequest, declineRequest } from '~/models/schedule/makeups/requests/answer.server'
import { requestMakeup, withdrawRequest } from '~/models/schedule/makeups/requests/ask.server'
import { loadRoster } from '~/models/schedule/week/roster.server'
import { ATTENDANCE } from '~/models/vocabulary/attendance'
import { MAKEUP_FILTERS, MAKEUP_STATES, type MakeupFilter, usesMakeup } from '~/models/vocabulary/makeup'
import { setClock, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { addDays, startOfDayInZone } from '~/utils/dates'
import { admin, grant, rider, rideTypes, weeklyPlace } from '../../../../test/factories'
import { emptySchedule } from '../../../../test/schedule'
import { callOff, comeAfterAll } from './absence.server'
import { bookMakeup } from './book-makeup.server'
import { extendMakeup, undoExtension } from './extend-makeup.server'
import { type ListedMakeup, listMakeups } from './makeup-list.server'
import { grantMakeup, restoreMakeup, revokeMakeup } from './office-makeup.server'

/** Set `MAKEUP_RUNS=500` for a long run. */
const RUNS = Number(process.env.MAKEUP_RUNS ?? 3)
const FIRST = '2026-11-02'
const type = 'Group Lesson'

const riders: string[] = []

await rideTypes()
const office = (await admin()).id
for (const firstName of ['Ann', 'Ben']) {
  const { id } = await rider({ firstName })
  riders.push(id)
  for (const month of ['2026-11', '2026-12'])
    await grant(id, `${month}-01`, `${month}-28`, { lessons: 8, makeupLessons: 2 })
}
const who = fc.nat(1)
const day = fc.nat(55).map((n) => addDays(FIRST, n))
const time = fc.constantFrom('09:00', '16:00')
const LESSONS = [
  { first: '2026-11-03', time: '16:00' },
  { first: '2026-11-05', time: '09:00' },
  { first: '2026-11-06', time: '16:00' },
]
/** Mostly the day and time of a lesson that riders are in. */
const slot = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.nat(7), fc.constantFrom(...LESSONS))
      .map(([week, { first, time }]) => ({ day: addDays(first, week * 7), time })),
  },
  { weight: 1, arbitrary: fc.record({ day, time }) },
)
const atSlot = <Kind extends string>(kind: Kind) =>
  fc.record({ kind: fc.constant(kind), who, slot }).map(({ slot, ...step }) => ({ ...step, ...slot }))
const picks = <Kind extends string>(kind: Kind) => fc.record({ kind: fc.constant(kind), pick: fc.nat() })
const step = fc.oneof(
  atSlot('off'),
  atSlot('come'),
  atSlot('book'),
  fc
    .record({ kind: fc.constant('mark' as const), who, slot, mark: fc.constantFrom(...ATTENDANCE) })
    .map(({ slot, ...step }) => ({ ...step, ...slot })),
  atSlot('move'),
  fc.record({ kind: fc.constant('close' as const), day }),
  fc.record({ kind: fc.constant('grant' as const), who, days: fc.nat(40) }),
  picks('revoke'),
  picks('restore'),
  picks('ask'),
  picks('withdraw'),
  picks('decline'),
  fc
    .record({ kind: fc.constant('answer' as const), pick: fc.nat(), slot, beyond: fc.boolean() })
    .map(({ slot, ...step }) => ({ ...step, ...slot })),
  fc.record({ kind: fc.constant('extend' as const), pick: fc.nat(), days: fc.nat(40) }),
  picks('extend-undo'),
  fc.record({ kind: fc.constant('undo' as const), back: fc.nat(3) }),
  fc.record({ kind: fc.constant('clock' as const), days: fc.integer({ min: 1, max: 7 }) }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

async function take(one: Step, log: number[][]): Promise<void> {
  const note = ({ changes }: { changes: number[] }) => void (changes.length && log.push(changes))
  const ref = 'who' in one && 'day' in one ? { riderId: riders[one.who] ?? '', date: one.day, time: one.time } : null
  switch (one.kind) {
    case 'clock':
      setClock(startOfDayInZone(addDays(today(), one.days), 'America/New_York'))
      return
    case 'close':
      return note(await closeDay(office, one.day, { from: null, reason: 'Snow' }))
    case 'grant': {
      const until = addDays(today(), one.days)
      await grantMakeup(office, riders[one.who] ?? '', { type, reason: 'Lame', until })
      return
    }
    case 'revoke':
    case 'restore':
    case 'extend':
    case 'extend-undo':
    case 'ask':
    case 'withdraw': {
      const id = pickOf(await prisma.makeup.findMany({ orderBy: { id: 'asc' } }), one.pick)
      if (one.kind === 'revoke') return revokeMakeup(office, id, 'Mistake')
      if (one.kind === 'restore') return restoreMakeup(office, id)
      if (one.kind === 'extend') return extendMakeup(office, id, { until: addDays(today(), one.days), reason: 'Away' })
      if (one.kind === 'extend-undo') return undoExtension(office, id)
      const family = (await prisma.makeup.findUnique({ where: { id } }))?.studentId ?? ''
      if (one.kind === 'withdraw') return withdrawRequest(family, id)
      await requestMakeup(family, id, { weekdays: [2], wish: '' })
      return
    }
    case 'decline':
    case 'answer': {
      const id = pickOf(
        await prisma.makeupRequest.findMany({ where: { closedAt: null }, orderBy: { id: 'asc' } }),
        one.pick,
      )
      if (one.kind === 'decline') return declineRequest(office, id, 'Sorry')
      return note(await bookRequest(office, id, { date: one.day, time: one.time }, { beyond: one.beyond }))
    }
    case 'undo': {
      const changes = log.at(-1 - one.back)
      if (changes) note(await undoChanges(office, changes))
      return
    }
    default:
  }
  if (!ref) return
  const slot = { date: ref.date, time: ref.time, type }
  if (one.kind === 'off') note(await callOff(ref.riderId, ref))
  if (one.kind === 'come') note(await comeAfterAll(ref.riderId, ref))
  if (one.kind === 'book') note(await bookMakeup(ref.riderId, ref.riderId, slot))
  if (one.kind === 'mark') note(await markAttendance(office, { ...ref, type }, { attendance: one.mark }))
  if (one.kind === 'move') note(await editLesson(office, slot, { time: '11:00', type }, 'one-time'))
}

const pickOf = (rows: readonly { id: number }[], pick: number) => rows[pick % Math.max(1, rows.length)]?.id ?? 0

/** Checks that every makeup is in one state, and that the counters and the week agree with the ledger. */
async function check(): Promise<void> {
  const makeups = await listMakeups({ today: today() })
  const granted = await prisma.makeup.count()
  const of = (state: string, riderId?: string) =>
    makeups.filter((row) => row.state === state && (!riderId || row.riderId === riderId)).length
  expect(MAKEUP_STATES.reduce((sum, state) => sum + of(state), 0)).toBe(granted)
  await checkRequests(makeups)
  await checkFilters(makeups)
  const range = { from: FIRST, to: addDays(FIRST, 60) }
  const { days } = await loadRoster(range)
  const rides = days.flatMap(({ date, lessons }) =>
    lessons.flatMap((lesson) => lesson.riders.map((one) => ({ ...one, date, time: lesson.time }))),
  )
  const months = await allowancesOf(riders, range.from, range.to)
  for (const riderId of riders) {
    const own = rides.filter((ride) => ride.riderId === riderId)
    const booked = own.filter(({ isMakeup }) => isMakeup)
    const loose = own.filter(({ isMakeup, attendance }) => !isMakeup && attendance === 'makeup')
    expect(booked.filter(({ attendance }) => usesMakeup(attendance))).toHaveLength(of('used', riderId))
    expect(booked.filter(({ attendance }) => !usesMakeup(attendance))).toHaveLength(of('booked', riderId))
    const used = (months.get(riderId) ?? []).reduce((sum, { makeups: counter }) => sum + counter.used, 0)
    expect(used).toBe(of('used', riderId) + loose.length)
    const isMissed = ({ attendance }: { attendance: string }) => attendance === 'reschedule'
    for (const ride of own.filter(isMissed)) {
      const made = makeups.filter((row) => row.riderId === riderId && row.date === ride.date && row.time === ride.time)
      expect(made).toHaveLength(1)
    }
  }
}

/** Checks that a request is open while its makeup is, once for each, and that an extension is later than what it replaced. */
async function checkRequests(makeups: readonly ListedMakeup[]): Promise<void> {
  const requests = await prisma.makeupRequest.findMany({ where: { closedAt: null } })
  expect(new Set(requests.map(({ makeupId }) => makeupId)).size).toBe(requests.length)
  const isOpen = (id: number) => makeups.some((row) => row.id === id && row.state === 'open')
  const open = requests.map(({ makeupId }) => makeupId).filter(isOpen)
  const asked = await listMakeups({ today: today(), filter: 'asked' })
  expect(asked.map(({ id }) => id).sort()).toEqual(open.sort())
  const ended = await prisma.makeupRequest.count({ where: { OR: [{ outcome: 'declined' }, { outcome: 'withdrawn' }] } })
  expect(ended + requests.length).toBe(await prisma.makeupRequest.count())
  for (const { extendedFrom, until } of makeups) expect(extendedFrom === null || extendedFrom < until).toBe(true)
}

/** Each filter, and each rider's list, has a statement of its own: it finds what a filter of all makeups finds. */
async function checkFilters(makeups: ListedMakeup[]): Promise<void> {
  const isOpen = ({ state }: ListedMakeup) => state === 'open'
  const byEnd = (a: ListedMakeup, b: ListedMakeup) => (a.until < b.until ? -1 : a.until > b.until ? 1 : a.id - b.id)
  const shown: Record<MakeupFilter, (row: ListedMakeup) => boolean> = {
    all: () => true,
    open: isOpen,
    expiring: (row) => isOpen(row) && row.until <= addDays(today(), 14),
    booked: ({ state }) => state === 'booked',
    asked: ({ request }) => request?.state === 'open',
  }
  for (const filter of MAKEUP_FILTERS) {
    for (const riderIds of [undefined, riders.slice(0, 1)]) {
      const rows = makeups.filter((row) => shown[filter](row) && (!riderIds || riderIds.includes(row.riderId)))
      const sorted = filter === 'all' ? rows : rows.sort(byEnd)
      expect(await listMakeups({ today: today(), filter, riderIds })).toEqual(sorted)
      const [first, ...rest] = sorted
      expect(await listMakeups({ today: today(), filter, riderIds, after: first })).toEqual(first ? rest : [])
    }
  }
}

test('Makeups granted equal those used, booked, open, expired and revoked, whatever happens in whatever order', async () => {
  let done = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 25 }), async (steps) => {
      await emptySchedule()
      await prisma.makeupRequest.deleteMany()
      setClock('2026-11-02T12:00:00-05:00')
      for (const riderId of riders) await weeklyPlace({ riderId, startDate: '2026-11-03' })
      await weeklyPlace({ riderId: riders[0], startDate: '2026-11-05', time: '09:00' })
      await weeklyPlace({ startDate: '2026-11-06', time: '16:00' })
      for (const riderId of riders) await grantMakeup(office, riderId, { type, reason: 'Lame', until: '2026-11-30' })
      const log: number[][] = []
      for (const one of steps) {
        try {
          await take(one, log)
          done++
        } catch (error) {
          if (!(error instanceof Refused)) throw error
        }
      }
      await check()
    }),
    { numRuns: RUNS },
  )
  if (process.env.MAKEUP_RUNS) console.info(`${RUNS} sequences, ${done} steps taken`)
  expect(done).toBeGreaterThan(0)
})
