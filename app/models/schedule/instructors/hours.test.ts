import { beforeAll, expect, test } from 'vitest'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { loader } from '~/routes/office/settings/instructors/hours'
import { loader as file } from '~/routes/office/settings/instructors/hours-export'
import { admin, rider, rideTypes, signedIn, weeklyRider } from '../../../../test/factories'

beforeAll(async () => {
  setClock('2026-11-16T15:00:00Z')
  await rideTypes()
})

test('The hours of a month are the same on the screen and in the file, for the office alone', async () => {
  const coach = await rider({ firstName: 'Marcus', lastName: 'Hale', role: 'instructor' })
  await weeklyRider()
  await prisma.weeklyPlace.updateMany({ data: { instructorId: coach.id } })
  const office = await signedIn(await admin())
  const { body } = await office.get(loader, '/settings/instructors/hours?month=2026-11')
  expect(body).toMatchObject({ month: 'November 2026', before: '2026-10', after: '2026-12' })
  expect(body.hours).toEqual([{ id: coach.id, name: 'Marcus Hale', lessons: 4, minutes: 240, rides: 4, ahead: 120 }])
  const { body: text, headers } = await office.get(file, '/settings/instructors/hours/export?month=2026-11')
  expect(headers.get('Content-Disposition')).toContain('instructor_hours_2026-11.csv')
  expect(String(text).trim().split('\r\n').at(-1)).toBe('Marcus Hale,4,4,4,2')
  expect((await office.get(loader, '/settings/instructors/hours?month=soon')).body.month).toBe('November 2026')
  const teacher = await signedIn(coach)
  expect((await teacher.get(loader, '/settings/instructors/hours')).status).toBe(403)
  expect((await teacher.get(file, '/settings/instructors/hours/export')).status).toBe(403)
})
