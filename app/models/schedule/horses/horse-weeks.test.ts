import { beforeEach, expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { addDays, toDbDate } from '~/utils/dates'
import { emptyTables, horse, rider, rideTypes } from '../../../../test/factories'
import { loadHorseWeeks } from './horse-weeks.server'

const week = '2026-11-16'

beforeEach(async () => {
  await emptyTables()
  await rideTypes()
})

const goOut = async (name: { id: number; name: string }, day: string, time: string) => {
  const { id } = await rider()
  const use = { horseId: name.id, horseName: name.name, studentId: id, studentName: 'Emma Stone', lessonType: 'Hack' }
  await prisma.horseUsage.create({ data: { ...use, usageDate: toDbDate(day), lessonTime: time } })
}

test('Eight weeks have their rides in order, and two rides of a day leave one day less off', async () => {
  const bella = await horse()
  await goOut(bella, addDays(week, -49), '09:00')
  await goOut(bella, addDays(week, -50), '09:00')
  await goOut(bella, addDays(week, 2), '09:00')
  await goOut(bella, addDays(week, 2), '11:00')
  // Nobody has ridden yet what is to come.
  await goOut(bella, addDays(week, 6), '09:00')
  const { from, days, horses } = await loadHorseWeeks(week, addDays(week, 5))
  expect([from, days]).toEqual(['2026-09-28', 55])
  expect(horses).toEqual([{ horseId: bella.id, weeks: [1, 0, 0, 0, 0, 0, 0, 2], outings: 3, daysOff: 53 }])
})

test('Weeks that have not begun have no days', async () => {
  expect(await loadHorseWeeks('2027-03-01', '2026-11-22')).toMatchObject({ days: 0, horses: [] })
})
