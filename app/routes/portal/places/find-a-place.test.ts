import { beforeEach, expect, test } from 'vitest'
import { addToLesson } from '~/models/schedule/change/add-rider.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { toDbDate } from '~/utils/dates'
import { admin, grant, rider, rideTypes, signedIn, weeklyPlace } from '../../../../test/factories'
import { emptySchedule, ridersOn } from '../../../../test/schedule'
import { action, loader } from './find-a-place'
import { loader as offer } from './offer'
import type { Places } from './read-places.server'

const path = '/find-a-place'
const tuesday = '2026-11-24'
const slot = `${tuesday} 16:00 Group Lesson`

await rideTypes()
setClock('2026-11-20T15:00:00Z')
const guardian = (await rider({ firstName: 'Gail' })).id
const family = await signedIn({ id: guardian })
const child = (await rider({ firstName: 'Cleo', email: null, password: null, guardianId: guardian })).id
await grant(child, '2026-11-01', '2026-11-30', { lessons: 1 })
beforeEach(async () => {
  await emptySchedule()
  await weeklyPlace({ startDate: '2026-11-03' })
  await weeklyPlace({ startDate: '2026-11-03', time: '09:00', type: 'Horsemanship' })
})
const book = (riderId: string) => family.post(action, path, { intent: 'book', rider: riderId, slot })

test('A family sees the lessons that fit by day, and books what is left of the month for its rider', async () => {
  const { body } = await family.get(loader, path)
  expect(body.rider.name).toBe('Cleo')
  expect(body.days).toMatchObject([
    { date: tuesday, lessons: [{ time: '16:00', free: 6, canBook: true }] },
    { date: '2026-12-01', lessons: [{ free: 6, canBook: false }] },
  ])
  expect((await book(child)).status).toBe(302)
  expect((await family.page()).toast).toMatchObject({ title: 'Lesson booked' })
  expect(await ridersOn(tuesday)).toEqual(['Cleo Stone'])
  await weeklyPlace({ startDate: '2026-11-04' })
  const again = await family.get(loader, path)
  expect(again.body.days).toMatchObject([
    { date: '2026-11-25', lessons: [{ canBook: false }] },
    { date: '2026-12-01' },
    { date: '2026-12-02' },
  ])
})

test('What is left of the months shown is said, also that nothing is, and not for months without a package', async () => {
  const { id } = await rider({ firstName: 'Nina', email: null, password: null, guardianId: guardian })
  await grant(id, '2026-11-01', '2026-11-30', { lessons: 1, hacks: 2 })
  const left = async () => (await family.get(loader, `${path}?rider=${id}`)).body.left
  expect(await left()).toEqual([{ month: '2026-11-01', lessons: 1, hacks: 2 }, { month: '2026-12-01' }])
  await book(id)
  expect(await left()).toEqual([{ month: '2026-11-01', lessons: 0, hacks: 2 }, { month: '2026-12-01' }])
})

test('A month that a subscription will pay for is not sold a second time, unless it is ending', async () => {
  const period = { currentPeriodStart: toDbDate('2026-11-01'), currentPeriodEnd: toDbDate('2026-12-01') }
  const people = { userId: guardian, riderId: child, status: 'active' }
  const { id } = await prisma.subscription.create({ data: { ...people, ...period } })
  const renews = async () =>
    (await family.get(loader, path)).body.days.map(({ date, lessons: [first] }: Places['days'][number]) => [
      date,
      first?.renews,
    ])
  expect(await renews()).toEqual([
    [tuesday, false],
    ['2026-12-01', true],
  ])
  await prisma.subscription.update({ where: { id }, data: { cancelAtPeriodEnd: true } })
  expect((await renews())[1]).toEqual(['2026-12-01', false])
  await prisma.subscription.delete({ where: { id } })
})

test('Nothing is booked for a rider of another family, or without a lesson that is left', async () => {
  const stranger = await rider()
  expect((await family.get(loader, `${path}?rider=${stranger.id}`)).status).toBe(404)
  await book(stranger.id)
  expect((await family.page()).toast).toMatchObject({ title: 'Not booked', description: 'Rider not found' })
  await book(guardian)
  expect((await family.page()).toast?.description).toMatch(/^Nothing is left for a Group Lesson/)
  expect(await ridersOn(tuesday)).toEqual([])
})

test('A full lesson is shown as full to the family as it is to the office', async () => {
  const office = (await admin()).id
  for (let i = 0; i < 6; i++) {
    const { id } = await rider()
    await addToLesson(office, id, { date: tuesday, time: '16:00', type: 'Group Lesson' }, { scope: 'one-time' })
  }
  const { body } = await family.get(loader, path)
  expect(body.days[0]).toMatchObject({ date: tuesday, lessons: [{ free: 0 }] })
  await book(child)
  expect((await family.page()).toast?.description).toMatch(/just took/)
})

