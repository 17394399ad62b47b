import { beforeEach, expect, test } from 'vitest'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { emptyTables, rider, rideTypes, weeklyPlace, weeklyRider } from '../../../../test/factories'
import { refusal } from '../../../../test/schedule'
import { endSeasonLesson, joinSeason } from './edit-season.server'
import { ownSeason, saveOwnWishes } from './family-wishes.server'
import { wishKey } from './plan'
import { addSeason, askFamilies, loadPlan } from './season.server'

const TYPE = 'Group Lesson'
const STARTS = '2027-01-05'
let season: number
let dana: string
let ava: string
let max: string

const place = (day: string, time: string, more: object = {}) => weeklyPlace({ startDate: day, time, ...more })
const child = (firstName: string, change: object = {}) =>
  ({ firstName, lastName: 'Novak', email: null, password: null, guardianId: dana, ...change }) as const
const wish = (who: string, ...times: string[]) => ({ rider: who, type: TYPE, times })
const save = (userId: string, ...rides: ReturnType<typeof wish>[]) => saveOwnWishes(userId, season, rides)
const said = async () => (await loadPlan(season)).wishes
const offeredOf = async (userId: string, riderId: string, type = TYPE) =>
  (await ownSeason(userId, season)).rides
    .filter((ride) => ride.riderId === riderId && ride.type === type)
    .flatMap(({ offered }) => offered.flatMap(({ options }) => options.map(({ value }) => value)))

beforeEach(async () => {
  setClock('2026-12-10T15:00:00Z')
  await emptyTables()
  await rideTypes()
  dana = (await rider({ firstName: 'Dana', lastName: 'Novak', ridesToo: false })).id
  // Ava rides on Tuesdays at 4:30 PM, and Max at 4:00 PM.
  ava = (await weeklyRider(child('Ava'), { time: '16:30' })).id
  max = (await weeklyRider(child('Max'))).id
  await place('2026-11-05', '17:00')
  season = await addSeason({ name: 'Spring', startsOn: STARTS })
  await askFamilies(season, '2026-12-18')
  return () => setClock(null)
})

test('A family sees each of its riders with the times now, the times to choose from, and what it said', async () => {
  await save(dana, wish(ava, '4 17:00', '2 16:30'))
  const own = await ownSeason(dana, season)
  expect(own).toMatchObject({
    season: { id: season, name: 'Spring', startsOn: STARTS, askedThrough: '2026-12-18' },
    state: 'open',
  })
  const [first, second] = own.rides
  expect(own.rides).toHaveLength(2)
  expect(first).toEqual({
    riderId: ava,
    rider: 'Ava',
    type: TYPE,
    now: ['Tuesday 4:30 PM'],
    offered: [
      {
        label: 'Tuesday',
        options: [
          { value: '2 16:00', label: 'Tuesday 4:00 PM' },
          { value: '2 16:30', label: 'Tuesday 4:30 PM' },
        ],
      },
      { label: 'Thursday', options: [{ value: '4 17:00', label: 'Thursday 5:00 PM' }] },
    ],
    said: [
      { value: '4 17:00', label: 'Thursday 5:00 PM', isOffered: true },
      { value: '2 16:30', label: 'Tuesday 4:30 PM', isOffered: true },
    ],
  })
  expect(second).toMatchObject({ riderId: max, rider: 'Max', now: ['Tuesday 4:00 PM'], said: [] })
  expect(await said()).toEqual(new Map([[wishKey(ava, TYPE), ['4 17:00', '2 16:30']]]))
})

test('Two rides of a type are one question, those of two types are two, and who joins by the change is not asked', async () => {
  await place('2026-11-05', '17:00', { riderId: ava })
  await place('2026-11-06', '10:00', { riderId: ava, type: 'Private Lesson' })
  const leo = (await rider(child('Leo'))).id
  await joinSeason(season, leo, { dayOfWeek: 2, time: '16:00', type: TYPE })
  const { rides } = await ownSeason(dana, season)
  expect(rides.map(({ rider: name, type, now }) => [name, type, now])).toEqual([
    ['Ava', TYPE, ['Tuesday 4:30 PM', 'Thursday 5:00 PM']],
    ['Ava', 'Private Lesson', ['Friday 10:00 AM']],
    ['Max', TYPE, ['Tuesday 4:00 PM']],
  ])
  expect(await offeredOf(dana, ava, 'Private Lesson')).toEqual(['5 10:00'])
})

test('Answers replace each other, and none takes back what was said', async () => {
  await save(dana, wish(ava, '2 16:00'), wish(max, '4 17:00'))
  await save(dana, wish(ava, '4 17:00', '2 16:00'), wish(max))
  expect(await said()).toEqual(new Map([[wishKey(ava, TYPE), ['4 17:00', '2 16:00']]]))
})

