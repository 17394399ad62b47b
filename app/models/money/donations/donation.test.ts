import { beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { admin, emptyOnly, rider } from '../../../../test/factories'
import { readDonation } from './donation.schema'
import { donationTotals, saveDonations } from './donation.server'
import { readTicket } from './event.schema'
import { listEvents, saveTickets } from './event.server'

const ZONE = 'America/New_York'
const TODAY = '2026-11-20'

const donation = (part: Record<string, unknown> = {}) => {
  const record = { id: 'd1', amount: '40.00', status: 'completed', date: '2026-11-10', ...part }
  const { data, error } = readDonation(record, ZONE)
  if (!data) throw error
  return data
}
const outcomes = async (...parts: Record<string, unknown>[]) =>
  (await saveDonations(parts.map(donation))).map(({ outcome }) => outcome)
const credits = () => prisma.donationCredit.findMany({ orderBy: { id: 'asc' } })

beforeEach(async () => {
  setClock(`${TODAY}T12:00:00-05:00`)
  await emptyOnly('donations', 'donation_credits', 'events', 'event_tickets', 'donation_credit_uses')
})

describe('A donation that is reported again', () => {
  test('The same report changes nothing, and a newer one updates the donation', async () => {
    expect(await outcomes({ note: 'x' })).toEqual(['new'])
    expect(await outcomes({ note: 'x' })).toEqual(['unchanged'])
    expect(await outcomes({ status: 'refunded', phone: '1' })).toEqual(['changed'])
    expect(await prisma.donation.findMany()).toMatchObject([{ status: 'refunded', extra: { note: 'x', phone: '1' } }])
  })

  test('A field that the later report leaves out stays', async () => {
    await outcomes({ purpose: 'Hay and feed', email: 'a@donors.example' })
    expect(await outcomes({})).toEqual(['unchanged'])
    expect(await prisma.donation.findFirst()).toMatchObject({ purpose: 'Hay and feed', donorEmail: 'a@donors.example' })
  })

  test('A late report as pending does not undo a completed donation', async () => {
    await outcomes({ status: 'completed' })
    expect(await outcomes({ status: 'pending' })).toEqual(['unchanged'])
  })
})

describe('A lesson sponsorship', () => {
  test('A lesson sponsorship reported many times at once creates one credit', async () => {
    const { id } = await rider()
    const part = { purpose: 'lesson-sponsorship', studentId: id }
    const told = await Promise.all(Array.from({ length: 8 }, () => outcomes(part)))
    expect(told.flat().filter((outcome) => outcome === 'new')).toHaveLength(1)
    expect(await credits()).toMatchObject([{ userId: id }])
    expect((await credits())[0]?.creditAmount.toFixed(2)).toBe('40.00')
  })

  test('A lesson sponsorship creates a credit once completed, and a refund takes back the unused part', async () => {
    const { id } = await rider()
    const part = { purpose: 'Lesson sponsorship', studentId: id }
    await outcomes({ ...part, status: 'pending' })
    expect(await credits()).toEqual([])
    await outcomes({ ...part, status: 'completed' })
    await prisma.donationCredit.updateMany({ data: { usedAmount: '15.00' } })
    await outcomes({ ...part, status: 'refunded' })
    expect((await credits()).map(({ creditAmount }) => creditAmount.toFixed(2))).toEqual(['15.00'])
  })

  test('A donation without a student, or for another purpose, creates no credit', async () => {
    const { id } = await rider()
    await outcomes({ purpose: 'Lesson sponsorship' }, { id: 'd2', purpose: 'General fund', studentId: id })
    expect(await credits()).toEqual([])
  })

  test('A sponsorship of someone who is not a student is refused', async () => {
    const { id } = await admin()
    for (const studentId of ['nobody', id]) {
      await expect(outcomes({ studentId })).rejects.toMatchObject({ field: 'studentId', status: 400 })
    }
    expect(await prisma.donation.count()).toBe(0)
  })
})

test('The four figures count completed donations by the school’s month and by people', async () => {
  await outcomes(
    { id: 'a', amount: '10.10', email: 'ANA@donors.example', frequency: 'monthly' },
    { id: 'b', amount: '20.20', email: 'ana@donors.example', date: '2026-11-01 00:00' },
    { id: 'c', amount: '30.30', 'First Name': 'Ben', 'Last Name': 'Oak', date: '2026-10-31 23:59' },
    { id: 'd', amount: '1000', email: 'x@donors.example', status: 'failed', frequency: 'monthly' },
    { id: 'e', amount: '1000', status: 'pending' },
  )
  expect(await donationTotals(TODAY, ZONE)).toEqual({
    total: 6060,
    thisMonth: 3030,
    recurringDonors: 1,
    totalDonors: 2,
  })
})

test('Without donations the figures are 0', async () => {
  expect(await donationTotals(TODAY, ZONE)).toEqual({ total: 0, thisMonth: 0, recurringDonors: 0, totalDonors: 0 })
})

test('A ticket creates its event, and is counted once', async () => {
  const ticket = (id: string, part = {}) => {
    const record = { ticketId: id, eventId: 'e1', event: 'Open Barn', rate: 'Adult', amount: '10', ...part }
    const { data, error } = readTicket(record, ZONE)
    if (!data) throw error
    return data
  }
  await Promise.all([saveTickets([ticket('t1')]), saveTickets([ticket('t1'), ticket('t2', { status: 'refunded' })])])
  const { events } = await listEvents(1)
  expect(events).toMatchObject([{ name: 'Open Barn', attendees: 1, ticketsSold: 1, ticketTotal: 1000 }])
})

test('Events are listed ten to a page, newest first', async () => {
  await prisma.event.createMany({
    data: Array.from({ length: 11 }, (_, n) => ({
      name: `Day ${n + 1}`,
      eventDate: new Date(Date.UTC(2026, 10, n + 1)),
    })),
  })
  const [first, second] = [await listEvents(1), await listEvents(2)]
  expect([first.pages, first.events[0]?.name, first.events.length]).toEqual([2, 'Day 11', 10])
  expect(second.events.map(({ name }) => name)).toEqual(['Day 1'])
})
