import { beforeEach, expect, test } from 'vitest'
import { loadOfficeWeek } from '~/models/office-week/week.server'
import { setClock, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { toDbDate } from '~/utils/dates'
import { grant, rider, rideTypes, weeklyPlace } from '../../../../test/factories'
import { emptySchedule } from '../../../../test/schedule'
import { loadDaySheet } from './day-sheet.server'

const NOVEMBER = '2026-11-20'

let emma: string

beforeEach(async () => {
  await rideTypes()
  await emptySchedule()
  emma = (await rider()).id
})

const words = async (day: string, at = today()) =>
  (await loadOfficeWeek(day, { today: at, time: '12:00' })).days.flatMap(({ date, lessons }) =>
    lessons.flatMap(({ riders }) => riders.map(({ word, due }) => [date, word, due])),
  )

test('The week and the day sheet flag the ride that will exceed the allowance, and no other', async () => {
  await weeklyPlace({ riderId: emma, startDate: '2026-12-01' })
  await weeklyPlace({ riderId: emma, startDate: '2026-12-03' })
  await grant(emma, '2026-12-01', '2026-12-31')
  const december = '2026-12-05'
  expect(await words('2026-12-08', december)).toEqual([
    ['2026-12-08', undefined, undefined],
    ['2026-12-10', undefined, undefined],
  ])
  expect(await words('2026-12-15', december)).toEqual([
    ['2026-12-15', 'goes over', true],
    ['2026-12-17', 'goes over', true],
  ])
  setClock(`${december}T15:00:00Z`)
  expect((await loadDaySheet('2026-12-15'))[0]?.riders).toMatchObject([{ due: 'goes over' }])
  setClock('2026-11-22T15:00:00Z')
  expect((await loadDaySheet('2026-12-15'))[0]?.riders[0]).not.toHaveProperty('due')
  setClock(null)
})

test('In a coming month a rider with a running subscription renews, and one without has not paid yet; nothing is due', async () => {
  await weeklyPlace({ riderId: emma, startDate: '2026-11-24' })
  await grant(emma, '2026-11-01', '2026-11-30')
  expect(await words('2026-11-30', NOVEMBER)).toEqual([['2026-12-01', 'not paid yet', undefined]])
  const period = { currentPeriodStart: toDbDate('2026-11-01'), currentPeriodEnd: toDbDate('2026-12-01') }
  const { id } = await prisma.subscription.create({ data: { userId: emma, riderId: emma, ...period } })
  expect(await words('2026-11-24', NOVEMBER)).toEqual([['2026-11-24', undefined, undefined]])
  expect(await words('2026-11-30', NOVEMBER)).toEqual([['2026-12-01', 'renews Dec 1', undefined]])
  await prisma.subscription.update({ where: { id }, data: { cancelAtPeriodEnd: true, endsOn: toDbDate('2026-11-30') } })
  expect(await words('2026-11-30', NOVEMBER)).toEqual([['2026-12-01', 'not paid yet', undefined]])
})
