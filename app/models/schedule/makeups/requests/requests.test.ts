import { beforeEach, expect, test } from 'vitest'
import { loadOfficeWeek } from '~/models/office-week/week.server'
import { undoChanges } from '~/models/schedule/change/undo.server'
import { bookMakeup } from '~/models/schedule/makeups/book-makeup.server'
import { extendMakeup } from '~/models/schedule/makeups/extend-makeup.server'
import { listMakeups } from '~/models/schedule/makeups/makeup-list.server'
import { grantMakeup } from '~/models/schedule/makeups/office-makeup.server'
import { ownMakeup, ownMakeups } from '~/models/schedule/makeups/own-makeups.server'
import { findLesson } from '~/models/schedule/week/roster.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import {
  bookRequestAndTell,
  changeMakeup,
  declineRequestAndTell,
} from '~/services/mail/notices/answered-makeups.server'
import { toDbDate } from '~/utils/dates'
import { admin, emptyOnly, rider, rideTypes, weeklyPlace } from '../../../../../test/factories'
import { emptySchedule, refusal } from '../../../../../test/schedule'
import { declineRequest } from './answer.server'
import { requestMakeup, withdrawRequest } from './ask.server'

const today = '2026-11-22'
const tuesday = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
const after4 = { weekdays: [2], wish: 'After 4 PM' }
let guardian: string
let cleo: string
let makeup: number

await rideTypes()
const office = (await admin()).id
const second = (await admin()).id
beforeEach(async () => {
  setClock('2026-11-22T12:00:00-05:00')
  await emptySchedule()
  await emptyOnly('makeup_requests', 'email_outbox')
  guardian = (await rider({ firstName: 'Gail' })).id
  cleo = (await rider({ firstName: 'Cleo', email: null, password: null, guardianId: guardian })).id
  await weeklyPlace({ startDate: '2026-11-03' })
  makeup = await grantMakeup(office, cleo, { type: tuesday.type, reason: 'Pony', until: '2026-12-20' })
})
const stateOf = async () => (await ownMakeup(guardian, makeup)).request?.state
/** Returns the requests as the list has them, and the week's count. */
const asked = async () => {
  const ids = (await listMakeups({ today, filter: 'asked' })).map(({ id }) => id)
  expect((await loadOfficeWeek(today, { today, time: '12:00' })).asked).toBe(ids.length)
  return ids
}
const mails = async () => (await prisma.outboxEmail.findMany({ orderBy: { id: 'asc' } })).map(({ subject }) => subject)
const done = (results: PromiseSettledResult<unknown>[]) => results.filter(({ status }) => status === 'fulfilled').length
const everyPlaceTaken = async () => {
  for (let i = 0; i < 6; i++) await weeklyPlace({ riderId: (await rider()).id, startDate: '2026-11-03' })
}

test('A family requests a place, the office books one, and the family is notified', async () => {
  const id = await requestMakeup(guardian, makeup, after4)
  expect(await asked()).toEqual([makeup])
  expect(await ownMakeup(guardian, makeup)).toMatchObject({
    request: { weekdays: [2], wish: 'After 4 PM', state: 'open' },
  })
  const { changes } = await bookRequestAndTell(office, id, tuesday)
  expect(await ownMakeup(guardian, makeup)).toMatchObject({
    state: 'booked',
    bookedDate: '2026-11-24',
    isBookedByOffice: true,
    request: { state: 'closed' },
  })
  expect(await asked()).toEqual([])
  expect(await findLesson(tuesday)).toMatchObject({ riders: [{ name: 'Cleo Stone', isMakeup: true }] })
  expect(await mails()).toEqual(['Makeup booked for Cleo Stone: Tuesday, Nov 24, 2026'])
  await undoChanges(office, changes)
  expect(await stateOf()).toBe('open')
  expect(await asked()).toEqual([makeup])
})

test('A guardian who requests for a rider with an address gets the answer too', async () => {
  const { id: teen, email: own } = await rider({ firstName: 'Tess', guardianId: guardian })
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: guardian } })
  const given = await grantMakeup(office, teen, { type: tuesday.type, reason: 'Pony', until: '2026-12-20' })
  const told = async () => (await prisma.outboxEmail.findMany()).map(({ recipient }) => recipient).sort()
  await declineRequestAndTell(office, await requestMakeup(guardian, given, after4), 'Not this week')
  expect(await told()).toEqual([own, email].sort())
  await prisma.outboxEmail.deleteMany()
  await bookRequestAndTell(office, await requestMakeup(teen, given, after4), tuesday)
  expect(await told()).toEqual([own])
})