test('Nobody sees or answers for the riders of another family, nor for a type that a rider does not have', async () => {
  const other = (await weeklyRider({ firstName: 'Ben' })).id
  expect((await ownSeason(other, season)).rides.map(({ riderId }) => riderId)).toEqual([other])
  await expect(save(other, wish(other, '2 16:00'), wish(ava, '2 16:00'))).rejects.toEqual(
    refusal(404, 'Rider not found'),
  )
  await expect(save(dana, wish(other, '2 16:00'))).rejects.toEqual(refusal(404, 'Rider not found'))
  // A guardian answers for her children; a child with a sign-in of its own for itself alone.
  await expect(save(ava, wish(max, '2 16:00'))).rejects.toEqual(refusal(404, 'Rider not found'))
  const ofOtherType = { ...wish(ava, '2 16:00'), type: 'Private Lesson' }
  await expect(saveOwnWishes(dana, season, [ofOtherType])).rejects.toEqual(
    refusal(404, 'This ride is no longer on the schedule'),
  )
  await prisma.user.update({ where: { id: max }, data: { hiddenAt: new Date() } })
  expect((await ownSeason(dana, season)).rides.map(({ riderId }) => riderId)).toEqual([ava])
  await expect(save(dana, wish(max, '2 16:00'))).rejects.toEqual(refusal(404, 'Rider not found'))
  expect(await said()).toEqual(new Map())
})

test('A season of which nobody is asked is not there, and one that is published takes no more answers', async () => {
  const draft = await addSeason({ name: 'Summer', startsOn: '2027-06-01' })
  for (const id of [draft, 999_999]) {
    await expect(ownSeason(dana, id)).rejects.toEqual(refusal(404, 'This season no longer exists'))
    await expect(saveOwnWishes(dana, id, [wish(ava, '2 16:00')])).rejects.toEqual(
      refusal(404, 'This season no longer exists'),
    )
  }
  await prisma.season.update({ where: { id: season }, data: { publishedAt: new Date() } })
  expect(await ownSeason(dana, season)).toMatchObject({ state: 'published', rides: [] })
  await expect(save(dana, wish(ava, '2 16:00'))).rejects.toEqual(refusal(409, 'is published'))
})

test('After the last day, which ends at midnight at the school, what was said is shown and stays', async () => {
  setClock('2026-12-19T04:59:00Z')
  await save(dana, wish(ava, '2 16:00'))
  setClock('2026-12-19T05:01:00Z')
  expect(await ownSeason(dana, season)).toMatchObject({
    state: 'closed',
    rides: [{ said: [{ value: '2 16:00' }] }, {}],
  })
  await expect(save(dana, wish(ava, '4 17:00'))).rejects.toEqual(
    refusal(409, 'Answers were open through Friday, Dec 18, 2026. Please tell the office.'),
  )
  expect(await said()).toEqual(new Map([[wishKey(ava, TYPE), ['2 16:00']]]))
})

test('Only times of the season are accepted; one that ended since is shown as said and not offered', async () => {
  await save(dana, wish(ava, '4 17:00', '2 16:00'))
  await endSeasonLesson(season, { dayOfWeek: 4, time: '17:00', type: TYPE })
  expect(await offeredOf(dana, ava)).toEqual(['2 16:00', '2 16:30'])
  const [first] = (await ownSeason(dana, season)).rides
  expect(first?.said).toEqual([
    { value: '4 17:00', label: 'Thursday 5:00 PM', isOffered: false },
    { value: '2 16:00', label: 'Tuesday 4:00 PM', isOffered: true },
  ])
  for (const time of ['4 17:00', '3 16:00']) {
    const sent = save(dana, wish(max, '2 16:00'), wish(ava, '2 16:00', time))
    await expect(sent).rejects.toEqual(refusal(400, /^Ava: .* is no longer offered/))
  }
  // Nothing of a refused form is saved.
  expect(await said()).toEqual(new Map([[wishKey(ava, TYPE), ['4 17:00', '2 16:00']]]))
})

test('A rider is offered lessons for any level and for its own, and without a level those for any', async () => {
  const levelOf = (time: string, level: string) =>
    prisma.weeklyPlace.updateMany({ where: { scheduledTime: time }, data: { level } })
  await levelOf('17:00', 'novice')
  await levelOf('16:00', 'advanced')
  expect(await offeredOf(dana, ava)).toEqual(['2 16:30'])
  await prisma.user.update({ where: { id: ava }, data: { level: 'novice' } })
  expect(await offeredOf(dana, ava)).toEqual(['2 16:30', '4 17:00'])
  await expect(save(dana, wish(ava, '2 16:00'))).rejects.toEqual(refusal(400, 'no longer offered'))
  await save(dana, wish(ava, '4 17:00'))
})

test('Families that answer at once, and one that answers twice at once, each keep one whole answer', async () => {
  const others = await Promise.all(
    Array.from({ length: 4 }, async (_, i) => (await weeklyRider({ firstName: `Rider ${i}` })).id),
  )
  await Promise.all([
    ...others.map((id) => save(id, wish(id, '4 17:00'))),
    save(dana, wish(ava, '2 16:00'), wish(max, '2 16:00')),
    save(dana, wish(max, '4 17:00'), wish(ava, '4 17:00')),
  ])
  const wishes = await said()
  expect(wishes.size).toBe(6)
  for (const id of others) expect(wishes.get(wishKey(id, TYPE))).toEqual(['4 17:00'])
  expect(wishes.get(wishKey(ava, TYPE))).toEqual(wishes.get(wishKey(max, TYPE)))
})
