import { beforeEach, describe, expect, test } from 'vitest'
import { moveRider } from '~/models/schedule/change/move-rider.server'
import { loadPlan } from '~/models/schedule/season/season.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { action as undo } from '~/routes/office/lessons/undo'
import { toDbDate } from '~/utils/dates'
import { addMinutes } from '~/utils/time-of-day'
import { admin, grant, openOffice, rider, weeklyPlace } from '../../../../test/factories'
import { rendered } from '../../../../test/rendered'
import { emptySchedule, scheduleLines } from '../../../../test/schedule'
import { action as addLesson } from './add-lesson'
import { action as addStudent, loader as addStudentLoader } from './add-student'
import { action as edit } from './edit-season'
import { action as lesson, loader as lessonLoader } from './lesson'
import { planView } from './plan-view'
import { action as publish, loader as publishLoader } from './publish'
import { action as remove } from './remove-season'
import { action as ride, loader as rideLoader } from './ride'
import Season, { loader, action as plan } from './season'
import { action as add, loader as list } from './seasons'
import WhatIf, { loader as whatIf } from './what-if'

const { office, officeId } = await openOffice('2026-12-10T15:00:00Z')
const [ann, ben] = (
  await Promise.all(['Ann', 'Ben'].map((firstName) => rider({ firstName, lastName: 'Reed', level: 'novice' })))
).map(({ id }) => id) as [string, string]
const kelly = (await admin({ role: 'instructor', firstName: 'Kelly', lastName: null })).id
const tuesday = '2 16:00 Group Lesson'
const wednesday = '3 16:00 Group Lesson'
let path: string
let params: { season: string }

beforeEach(async () => {
  setClock('2026-12-10T15:00:00Z')
  await emptySchedule()
  await prisma.season.deleteMany()
  await weeklyPlace({ riderId: ann, startDate: '2026-11-03', instructorId: kelly })
  await weeklyPlace({ riderId: ben, startDate: '2026-11-04' })
  const answer = await office.post(add, '/admin/seasons', { name: ' Spring ', startsOn: '2027-01-05' })
  path = answer.headers.get('Location') ?? ''
  params = { season: path.split('/').at(-1) ?? '' }
})

const ridePath = (key: string) => `${path}/ride?ride=${encodeURIComponent(key)}`
const shown = async () => (await office.get(loader, path, params)).body
const seats = async (): Promise<unknown[]> =>
  (await shown()).plan.days.flatMap(({ lessons }: ReturnType<typeof planView>['days'][number]) =>
    lessons.map(({ key, riders }) => [key, riders.map(({ name }) => name)]),
  )