test('The office declines with a sentence, which the family reads, and the family may ask again', async () => {
  const id = await requestMakeup(guardian, makeup, after4)
  await declineRequestAndTell(office, id, 'Nothing before Christmas, sorry.')
  expect(await ownMakeup(guardian, makeup)).toMatchObject({
    state: 'open',
    request: { state: 'declined', answer: 'Nothing before Christmas, sorry.' },
  })
  expect(await mails()).toEqual(["About Cleo Stone's makeup"])
  expect((await prisma.outboxEmail.findFirstOrThrow()).text).toContain('“Nothing before Christmas, sorry.”')
  await expect(declineRequestAndTell(second, id, 'No')).rejects.toEqual(refusal(409, 'The office has answered already'))
  await expect(withdrawRequest(guardian, makeup)).rejects.toEqual(refusal(409, 'The office has answered already'))
  expect(await requestMakeup(guardian, makeup, { weekdays: [], wish: 'January?' })).not.toBe(id)
  expect(await stateOf()).toBe('open')
})

test('A family requests once for each makeup, and withdrawing and requesting again leaves no rows behind', async () => {
  const [first, again] = await Promise.allSettled([
    requestMakeup(guardian, makeup, after4),
    requestMakeup(cleo, makeup, after4),
  ])
  expect([first.status, again.status].sort()).toEqual(['fulfilled', 'rejected'])
  await expect(requestMakeup(guardian, makeup, after4)).rejects.toEqual(refusal(409, 'You already asked the office'))
  for (let i = 0; i < 3; i++) {
    await withdrawRequest(guardian, makeup)
    expect(await stateOf()).toBe('withdrawn')
    await expect(withdrawRequest(guardian, makeup)).rejects.toMatchObject({ status: 409 })
    await requestMakeup(guardian, makeup, { weekdays: [3, 1, 3], wish: '' })
  }
  expect(await prisma.makeupRequest.findMany()).toMatchObject([{ weekdays: [1, 3], outcome: null }])
})

test('A request closes when its makeup is booked by the family, withdrawn, or has expired', async () => {
  const id = await requestMakeup(guardian, makeup, after4)
  const { changes } = await bookMakeup(guardian, cleo, tuesday)
  expect(await stateOf()).toBe('closed')
  await expect(bookRequestAndTell(office, id, { ...tuesday, date: '2026-12-01' })).rejects.toEqual(
    refusal(409, 'This makeup is booked.'),
  )
  await undoChanges(office, changes)
  await changeMakeup(office, makeup, { intent: 'revoke', reason: 'Mistake' })
  expect(await stateOf()).toBe('closed')
  expect(await listMakeups({ today: '2026-11-22', filter: 'asked' })).toEqual([])
  await expect(declineRequestAndTell(office, id, 'No')).rejects.toEqual(refusal(409, 'The office removed this makeup'))
  await changeMakeup(office, makeup, { intent: 'restore' })
  expect(await stateOf()).toBe('open')
  setClock('2026-12-21T12:00:00-05:00')
  expect(await stateOf()).toBe('closed')
  await expect(requestMakeup(guardian, makeup, after4)).rejects.toEqual(refusal(409, 'This makeup has expired.'))
  await expect(bookRequestAndTell(office, id, { ...tuesday, date: '2026-12-22' })).rejects.toEqual(
    refusal(409, 'This makeup has expired.'),
  )
  expect(await mails()).toEqual([])
})

test('Extending a makeup reopens its request and can be undone', async () => {
  await requestMakeup(guardian, makeup, after4)
  setClock('2026-12-21T12:00:00-05:00')
  const extend = (until: string) => changeMakeup(office, makeup, { intent: 'extend', until, reason: 'Snow' })
  await expect(extend('2026-12-20')).rejects.toMatchObject({ status: 400 })
  await extend('2027-01-15')
  expect(await ownMakeup(guardian, makeup)).toMatchObject({
    state: 'open',
    until: '2027-01-15',
    extendedFrom: '2026-12-20',
    extendReason: 'Snow',
    request: { state: 'open' },
  })
  expect(await mails()).toEqual(["Cleo Stone's makeup is now good until Friday, Jan 15, 2027"])
  const { changes } = await bookMakeup(guardian, cleo, { ...tuesday, date: '2026-12-22' })
  await expect(extend('2027-02-15')).rejects.toEqual(refusal(409, 'This makeup is booked.'))
  await expect(changeMakeup(office, makeup, { intent: 'extend-undo' })).rejects.toEqual(refusal(409, 'is booked after'))
  await undoChanges(office, changes)
  await changeMakeup(office, makeup, { intent: 'extend-undo' })
  expect(await ownMakeup(guardian, makeup)).toMatchObject({ state: 'expired', until: '2026-12-20', extendedFrom: null })
  await expect(changeMakeup(office, makeup, { intent: 'extend-undo' })).rejects.toMatchObject({ status: 409 })
  const log = await prisma.auditEntry.findMany({ where: { entityId: cleo }, orderBy: { id: 'asc' } })
  expect(log.map(({ action }) => action)).toEqual(['makeup.grant', 'makeup.ask', 'makeup.extend', 'makeup.extend-undo'])
})

