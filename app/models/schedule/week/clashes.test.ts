import { expect, test } from 'vitest'
import { loadOfficeWeek } from '~/models/office-week/week.server'
import { loadDaySheet } from '~/models/schedule/rides/day-sheet.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { rider, rideTypes, weeklyPlace } from '../../../../test/factories'

const tuesday = '2026-11-24'

test('If an instructor has two lessons at once, each lesson names the other, on the sheet and in the week', async () => {
  setClock('2026-11-24T11:00:00Z')
  await rideTypes()
  const { id: kelly } = await rider({ firstName: 'Kelly', role: 'instructor' })
  for (const [time, type] of [
    ['18:30', 'Group Lesson'],
    ['18:00', 'Private Lesson'],
    ['19:30', 'Hack'],
  ] as const) {
    await weeklyPlace({ riderId: (await rider()).id, startDate: tuesday, time, type })
  }
  await prisma.weeklyPlace.updateMany({ data: { instructorId: kelly } })
  const said = [
    ['18:00', '6:30 PM Group Lesson'],
    ['18:30', '6:00 PM Private Lesson'],
    ['19:30', undefined],
  ]
  expect((await loadDaySheet(tuesday)).map(({ time, twice }) => [time, twice])).toEqual(said)
  const { days } = await loadOfficeWeek(tuesday, { today: tuesday, time: '06:00' })
  expect(days.flatMap(({ lessons }) => lessons.map(({ time, twice }) => [time, twice]))).toEqual(said)
  setClock(null)
})