describe('a season', () => {
  test('It begins as the week is on its first day, and is listed as a plan', async () => {
    expect(await seats()).toEqual([
      [tuesday, ['Ann Reed']],
      [wednesday, ['Ben Reed']],
    ])
    expect((await office.get(list, '/admin/seasons')).body.seasons).toMatchObject([
      { name: 'Spring', startsOn: 'Jan 5, 2027', isPublished: false },
    ])
    const early = await office.post(add, '/admin/seasons', { name: 'Fall', startsOn: '2026-12-10' })
    expect(early.body.lastResult.error).toEqual({ startsOn: ['Choose a day to come'] })
  })

  test('Riders are placed by the times that their families named, or the office says why not', async () => {
    await prisma.rideType.update({ where: { name: 'Group Lesson' }, data: { capacity: 1 } })
    const to = { 'times[0]': '3 16:00', 'times[1]': '' }
    await office.post(ride, ridePath(`${ann} ${tuesday}`), { to: '', ...to }, params)
    expect((await shown()).plan?.unmet).toMatchObject([{ name: 'Ann Reed', why: 'The one time is full: one spot' }])
    const most = 'No plan gives more rides a time they asked for.'
    expect(await rendered(Season, await shown())).toContain(most)
    await office.post(ride, ridePath(`${ben} ${wednesday}`), { to: '', 'times[0]': '2 16:00' }, params)
    expect((await shown()).plan?.unmet[0]).toMatchObject({ why: 'Solve finds Wednesday 4:00 PM Group Lesson' })
    expect(await rendered(Season, await shown())).not.toContain(most)
    const unsolved = planView(await loadPlan(Number(path.split('/').at(-1))), null, null)
    expect(unsolved).toMatchObject({ isSolved: false, unmet: [{ why: 'Solve may find one of their times' }, {}] })
    expect(await rendered(Season, { ...(await shown()), plan: unsolved })).toContain(
      'In a week of more than 2,000 rides, this page does not say what Solve would find',
    )
    expect((await shown()).plan?.isSolved).toBe(true)
    await office.post(plan, path, { intent: 'solve' }, params)
    await expect(office).toToast('2 rides placed')
    expect(await seats()).toEqual([
      [tuesday, ['Ben Reed']],
      [wednesday, ['Ann Reed']],
    ])
    expect((await shown()).plan).toMatchObject({ rides: 2, changed: 2, asked: 2, placed: 2, unmet: [], without: [] })
    await prisma.rideType.update({ where: { name: 'Group Lesson' }, data: { capacity: null } })
  })

  test('Of a large week the page shows one day at a time: the day of its address, of the lesson or ride that is open, or the first', async () => {
    const { id: guardianId } = await rider()
    const many = Array.from({ length: 300 }, (_, i) => ({ id: `many-${i}`, firstName: `Rider ${i}`, guardianId }))
    await prisma.user.createMany({ data: many })
    const places = many.flatMap(({ id: studentId }, i) =>
      [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({
        ...{ studentId, dayOfWeek, lessonType: 'Group Lesson', startDate: toDbDate('2026-11-01') },
        scheduledTime: addMinutes('07:00', 15 * Math.floor(i / 12)),
      })),
    )
    await prisma.weeklyPlace.createMany({ data: places })
    const daysAt = async (query: string) => {
      const { plan } = (await office.get(loader, `${path}${query}`, params)).body
      expect(plan.weekdays).toHaveLength(7)
      return plan.days.map(({ name }: { name: string }) => name)
    }
    expect([await daysAt(''), await daysAt('?day=5'), await daysAt('?day=9')]).toEqual([
      ['Monday'],
      ['Friday'],
      ['Monday'],
    ])
    const thursday = '4 07:00 Group Lesson'
    expect(await daysAt(`/lesson?lesson=${encodeURIComponent(thursday)}`)).toEqual(['Thursday'])
    expect(await daysAt(`/ride?ride=${encodeURIComponent(`many-0 ${thursday}`)}`)).toEqual(['Thursday'])
    const html = await rendered(Season, await shown())
    expect(html).toContain('In a week of more than 2,000 rides, this page shows the lessons of one day at a time.')
    expect(html).toContain(`href="${path}?day=4"`)
    expect(html.length).toBeLessThan(400 * 1024)
  })

  test('Solve gives nobody a lesson in which no horse is left', async () => {
    const { id } = await prisma.horse.create({ data: { name: 'Bella', dayLimit: 1 } })
    await office.post(ride, ridePath(`${ann} ${tuesday}`), { to: '', 'times[0]': '3 16:00' }, params)
    await office.post(plan, path, { intent: 'solve' }, params)
    expect((await shown()).plan?.unmet).toMatchObject([
      { name: 'Ann Reed', why: 'The one time has no horse left: of 1, 1 is out at that time' },
    ])
    await prisma.horse.create({ data: { name: 'Scout' } })
    await office.post(plan, path, { intent: 'solve' }, params)
    expect((await shown()).plan).toMatchObject({ placed: 1, unmet: [] })
    await prisma.horse.deleteMany({ where: { OR: [{ id }, { name: 'Scout' }] } })
  })

  test('What the office chose stays when the plan is solved, until it lets go of it', async () => {
    await office.post(ride, ridePath(`${ann} ${tuesday}`), { to: 'nowhere', 'times[0]': '3 16:00' }, params)
    await office.post(plan, path, { intent: 'solve' }, params)
    expect((await office.get(rideLoader, ridePath(`${ann} ${tuesday}`), params)).body).toMatchObject({
      to: 'nowhere',
      now: 'Tuesday 4:00 PM Group Lesson',
      times: ['3 16:00'],
    })
  })

  test('Lessons are added and end, and a student joins one', async () => {
    const saturday = { dayOfWeek: '6', time: '10:00', type: 'Group Lesson', duration: '60', capacity: '3', level: '' }
    await office.post(addLesson, `${path}/lessons/new`, { ...saturday, instructorId: kelly }, params)
    const half = { ...saturday, time: '10:30', type: 'Private Lesson', instructorId: kelly }
    await office.post(addLesson, `${path}/lessons/new`, half, params)
    expect((await shown()).plan.days.at(-1).lessons).toMatchObject([
      { twice: 'also teaches 10:30 AM Private Lesson' },
      { twice: 'also teaches 10:00 AM Group Lesson' },
    ])
    const twice = await office.post(addLesson, `${path}/lessons/new`, saturday, params)
    expect(twice.body.lastResult.error).toEqual({ second: ['The season has a Saturday 10:00 AM Group Lesson already'] })
    expect((await office.get(addStudentLoader, `${path}/students/new`, params)).body.lessons.at(-1)).toEqual({
      label: 'Saturday',
      options: [
        { value: '6 10:00 Group Lesson', label: 'Sat 10:00 AM Group Lesson (0 of 3)' },
        { value: '6 10:30 Private Lesson', label: 'Sat 10:30 AM Private Lesson (0 of 3)' },
      ],
    })
    await office.post(addStudent, `${path}/students/new`, { riderId: ben, to: '6 10:00 Group Lesson' }, params)
    const end = `${path}/lesson?lesson=${encodeURIComponent(tuesday)}`
    await office.post(lesson, end, { intent: 'end' }, params)
    expect((await office.get(lessonLoader, end, params)).body).toMatchObject({ state: 'ends', riders: [] })
    expect((await shown()).plan).toMatchObject({ rides: 3, without: [{ name: 'Ann Reed', why: 'No time was named' }] })
    await office.post(lesson, end, { intent: 'keep' }, params)
    expect((await shown()).plan).toMatchObject({ without: [] })
  })

  test('It is published as shown, and a page from before a change of the week shows what would happen now', async () => {
    await office.post(ride, ridePath(`${ann} ${tuesday}`), { to: wednesday }, params)
    const { version, rides } = (await office.get(publishLoader, `${path}/publish`, params)).body
    expect(rides).toMatchObject([
      { name: 'Ann Reed', before: 'Tuesday 4:00 PM Group Lesson', after: 'Wednesday 4:00 PM Group Lesson' },
    ])
    const slot = (date: string) => ({ date, time: '16:00', type: 'Group Lesson' })
    await weeklyPlace({ startDate: '2026-11-05' })
    await moveRider(officeId, ben, { from: slot('2026-12-16'), to: slot('2026-12-17'), scope: 'weekly' })
    const late = await office.post(publish, `${path}/publish`, { version }, params)
    expect([late.status, late.headers.get('Location')]).toEqual([302, `${path}/publish`])
    await expect(office).toToast('Nothing was published')
    expect((await shown()).plan?.stale).toEqual([
      'Ann Reed: Tuesday 4:00 PM Group Lesson → Wednesday 4:00 PM Group Lesson',
    ])
    await office.post(plan, path, { intent: 'drop' }, params)
    await office.post(ride, ridePath(`${ann} ${tuesday}`), { to: '4 16:00 Group Lesson' }, params)
    const now = (await office.get(publishLoader, `${path}/publish`, params)).body.version
    await office.post(publish, `${path}/publish`, { version: now }, params)
    expect(await scheduleLines({ from: '2027-01-05', to: '2027-01-11' })).toEqual([
      '2027-01-05 16:00 Group Lesson: ',
      '2027-01-07 16:00 Group Lesson: Ann Reed, Ben Reed',
    ])
    const { toast } = await office.page()
    expect(toast).toMatchObject({ title: 'Season Published', description: 'Weekly rides: 1 moved' })
    expect(await shown()).toMatchObject({ isPublished: true, plan: null })
    const changed = await office.post(edit, `${path}/edit`, { name: 'Late', startsOn: '2027-02-01' }, params)
    expect(changed.status).toBe(409)
    await office.post(undo, '/admin/changes/undo', toast?.undo?.fields ?? {})
    expect(await shown()).toMatchObject({ isPublished: false })
  })

  test('Without an instructor, it says who finds another time, who falls out, and what they pay', async () => {
    await office.post(ride, ridePath(`${ben} ${wednesday}`), { to: tuesday }, params)
    await office.post(
      ride,
      ridePath(`${ann} ${tuesday}`),
      { to: '', 'times[0]': '3 16:00', 'times[1]': '2 16:00' },
      params,
    )
    const { teacher, horses, rides } = (
      await office.get(whatIf, `${path}/what-if?instructor=${kelly}&day=2&price=8`, params)
    ).body
    expect(teacher).toMatchObject({ name: 'Kelly', lessons: 1, out: 1, money: '$0.00' })
    expect(teacher?.hit).toMatchObject([
      { name: 'Ann Reed', to: 'Wednesday 4:00 PM Group Lesson' },
      { name: 'Ben Reed', to: null, why: 'No time was named' },
    ])
    // The school has no horses.
    expect([rides, horses.without]).toEqual([2, 2])
  })

  test('Without an instructor, a ride finds only what Solve would: no lesson without a horse, and the present time is none that was named', async () => {
    await office.post(ride, ridePath(`${ann} ${tuesday}`), { to: '', 'times[0]': '3 16:00' }, params)
    const without = async () => (await office.get(whatIf, `${path}/what-if?instructor=${kelly}&day=2`, params)).body
    expect((await without()).teacher).toMatchObject({ out: 0, hit: [{ to: 'Wednesday 4:00 PM Group Lesson' }] })
    await prisma.horse.create({ data: { name: 'Bella', dayLimit: 1 } })
    expect((await without()).teacher).toMatchObject({
      out: 1,
      hit: [{ to: null, why: 'The one time has no horse left: of 1, 1 is out at that time' }],
    })
    await prisma.horse.deleteMany()
    await office.post(ride, ridePath(`${ann} ${tuesday}`), { to: '' }, params)
    await office.post(ride, ridePath(`${ben} ${wednesday}`), { to: '', 'times[0]': '2 16:00' }, params)
    await office.post(plan, path, { intent: 'solve' }, params)
    const body = await without()
    expect(body.teacher).toMatchObject({ out: 1, unmet: 1 })
    expect(body.teacher?.hit).toMatchObject([
      { name: 'Ann Reed', to: null, why: 'No time was named' },
      { name: 'Ben Reed', to: 'Wednesday 4:00 PM Group Lesson', why: 'The one time has no Group Lesson' },
    ])
    expect(await rendered(WhatIf, body)).toContain('1 ride would stay at a time that the family did not name.')
    const said = 'it is not computed whether they would have a horse there.'
    expect(await rendered(WhatIf, body)).not.toContain(said)
    expect(await rendered(WhatIf, { ...body, teacher: body.teacher && { ...body.teacher, isShort: true } })).toContain(
      said,
    )
  })

  test('One more horse of a kind is shown with its rides, their money, and who gets a horse', async () => {
    await prisma.horse.create({ data: { name: 'Bella', weekLimit: 1, maxWeightLb: 150 } })
    const { id: packageId } = await prisma.package.create({ data: { name: 'Four', price: 200 } })
    await grant(ann, '2026-12-01', '2026-12-31', { packageId })
    await weeklyPlace({ riderId: ann, startDate: '2026-11-06' })
    const { horses, ...rest } = (await office.get(whatIf, `${path}/what-if`, params)).body
    expect(horses).toMatchObject({ without: 2, eachRide: '$100.00' })
    const all = { more: 2, money: '$200.00', riders: 'Ann Reed, Ben Reed' }
    expect(horses.kinds).toEqual([
      { kind: 'For every rider', ...all },
      { kind: 'For riders up to 150 lb', ...all },
      { kind: 'For Novice riders and up', ...all },
    ])
    expect(await rendered(WhatIf, { horses, ...rest })).toContain('A weekly ride brings $100.00 a month on average.')
    const said = 'In a week of more than 2,000 rides, horses for some riders only are not computed.'
    expect(await rendered(WhatIf, { horses, ...rest })).not.toContain(said)
    expect(await rendered(WhatIf, { horses: { ...horses, isPart: true }, ...rest })).toContain(said)
    await prisma.horse.deleteMany()
  })

  test('It is removed with everything that was planned and answered', async () => {
    await office.post(ride, ridePath(`${ann} ${tuesday}`), { to: wednesday, 'times[0]': '3 16:00' }, params)
    await office.post(remove, `${path}/remove`, {}, params)
    expect([await prisma.seasonPlace.count(), await prisma.seasonWish.count()]).toEqual([0, 0])
    await expect(loadPlan(Number(path.split('/').at(-1)))).rejects.toThrow('no longer exists')
  })
})