test('A makeup that is extended for another reason keeps that when its extension is undone', async () => {
  await changeMakeup(office, makeup, { intent: 'extend', until: '2026-12-27', reason: 'Snow' })
  await prisma.makeup.update({ where: { id: makeup }, data: { validTo: toDbDate('2027-01-31') } })
  await expect(changeMakeup(office, makeup, { intent: 'extend-undo' })).rejects.toEqual(
    refusal(409, 'extended this makeup for another reason'),
  )
})

test('If two desks answer at once, one succeeds', async () => {
  const id = await requestMakeup(guardian, makeup, after4)
  const results = await Promise.allSettled([
    bookRequestAndTell(office, id, tuesday),
    bookRequestAndTell(second, id, { ...tuesday, date: '2026-12-01' }),
    declineRequestAndTell(second, id, 'Sorry'),
  ])
  expect(done(results)).toBe(1)
  expect(await mails()).toHaveLength(1)
  expect(await prisma.makeupBooking.count()).toBe((await stateOf()) === 'closed' ? 1 : 0)
})

test('A family that withdraws while the office answers has either withdrawn or the place', async () => {
  for (let i = 0; i < 4; i++) {
    const id = await requestMakeup(guardian, makeup, after4)
    const results = await Promise.allSettled([
      bookRequestAndTell(office, id, tuesday),
      withdrawRequest(guardian, makeup),
    ])
    expect(done(results)).toBe(1)
    const [booked] = results
    expect(await stateOf()).toBe(booked.status === 'fulfilled' ? 'closed' : 'withdrawn')
    if (booked.status === 'fulfilled') {
      await undoChanges(office, booked.value.changes)
      await withdrawRequest(guardian, makeup)
    }
  }
})

test('The office exceeds the places and the level of a lesson only if it confirms, and never the makeup’s last day', async () => {
  await everyPlaceTaken()
  await prisma.weeklyPlace.updateMany({ data: { level: 'novice' } })
  const id = await requestMakeup(guardian, makeup, after4)
  await expect(bookRequestAndTell(office, id, tuesday)).rejects.toMatchObject({ code: 'lesson_full' })
  await expect(bookRequestAndTell(office, id, { ...tuesday, date: '2026-12-22' }, true)).rejects.toEqual(
    refusal(409, 'This makeup ends before that day'),
  )
  await bookRequestAndTell(office, id, tuesday, true)
  expect((await findLesson(tuesday))?.riders).toHaveLength(7)
})

test('Nobody can see, request or withdraw for another family, or answer what was not requested', async () => {
  const stranger = (await rider()).id
  expect(await ownMakeups(stranger)).toEqual([])
  await expect(ownMakeup(stranger, makeup)).rejects.toMatchObject({ status: 404 })
  await expect(requestMakeup(stranger, makeup, after4)).rejects.toMatchObject({ status: 404 })
  await expect(requestMakeup(guardian, 999_999, after4)).rejects.toMatchObject({ status: 404 })
  await requestMakeup(guardian, makeup, after4)
  await expect(withdrawRequest(stranger, makeup)).rejects.toMatchObject({ status: 404 })
  await expect(bookRequestAndTell(office, 999_999, tuesday)).rejects.toMatchObject({ status: 404 })
})

test('The log contains declined requests and extensions, whether or not a family is notified', async () => {
  await declineRequest(office, await requestMakeup(guardian, makeup, after4), 'Sorry')
  await extendMakeup(office, makeup, { until: '2027-01-15', reason: 'Away' })
  const log = await prisma.auditEntry.findMany({ where: { entityId: cleo }, orderBy: { id: 'asc' } })
  expect(log.map(({ action }) => action)).toEqual(['makeup.grant', 'makeup.ask', 'makeup.decline', 'makeup.extend'])
})

test('The list of the office leaves out riders who were removed', async () => {
  await requestMakeup(guardian, makeup, after4)
  await prisma.user.update({ where: { id: cleo }, data: { hiddenAt: new Date() } })
  expect(await asked()).toEqual([])
})