test('What was booked a moment ago stays where it was, with what is at the same time, until the page is left', async () => {
  await grant(child, '2026-11-01', '2026-11-30', { lessons: 2 })
  await weeklyPlace({ startDate: '2026-11-03', time: '16:30' })
  const wednesday = '2026-11-25'
  await weeklyPlace({ startDate: wednesday })
  const rows = async (address: string) =>
    (await family.get(loader, address)).body.days.flatMap(
      ({ date, lessons }: { date: string; lessons: { time: string; now?: string }[] }) =>
        date < '2026-12-01' ? lessons.map(({ time, now }) => [date, time, now]) : [],
    )
  const before = [
    [tuesday, '16:00', undefined],
    [tuesday, '16:30', undefined],
    [wednesday, '16:00', undefined],
  ]
  expect(await rows(path)).toEqual(before)
  const first = (await book(child)).headers.get('Location') ?? ''
  expect(await rows(first)).toEqual([
    [tuesday, '16:00', 'booked'],
    [tuesday, '16:30', 'busy'],
    [wednesday, '16:00', undefined],
  ])
  const next = { rider: child, slot: `${wednesday} 16:00 Group Lesson` }
  const second = (await family.post(action, first, next)).headers.get('Location') ?? ''
  expect(await rows(second)).toEqual([
    [tuesday, '16:00', 'booked'],
    [tuesday, '16:30', 'busy'],
    [wednesday, '16:00', 'booked'],
  ])
  expect(await rows(path)).toEqual([])
  // An address says nothing about lessons that were not booked.
  expect(await rows(`${path}?kept=${tuesday} 09:00 Horsemanship|nonsense`)).toEqual([])
})

test('Another time for a lesson that was called off is looked for from that lesson’s week on, and earlier if asked', async () => {
  const shown = async (query: string) => {
    const { from, earlier, days } = (await family.get(loader, `${path}?rider=${child}&${query}`)).body as Places
    return [from, earlier, days[0]?.date]
  }
  const instead = (day: string) => `instead=${encodeURIComponent(`${day} 16:00 Group Lesson`)}`
  // Thursday, December 10: the weekly lesson of its week is on Tuesday.
  expect(await shown(instead('2026-12-10'))).toEqual(['2026-12-07', '2026-11-23', '2026-12-08'])
  expect(await shown(`${instead('2026-12-10')}&from=2026-11-23`)).toEqual(['2026-11-23', '2026-11-20', tuesday])
  expect(await shown(instead(tuesday))).toEqual(['2026-11-23', '2026-11-20', tuesday])
  expect(await shown(instead('2026-11-21'))).toEqual(['2026-11-20', null, tuesday])
  expect(await shown(instead('2027-03-01'))).toEqual(['2026-11-20', null, tuesday])
})

test('A lesson past the cutoff says so before it is booked, in the list and where it is offered', async () => {
  const day = { scheduledTime: '16:00', lessonType: 'Group Lesson', lessonDate: toDbDate(tuesday) }
  const line = { studentId: child, weekly: false, position: 1, byId: guardian }
  const { id: waitingId } = await prisma.waiting.create({ data: { ...line, ...day } })
  const expiresAt = new Date('2026-11-24T18:00:00Z')
  const { id } = await prisma.placeOffer.create({ data: { waitingId, lessonDate: day.lessonDate, expiresAt } })
  const isLate = async () => {
    const listed = (await family.get(loader, path)).body.days[0].lessons[0].isLate
    expect((await family.get(offer, `/offers/${id}`, { id: String(id) })).body).toMatchObject({ isLate: listed })
    return listed
  }
  setClock('2026-11-23T15:59:59-05:00')
  expect(await isLate()).toBe(false)
  setClock('2026-11-23T16:00:00-05:00')
  expect(await isLate()).toBe(true)
  setClock('2026-11-20T15:00:00Z')
})

test('An offer says who teaches, until when, and what taking it uses', async () => {
  const { id: kelly } = await prisma.user.create({ data: { firstName: 'Kelly', role: 'instructor' } })
  const { id: otto } = await rider({ firstName: 'Otto', email: null, password: null, guardianId: guardian })
  await grant(otto, '2026-11-01', '2026-11-30', { lessons: 1 })
  await emptySchedule()
  await weeklyPlace({ startDate: '2026-11-03', instructorId: kelly })
  const at = { scheduledTime: '16:00', lessonType: 'Group Lesson' }
  const offered = async (day: string) => {
    const line = { studentId: otto, weekly: false, position: 1, byId: guardian, lessonDate: toDbDate(day), ...at }
    const { id: waitingId } = await prisma.waiting.create({ data: line })
    const expiresAt = new Date('2026-11-24T18:00:00Z')
    const { id } = await prisma.placeOffer.create({ data: { waitingId, lessonDate: toDbDate(day), expiresAt } })
    return (await family.get(offer, `/offers/${id}`, { id: String(id) })).body
  }
  expect(await offered(tuesday)).toMatchObject({ who: 'Kelly', duration: 60, uses: 'lesson' })
  expect(await offered('2026-12-01')).toMatchObject({ uses: 'nothing' })
})

test('The email of an offer that the school ended leads to the one that Undo made for the same place in the line', async () => {
  const day = { scheduledTime: '16:00', lessonType: 'Group Lesson', lessonDate: toDbDate(tuesday) }
  const line = { studentId: child, weekly: true, position: 1, byId: guardian }
  const { id: waitingId } = await prisma.waiting.create({ data: { ...line, ...day } })
  const made = { waitingId, lessonDate: day.lessonDate, expiresAt: new Date('2026-11-24T18:00:00Z') }
  const { id } = await prisma.placeOffer.create({ data: { ...made, state: 'withdrawn', answeredAt: new Date() } })
  const open = () => family.get(offer, `/offers/${id}`, { id: String(id) })
  expect((await open()).body).toMatchObject({ ended: expect.stringContaining('no longer open') })
  const again = await prisma.placeOffer.create({ data: made })
  expect((await open()).headers.get('Location')).toBe(`/offers/${again.id}`)
})
