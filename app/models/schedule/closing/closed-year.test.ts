import { beforeEach, expect, test } from 'vitest'
import { closeDay } from '~/models/schedule/change/close-day.server'
import { prisma } from '~/platform/db.server'
import { openOffice, weeklyPlace, weeklyRider } from '../../../../test/factories'
import { emptySchedule } from '../../../../test/schedule'
import { closedYear } from './closed-year.server'

const { officeId: office } = await openOffice('2026-12-16T15:00:00Z')

/** Lessons on Thursdays and Fridays. */
beforeEach(async () => {
  await emptySchedule()
  await prisma.auditEntry.deleteMany()
  const { id: riderId } = await weeklyRider({}, { startDate: '2026-11-05' })
  await weeklyPlace({ riderId, startDate: '2026-11-06' })
})

const close = (date: string, reason = 'Winter break') => closeDay(office, date, { from: null, reason })

test('Closed days are a break as long as no lesson is between them, and apart from what was closed for another reason', async () => {
  await close('2026-11-26', 'Thanksgiving')
  for (const date of ['2026-12-24', '2026-12-25', '2026-12-31', '2027-01-07', '2027-01-08']) await close(date)
  const { ahead, before } = await closedYear('2026-12-16')
  const closed = 'Closed: Winter break'
  expect(before).toEqual([{ from: '2026-11-26', through: '2026-11-26', days: 1, closed: 'Closed: Thanksgiving' }])
  expect(ahead).toEqual([
    { from: '2026-12-24', through: '2026-12-31', days: 3, closed },
    { from: '2027-01-07', through: '2027-01-08', days: 2, closed },
  ])
  expect((await closedYear('2026-12-31')).ahead[0]).toMatchObject({ from: '2026-12-24' })
  expect((await closedYear('2027-01-01')).before).toEqual([])
})

test('The usual holidays of a year are proposed if there are lessons, until they are closed', async () => {
  const proposed = async () => (await closedYear('2026-12-16')).proposed.map(({ date }) => date)
  const days = ['2026-12-24', '2026-12-25', '2026-12-31', '2027-01-01', '2027-11-11', '2027-11-25', '2027-11-26']
  expect(await proposed()).toEqual(days)
  await close('2026-12-24', 'Christmas Eve')
  expect(await proposed()).toEqual(days.slice(1))
})
