import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { donationLinkSchema, readDonation } from './donation.schema'
import { readTicket } from './event.schema'

const ZONE = 'America/New_York'
const donation = (part: Record<string, unknown> = {}) => readDonation({ id: 'd1', amount: '25.00', ...part }, ZONE)
const amountOf = (amount: unknown) => donation({ amount }).data?.amount
const problem = (part: Record<string, unknown>) => {
  const issue = donation(part).error?.issues[0]
  return issue && `${String(issue.path[0])} ${issue.message}`
}

describe('Reading a donation', () => {
  test('An export file, a flat notice and a nested one give the same donation', () => {
    const ours = {
      zeffyId: 'p-1',
      amount: 125050,
      currency: 'USD',
      donorEmail: 'ana@donors.example',
      donorFirstName: 'Ana',
      status: 'completed',
      donatedAt: new Date('2026-11-20T20:05:00Z'),
    }
    const file = {
      'Payment ID': 'p-1',
      'Payment Date (America/New_York)': '11/20/2026 3:05 PM',
      'Total Amount': '$1,250.50',
      Currency: 'usd',
      'First Name': ' Ana ',
      Email: 'Ana@donors.example',
      'Payment Status': 'Succeeded',
    }
    const flat = {
      payment_id: 'p-1',
      payment_date: '2026-11-20T15:05:00-0500',
      total_amount: 1250.5,
      currency: 'USD',
      donorFirstName: 'Ana',
      donorEmail: 'ana@donors.example',
      status: 'PAID',
    }
    const { payment_id, donorFirstName, donorEmail, ...rest } = flat
    const nested = { id: payment_id, donor: { first_name: donorFirstName, email: donorEmail }, ...rest }
    for (const record of [file, flat]) expect(readDonation(record, ZONE).data).toMatchObject(ours)
    expect(readDonation(nested, ZONE).data).toMatchObject(ours)
  })

  test('A name of half a million brackets is read at once', () => {
    const name = '('.repeat(500_000)
    const read = () => donation({ [name]: 'x', 'Payment ID (ours)': 'p-2' }).data
    // With backtracking it takes minutes, which no test timeout can end.
    expect(runInNewContext('read()', { read }, { timeout: 20_000 })).toMatchObject({ extra: { [name]: 'x' } })
  })

  test('Fields without a column are stored', () => {
    expect(donation({ 'Postal Code': '01234', tags: ['a', 'b'], note: '' }).data?.extra).toEqual({
      'Postal Code': '01234',
      tags: ['a', 'b'],
    })
  })

  test.each([
    [25, 2500],
    ['25', 2500],
    ['0.1', 10],
    ['$1,000', 100000],
    ['99999999.99', 9999999999],
  ])('The amount %s is read as %i cents', (written, cents) => {
    expect(amountOf(written)).toBe(cents)
  })

  test.each([
    [{ amount: '-5' }, 'amount must not be negative'],
    [{ amount: -5 }, 'amount must not be negative'],
    [{ amount: '(5.00)' }, 'amount must not be negative'],
    [{ amount: '12.345' }, 'amount must be a number, like 25.00'],
    [{ amount: '1e3' }, 'amount must be a number, like 25.00'],
    [{ amount: '12,50' }, 'amount must be a number, like 25.00'],
    [{ amount: '100000000' }, 'amount is too large'],
    [{ amount: '' }, 'amount is missing'],
    [{ id: '' }, 'zeffyId is missing'],
    [{ currency: 'XYZ' }, 'currency must be USD'],
    [{ date: '2026-02-29' }, 'donatedAt must be a date, like 2026-11-20 15:05'],
    [{ date: '20/11/2026' }, 'donatedAt must be a date, like 2026-11-20 15:05'],
    [{ note: 'a\0b' }, 'extra has characters that can’t be saved'],
    [{ purpose: 'a\0b' }, 'purpose can’t contain a zero byte'],
    [{ purpose: 'a\ud800b' }, 'purpose can’t contain half a character'],
  ])('A donation is refused with %o', (part, message) => {
    expect(problem(part)).toBe(message)
  })

  test('A donation is recurring if it says so, or names an interval', () => {
    const recurring = (part: Record<string, unknown>) => donation(part).data?.recurring
    expect([{ recurring: true }, { 'Recurring Status': 'Active' }, { frequency: 'monthly' }].map(recurring)).toEqual([
      true,
      true,
      true,
    ])
    expect([{ recurring: 'No' }, { frequency: 'One-time' }].map(recurring)).toEqual([false, false])
    expect(recurring({})).toBeUndefined()
  })

  test('A day without a time is read as noon at the school, in winter and in summer', () => {
    expect(donation({ date: '2026-01-10' }).data?.donatedAt).toEqual(new Date('2026-01-10T17:00:00Z'))
    expect(donation({ date: '2026-07-10' }).data?.donatedAt).toEqual(new Date('2026-07-10T16:00:00Z'))
  })
})

test('A ticket is recognized separately from its event', () => {
  const read = readTicket({ 'Ticket ID': 't1', 'Event ID': 'e1', Event: 'Show', Rate: 'Child', Amount: '0' }, ZONE)
  expect(read.data).toMatchObject({
    zeffyId: 't1',
    zeffyEventId: 'e1',
    eventName: 'Show',
    ticketType: 'Child',
    amount: 0,
  })
})

describe('A donation link', () => {
  test('A donation link needs no field', () => {
    expect(donationLinkSchema.parse({})).toEqual({ purpose: 'General fund' })
  })

  test('A donation link accepts purposes in any notation', () => {
    expect(donationLinkSchema.parse({ purpose: 'lesson_sponsorship' }).purpose).toBe('Lesson sponsorship')
  })

  test.each([
    [{ amount: '-1' }, 'amount'],
    [{ amount: '0' }, 'amount'],
    [{ amount: 'ten' }, 'amount'],
    [{ purpose: 'A new car' }, 'purpose'],
    [{ purpose: 'Hay and feed', studentId: 'x' }, 'studentId'],
  ])('A donation link is refused with %o', (body, field) => {
    expect(donationLinkSchema.safeParse(body).error?.issues[0]?.path).toEqual([field])
  })
})
