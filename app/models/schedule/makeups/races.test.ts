import { expect, test } from 'vitest'
import { closeDay } from '~/models/schedule/change/close-day.server'
import { bookRequest, declineRequest } from '~/models/schedule/makeups/requests/answer.server'
import { requestMakeup, withdrawRequest } from '~/models/schedule/makeups/requests/ask.server'
import { findLesson } from '~/models/schedule/week/roster.server'
import { isAway } from '~/models/vocabulary/away'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { withTx } from '~/platform/tx.server'
import { admin, grant, rider, rideTypes, weeklyPlace } from '../../../../test/factories'
import { emptySchedule, refusal } from '../../../../test/schedule'
import { callOff, comeAfterAll } from './absence.server'
import { bookMakeup } from './book-makeup.server'
import { extendMakeup } from './extend-makeup.server'
import { listMakeups } from './makeup-list.server'
import { grantMakeup, revokeMakeup } from './office-makeup.server'

/** Set `MAKEUP_RACES=50` for a long run. */
const ROUNDS = Number(process.env.MAKEUP_RACES ?? 1)
const RIDERS = 5
const FREE = 2
const today = '2026-11-22'
const tuesday = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
const thursday = { ...tuesday, date: '2026-11-26' }

await rideTypes()
const desks = [(await admin()).id, (await admin()).id]
const riders = await Promise.all(Array.from({ length: RIDERS }, async () => (await rider()).id))
/** Runs all at once; only refusals by rules of the school are accepted. */
async function atOnce(all: Promise<unknown>[]): Promise<number> {
  const results = await Promise.allSettled(all)
  const faults = results.flatMap((one) =>
    one.status === 'rejected' && !(one.reason instanceof Refused) ? [one.reason] : [],
  )
  expect(faults).toEqual([])
  return results.filter(({ status }) => status === 'fulfilled').length
}

test('When two desks and many families change makeups at once, none is used twice and no lesson has too many riders', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await emptySchedule()
    await prisma.makeupRequest.deleteMany()
    setClock('2026-11-22T12:00:00-05:00')
    await weeklyPlace({ startDate: '2026-11-03' })
    await weeklyPlace({ startDate: '2026-11-05' })
    await prisma.weeklyPlace.updateMany({ data: { capacity: FREE } })
    const [one = '', two = ''] = desks
    const asked = await Promise.all(
      riders.map(async (riderId) => {
        const makeup = await grantMakeup(one, riderId, { type: tuesday.type, reason: 'Lame', until: '2026-12-10' })
        return { riderId, makeup, request: await requestMakeup(riderId, makeup, { weekdays: [2], wish: '' }) }
      }),
    )
    await atOnce(
      asked.flatMap(({ riderId, makeup, request }, i) => [
        bookRequest(one, request, tuesday),
        bookRequest(two, request, thursday),
        bookMakeup(riderId, riderId, i % 2 ? tuesday : thursday),
        declineRequest(two, request, 'Sorry'),
        withdrawRequest(riderId, makeup),
        extendMakeup(one, makeup, { until: '2026-12-24', reason: 'Away' }),
        ...(i === 0 ? [revokeMakeup(two, makeup, 'Mistake')] : []),
      ]),
    )
    const makeups = await listMakeups({ today })
    const booked = makeups.filter(({ state }) => state === 'booked')
    const lessons = await Promise.all([tuesday, thursday].map((slot) => findLesson(slot)))
    const riding = lessons.flatMap((lesson) => lesson?.riders ?? [])
    expect(riding.length).toBeLessThanOrEqual(2 * FREE)
    expect(riding.map(({ riderId }) => riderId).sort()).toEqual(booked.map(({ riderId }) => riderId).sort())
    for (const { state, request } of makeups) if (request?.state === 'open') expect(state).toBe('open')
  }
})

