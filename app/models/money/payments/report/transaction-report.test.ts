import fc from 'fast-check'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type Columns, csvResponse } from '~/platform/csv/csv.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { dayInZone } from '~/utils/dates'
import { rider } from '../../../../../test/factories'
import { transactionReport } from './transaction-report.server'

const { databaseEmbedded } = getEnv()
const COUNT = 2_500

afterEach(() => {
  getEnv().databaseEmbedded = databaseEmbedded
})

/** Texts that break lines and cells, run as formulas, or look like one. */
const hostile = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...'",\n\r\t =+-@\'\\;|.x1', '\uFEFF', '\u001f', '\u001e', '\u2028', 'é', '🐴', '\\.'),
    maxLength: 8,
  }),
  fc.constantFrom(
    '+1 (555) 010-0200',
    '+1 555',
    '-5551234567',
    '+123456x',
    ' lead',
    'trail ',
    '',
    '\\N',
    '=1+1',
    '\t1',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\0', '')),
)

beforeAll(async () => {
  const riders: { id: string }[] = []
  for (const [firstName, lastName] of fc.sample(fc.tuple(hostile, hostile), 40)) {
    riders.push(await rider({ firstName, lastName }))
  }
  const status = fc.constantFrom('succeeded', 'processing', 'refunded', 'Completed')
  const rows = fc.sample(
    fc.record({ description: hostile, status, rawStatus: hostile, method: hostile, email: hostile }),
    COUNT,
  )
  await prisma.paymentTransaction.createMany({
    data: rows.map(({ description, status, rawStatus, method, email }, index) => ({
      description,
      status,
      rawStatus,
      userId: riders[index % riders.length]!.id,
      stripePaymentIntentId: index % 7 ? `pi_${index}` : null,
      amount: index,
      fee: index / 100,
      customerEmail: index % 5 ? email : null,
      paymentMethod: index % 3 ? method : null,
      type: index % 2 ? 'payment_intent' : 'subscription_creation',
      // Many at the same instant, on both sides of midnight and of a clock change.
      providerCreatedAt: new Date(Date.UTC(2026, 2, 7, 0, 5 * Math.floor(index / 3))),
      updatedAt: new Date(),
    })),
  })
})

/** Returns the same file, built row by row. */
async function slowly(): Promise<string> {
  const rows = await prisma.paymentTransaction.findMany({
    orderBy: [{ providerCreatedAt: 'asc' }, { id: 'asc' }],
    include: { user: true },
  })
  const given = (name: string | null) => {
    const trimmed = (name ?? '').replace(/^ +| +$/g, '')
    return trimmed === 'null' ? '' : trimmed
  }
  const columns: Columns<(typeof rows)[number]> = [
    ['Date', ({ providerCreatedAt }) => dayInZone(getEnv().schoolTimezone, providerCreatedAt)],
    ['Student', ({ user }) => [given(user.firstName), given(user.lastName)].filter(Boolean).join(' ')],
    ['Email', ({ customerEmail }) => customerEmail],
    ['Amount', ({ amount }) => amount.toFixed(2)],
    ['Convenience Fee', ({ fee }) => fee.toFixed(2)],
    ['Refunded', ({ amountRefunded }) => amountRefunded.toFixed(2)],
    ['Currency', () => 'USD'],
    ['Description', ({ description }) => description],
    ['Type', ({ type }) => (type === 'subscription_creation' ? 'Subscription' : 'Payment')],
    ['Status', ({ status }) => status],
    ['Payment Method', ({ paymentMethod }) => paymentMethod],
    ['Riders', () => null],
    ['Transaction ID', ({ stripePaymentIntentId }) => stripePaymentIntentId],
    ['Disputed', ({ amount, status }) => (status === 'disputed' ? amount : 0).toFixed(2)],
  ]
  return csvResponse('slow.csv', columns, [rows]).text()
}

test.each([true, false])(
  'The file that the database writes equals the one built row by row (a page at a time: %s)',
  async (paged) => {
    getEnv().databaseEmbedded = paged
    const [first, ...rest] = (await (await transactionReport('2000-01-01', '2100-01-01')).text()).split('\r\n')
    const [title, ...expected] = (await slowly()).split('\r\n')
    expect(first).toBe(title)
    expect(rest.length).toBeGreaterThan(COUNT)
    expect(rest.find((line, index) => line !== expected[index])).toBe(undefined)
    expect(rest).toEqual(expected)
  },
)

test('The days of a file are those of the school', async () => {
  const lines = (await (await transactionReport('2026-03-08', '2026-03-08')).text()).split('\r\n')
  const days = new Set(lines.flatMap((line) => /^\d{4}-\d\d-\d\d/.exec(line) ?? []))
  expect(days).toEqual(new Set(['2026-03-08']))
})

test.each([true, false])('A reader who leaves affects nobody (a page at a time: %s)', async (paged) => {
  getEnv().databaseEmbedded = paged
  for (let i = 0; i < 4; i++) {
    const reader = (await transactionReport('2000-01-01', '2100-01-01')).body!.getReader()
    await reader.read()
    await reader.cancel(new Error('The reader has left'))
  }
  // Read to its end, because an unread file keeps its place for a minute.
  const file = await (await transactionReport('2000-01-01', '2100-01-01')).text()
  expect(file.split('\r\n').length).toBeGreaterThan(COUNT)
})
