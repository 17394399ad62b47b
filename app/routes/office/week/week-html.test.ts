import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { loadOfficeWeek } from '~/models/office-week/week.server'
import { lessonTimesOf, offeredTimes } from '~/models/school/lesson-times'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { addDays, toDbDate } from '~/utils/dates'
import { admin, grant, rider, rideTypes, signedIn } from '../../../../test/factories'
import { emptySchedule } from '../../../../test/schedule'
import type { Visitor } from '../../../../test/visitor'
import { loader } from './week'

const LESSON_TIMES = offeredTimes(lessonTimesOf())

const FIRST = ['Ava', 'Liam', 'Mia', 'Noah', 'Zoe', 'Maximilian', 'Samantha', 'Oscar', 'Ivy', 'Theodore', 'Ruth']
const LAST = ['Harper', 'Nguyen', "O'Brien", 'Featherstone', 'Smith', 'Kowalski', 'Washington-Moore', 'Lee', 'Okafor']
const MONDAY = '2026-11-23'
const MARKS = ['present', 'absent', 'makeup', 'present', 'present']

setClock('2026-11-26T15:00:00Z')
await rideTypes()
const annabel = await admin({ firstName: 'Annabel', lastName: 'Deskworth' })
const ann = await signedIn(annabel)
const bob = await signedIn(await admin({ firstName: 'Bobby', lastName: 'Officer' }))

/** Creates 170 lessons with a rider each, half of them recorded, with horses and allowances. */
beforeEach(async () => {
  await emptySchedule()
  await prisma.horse.createMany({
    data: ['Bella', 'Thunder', 'Copper', 'Willow'].map((name) => ({ name, dayLimit: 0, weekLimit: 0 })),
    skipDuplicates: true,
  })
  const horses = await prisma.horse.findMany({ take: 4 })
  const riders = await Promise.all(
    Array.from({ length: 60 }, (_, n) => rider({ firstName: FIRST[n % 11], lastName: LAST[n % 9] })),
  )
  for (const { id } of riders.slice(0, 40)) await grant(id, '2026-11-01', '2026-11-30')
  const rides = Array.from({ length: 170 }, (_, n) => ({
    studentId: riders[n % 60]?.id ?? '',
    date: addDays(MONDAY, n % 7),
    scheduledTime: LESSON_TIMES[Math.floor(n / 7) % 24] ?? '',
    type: (n + Math.floor(n / 168)) % 2 ? 'Group Lesson' : 'Private Lesson',
  }))
  await prisma.weeklyPlace.createMany({
    data: rides.map(({ studentId, date, scheduledTime, type }) => ({
      studentId,
      scheduledTime,
      lessonType: type,
      duration: 30,
      startDate: toDbDate('2026-11-01'),
      dayOfWeek: toDbDate(date).getUTCDay(),
    })),
  })
  await prisma.ride.createMany({
    data: rides
      .filter((_, n) => n % 7 < 4)
      .map(({ date, ...ride }, n) => ({ ...ride, scheduledDate: toDbDate(date), attendance: MARKS[n % 5] })),
  })
  await prisma.horseUsage.createMany({
    data: rides.map(({ studentId, date, scheduledTime, type }, n) => ({
      studentId,
      lessonTime: scheduledTime,
      lessonType: type,
      usageDate: toDbDate(date),
      duration: 30,
      horseId: horses[n % 4]?.id ?? 0,
      horseName: 'x',
      studentName: 'x',
    })),
    skipDuplicates: true,
  })
})

const open = async (visitor: Visitor) => (await visitor.get(loader, `/admin?week=${MONDAY}`)).html ?? []
const week = () => loadOfficeWeek(MONDAY, { today: '2026-11-26', time: '10:00' })
const ofDay = (date: string) => ({ scheduledDate: toDbDate(date), attendance: 'present' })

test('A week of 170 lessons has at most 2,020 elements and 9.6 kB, apart from the page around it', async () => {
  const html = (await open(ann)).join('')
  expect(html.match(/<article/g)).toHaveLength(170)
  expect(html.match(/<[a-z]/g)?.length).toBeLessThanOrEqual(2_020)
  expect(gzipSync(html).length).toBeLessThanOrEqual(9_600)
})

test('The cached HTML of a week is the same for everyone in the office, and contains nothing about the viewer', async () => {
  const [first, second] = [await open(ann), await open(bob)]
  expect(second).toEqual(first)
  for (const visitor of [ann, bob]) {
    const { csrf, viewer } = await visitor.page()
    for (const own of [csrf, viewer?.id, viewer?.email, viewer?.firstName, viewer?.lastName, 'nonce', 'csrf']) {
      expect(first.join('')).not.toContain(own)
    }
  }
})

test('A change is in the next answer, in its day alone, even if nothing announced it', async () => {
  const [before, html] = [await week(), await open(ann)]
  await prisma.ride.updateMany({ where: ofDay('2026-11-24'), data: { attendance: 'absent' } })
  const [after, changed] = [await week(), await open(ann)]
  expect(after.days.map((day, i) => day === before.days[i])).toEqual([true, false, true, true, true, true, true])
  expect(changed.map((part, i) => part === html[i])).toEqual([true, true, false, true, true, true, true, true])
  expect(changed[2]).not.toContain('data-mark="present"')
})

test('The line for the current time moves every minute, and the count of unrecorded rides with each lesson that ends', async () => {
  const html = await open(ann)
  setClock('2026-11-26T15:30:00Z')
  const later = await open(ann)
  setClock('2026-11-26T15:00:00Z')
  expect(later.map((part, i) => part === html[i])).toEqual([true, true, true, true, false, true, true, true])
  expect([html[4], later[4]]).toEqual([
    expect.stringContaining('Now 10:00 AM'),
    expect.stringContaining('Now 10:30 AM'),
  ])
  setClock('2026-11-27T23:00:00Z')
  const [tomorrow = ''] = await open(await signedIn(annabel))
  setClock('2026-11-26T15:00:00Z')
  expect(html[0]).not.toContain('24 to mark')
  expect(tomorrow).toMatch(/\d+ to mark/)
})