test('A makeup that is withdrawn while its family books it is withdrawn or booked, and never both', async () => {
  const [office = '', riderId = ''] = [desks[0], riders[0]]
  for (let round = 0; round < ROUNDS; round++) {
    for (const first of ['book', 'revoke']) {
      await aMakeup(office, riderId)
      const { id } = await prisma.makeup.findFirstOrThrow()
      const both = {
        book: () => bookMakeup(riderId, riderId, tuesday),
        revoke: () => revokeMakeup(office, id, 'Mistake'),
      }
      const order = first === 'book' ? [both.book, both.revoke] : [both.revoke, both.book]
      expect(await atOnce(order.map((one) => one()))).toBe(1)
      await expectOneOf(riderId)
    }
  }
}, 600_000)

// The embedded database has one connection, on which nothing waits for a row.
if (process.env.TEST_DATABASE_URL) {
  test('A change that waited for a makeup held by another connection reads it again', async () => {
    const [office = '', riderId = ''] = [desks[0], riders[0]]
    await aMakeup(office, riderId)
    const { id } = await prisma.makeup.findFirstOrThrow()
    let done = () => {}
    const isDone = new Promise<void>((resolve) => {
      done = resolve
    })
    const revoking = withTx(async () => {
      await revokeMakeup(office, id, 'Mistake')
      await isDone
    })
    const isOne = (sessions: () => Promise<unknown>) =>
      expect.poll(async () => ((await sessions()) as unknown[]).length, { timeout: 20_000 }).toBe(1)
    await isOne(
      () => prisma.$queryRaw`
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'idle in transaction' AND query LIKE '%audit_log%'`,
    )
    const booking = Promise.allSettled([bookMakeup(riderId, riderId, tuesday)])
    await isOne(
      () => prisma.$queryRaw`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    done()
    await revoking
    expect(await booking).toEqual([{ status: 'rejected', reason: refusal(409, /was just removed/) }])
    await expectOneOf(riderId)
  }, 60_000)
}

async function aMakeup(office: string, riderId: string): Promise<void> {
  await emptySchedule()
  setClock('2026-11-22T12:00:00-05:00')
  await weeklyPlace({ startDate: '2026-11-03' })
  await grantMakeup(office, riderId, { type: tuesday.type, reason: 'Lame', until: '2026-12-10' })
}

/** Expects that it is booked and the rider rides, or it is withdrawn and the rider does not. */
async function expectOneOf(riderId: string): Promise<void> {
  const [makeup, ...others] = await listMakeups({ today })
  const isRiding = (await findLesson(tuesday))?.riders.some((one) => one.riderId === riderId) ?? false
  const bookings = await prisma.makeupBooking.count()
  expect(others).toEqual([])
  expect([makeup?.state, bookings]).toEqual(isRiding ? ['booked', 1] : ['revoked', 0])
}

test('Absences that are announced, undone and made up while the day is closed leave no ride with a makeup, and no makeup twice', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await emptySchedule()
    setClock('2026-11-22T12:00:00-05:00')
    for (const riderId of riders) {
      await prisma.grant.deleteMany({ where: { userId: riderId } })
      await grant(riderId, '2026-11-01', '2026-11-30')
      await weeklyPlace({ riderId, startDate: '2026-11-03' })
    }
    await weeklyPlace({ startDate: '2026-11-05' })
    await atOnce(riders.map((riderId) => callOff(riderId, { riderId, ...tuesday })))
    await atOnce([
      ...riders.map((riderId) => comeAfterAll(riderId, { riderId, ...tuesday })),
      ...riders.map((riderId) => bookMakeup(riderId, riderId, thursday)),
      closeDay(desks[0] ?? '', tuesday.date, { from: null, reason: 'Snow' }),
    ])
    const makeups = await listMakeups({ today })
    const rides =
      (await findLesson(tuesday))?.riders.filter((rider) => !isAway(rider)).map(({ riderId }) => riderId) ?? []
    const made = makeups.filter(({ date }) => date === tuesday.date).map(({ riderId }) => riderId)
    expect(new Set(made).size).toBe(made.length)
    for (const riderId of rides) expect(made).not.toContain(riderId)
    const thursdays = (await findLesson(thursday))?.riders.map(({ riderId }) => riderId) ?? []
    expect(thursdays.sort()).toEqual(
      makeups
        .filter(({ state }) => state === 'booked')
        .map(({ riderId }) => riderId)
        .sort(),
    )
  }
})
