import { expect, it } from 'vitest'
import { lessonTimesOf, offeredTimes } from '~/models/school/lesson-times'
import { prisma } from '~/platform/db.server'
import { loader as rootLoader } from '~/root'
import { toDbDate } from '~/utils/dates'
import { RIDE_TYPES } from '../../../../prisma/seed/catalog'
import { admin, grant, rider, rideTypes, signedIn } from '../../../../test/factories'
import { emptySchedule } from '../../../../test/schedule'
import { statementsOf } from '../../../../test/statements'
import { loader } from './week'

const LESSON_TIMES = offeredTimes(lessonTimesOf())

await rideTypes()
// An existing school, because the week of a new one also queries its next steps.
await prisma.school.create({ data: { startHidden: true } })
const office = await signedIn(await admin())
const riders = await Promise.all(Array.from({ length: 10 }, () => rider()))
const riderIds = riders.map(({ id }) => id)
for (const id of riderIds.slice(0, 5)) await grant(id, '2026-11-01', '2026-11-30')

/** Creates lessons with two riders each, spread over all days, times two hours apart, and types. */
async function fillWeek(lessons: number) {
  await emptySchedule()
  const times = LESSON_TIMES.filter((_, n) => n % 4 === 0)
  const places = Array.from({ length: lessons }, (_, n) => {
    const kind = Math.floor(n / (7 * times.length))
    const place = {
      dayOfWeek: n % 7,
      scheduledTime: times[Math.floor(n / 7) % times.length] ?? '',
      lessonType: RIDE_TYPES[kind]?.name ?? '',
      startDate: toDbDate('2026-11-01'),
    }
    return riderIds.slice(kind * 2, kind * 2 + 2).map((studentId) => ({ ...place, studentId }))
  })
  await prisma.weeklyPlace.createMany({ data: places.flat() })
}

/** Returns the statements of the whole page. */
async function statementsOfWeek(): Promise<string[]> {
  const { answer, statements } = await statementsOf(() =>
    Promise.all([office.get(loader, '/admin?week=2026-11-23'), office.get(rootLoader, '/admin?week=2026-11-23')]),
  )
  const lessons = answer[0].html?.join('').match(/<article/g) ?? []
  return [...statements, `${lessons.length} lessons`]
}

it('sends two statements, whatever the number of lessons: one for the viewer and the school, one for the whole week', async () => {
  await fillWeek(10)
  const few = await statementsOfWeek()
  await fillWeek(200)
  const many = await statementsOfWeek()
  expect([few.pop(), many.pop()]).toEqual(['10 lessons', '200 lessons'])
  expect(few).toHaveLength(2)
  expect(many.sort()).toEqual(few.sort())
})
