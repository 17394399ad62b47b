import { beforeEach, expect, test } from 'vitest'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { toDbDate } from '~/utils/dates'
import { grant, rider, rideTypes, weeklyPlace } from '../../../test/factories'
import { emptySchedule } from '../../../test/schedule'
import { loadDaySheet } from './day-sheet.server'
import { loadOfficeWeek } from './week.server'

let emma: string

beforeEach(async () => {
  await rideTypes()
  await emptySchedule()
  emma = (await rider()).id
})

const covers = async (day: string) =>
  (await loadOfficeWeek(day, { today: today(), time: '12:00' })).days.flatMap(({ date, lessons }) =>
    lessons.flatMap(({ riders }) => riders.map(({ cover }) => [date, cover])),
  )

test('The week and the day sheet flag the ride that will be one too many, and no other', async () => {
  await weeklyPlace({ riderId: emma, startDate: '2026-12-01' })
  await weeklyPlace({ riderId: emma, startDate: '2026-12-03' })
  await grant(emma, '2026-12-01', '2026-12-31')
  expect(await covers('2026-12-08')).toEqual([
    ['2026-12-08', undefined],
    ['2026-12-10', undefined],
  ])
  expect(await covers('2026-12-15')).toEqual([
    ['2026-12-15', 'over'],
    ['2026-12-17', 'over'],
  ])
  expect((await loadDaySheet('2026-12-15'))[0]?.riders).toMatchObject([{ used: 0, allowed: 4, cover: 'over' }])
})

test('In a month to come a rider with a running subscription renews, and one without has no allowance', async () => {
  await weeklyPlace({ riderId: emma, startDate: '2026-11-24' })
  await grant(emma, '2026-11-01', '2026-11-30')
  expect(await covers('2026-11-30')).toEqual([['2026-12-01', 'none']])
  const period = { currentPeriodStart: toDbDate('2026-11-01'), currentPeriodEnd: toDbDate('2026-12-01') }
  const { id } = await prisma.subscription.create({ data: { userId: emma, ...period } })
  expect(await covers('2026-11-24')).toEqual([['2026-11-24', undefined]])
  expect(await covers('2026-11-30')).toEqual([['2026-12-01', 'renews']])
  await prisma.subscription.update({ where: { id }, data: { cancelAtPeriodEnd: true, endsOn: toDbDate('2026-11-30') } })
  expect(await covers('2026-11-30')).toEqual([['2026-12-01', 'none']])
})
