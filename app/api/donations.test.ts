import { afterEach, beforeEach, expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { loader as exported } from '~/routes/office/donations/export'
import { action as webhook } from '~/routes/webhooks/zeffy'
import { receiveNotice } from '~/services/zeffy/zeffy.server'
import { admin, emptyOnly, rider, signedIn } from '../../test/factories'
import { Visitor } from '../../test/visitor'

const SECRET = 'a-secret-of-the-webhook'
const env = getEnv()
const office = await signedIn(await admin())
const student = await rider()
const customer = await signedIn(student)

beforeEach(async () => {
  env.zeffyWebhookSecret = SECRET
  env.zeffyFormUrl = 'https://forms.example/give?lang=en'
  await emptyOnly('donations', 'donation_credits', 'events', 'event_tickets', 'donation_credit_uses')
})
afterEach(() => {
  env.zeffyWebhookSecret = undefined
  env.zeffyFormUrl = undefined
})

const notice = (body: unknown, headers: Record<string, string> = { 'X-Zeffy-Secret': SECRET }) =>
  new Visitor().send(webhook, '/webhooks/zeffy', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const gift = (part = {}) => ({ type: 'donation.completed', data: { id: 'd1', amount: '40.00', ...part } })

test('A notice is stored once, however it sends its secret, and the answer says what was done', async () => {
  const bearer = { Authorization: `Bearer ${SECRET}` }
  expect(await notice(gift(), bearer)).toMatchObject({
    status: 200,
    body: { result: 'created', kind: 'donations', id: 'd1' },
  })
  expect((await notice(gift())).body.result).toBe('unchanged')
  expect((await notice(gift({ status: 'refunded' }))).body.result).toBe('updated')
  expect(await prisma.donation.count()).toBe(1)
})

test('A sponsorship delivered twice at once makes one credit', async () => {
  const body = gift({ purpose: 'Lesson sponsorship', studentId: student.id })
  const answers = await Promise.all([notice(body), notice(body), notice(body)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await prisma.donationCredit.count()).toBe(1)
})

test('A notice nested a hundred thousand levels deep is refused without a stack overflow', async () => {
  const deep = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)
  expect(await receiveNotice({ type: 'donation', deep }).catch((error: Error) => error.message)).toBe(
    'The notice has too many levels',
  )
})

test('Tickets and events are stored, even with additional fields', async () => {
  expect((await notice({ type: 'event', id: 'e1', name: 'Open Barn', date: '2026-12-12 14:00' })).status).toBe(200)
  expect((await notice({ type: 'ticket', ticketId: 't1', eventId: 'e1', price: 10 })).body.kind).toBe('tickets')
  expect(await prisma.event.findFirst({ include: { tickets: true } })).toMatchObject({
    name: 'Open Barn',
    tickets: [{ zeffyId: 't1' }],
  })
})

test('A notice without its secret is refused; without a configured secret every notice is', async () => {
  const wrong: Record<string, string>[] = [{}, { 'X-Zeffy-Secret': 'wrong' }, { Authorization: `Bearer ${SECRET}x` }]
  for (const headers of wrong) {
    expect((await notice(gift(), headers)).status).toBe(401)
  }
  env.zeffyWebhookSecret = undefined
  expect((await notice(gift(), {})).status).toBe(404)
  expect(await prisma.donation.count()).toBe(0)
})

test('A notice of another type is ignored', async () => {
  expect(await notice({ type: 'contact.created', data: { id: 'c1' } })).toMatchObject({
    status: 200,
    body: { result: 'ignored', type: 'contact.created' },
  })
})

test.each([
  [gift({ amount: '-40.00' }), 'amount must not be negative'],
  [gift({ currency: 'XYZ' }), 'currency must be USD'],
  [gift({ studentId: 'nobody' }), 'Student not found'],
  [gift({ id: undefined }), 'zeffyId is missing'],
  [{ data: {} }, 'type is missing: donation, ticket or event'],
])('An invalid notice is refused and not kept: %#', async (body, message) => {
  expect(await notice(body)).toMatchObject({ status: 400, body: { message } })
  expect(await prisma.donation.count()).toBe(0)
})

test('A notice that isn’t a JSON object is refused', async () => {
  expect((await notice([gift()])).status).toBe(400)
  expect((await notice(gift(), { 'X-Zeffy-Secret': SECRET, 'Content-Type': 'text/plain' })).status).toBe(415)
})

test('Only the office sees donations and their figures', async () => {
  for (const path of ['/api/donations', '/api/donations/totals']) {
    expect((await new Visitor().api(path)).status).toBe(401)
    expect((await customer.api(path)).status).toBe(403)
  }
  await notice(gift({ purpose: 'Hay and feed' }))
  expect((await office.api('/api/donations')).body).toMatchObject([
    { zeffyId: 'd1', amount: '40.00', currency: 'USD', status: 'completed', purpose: 'Hay and feed' },
  ])
  expect((await office.api('/api/donations/totals')).body).toEqual({
    total: 40,
    thisMonth: 40,
    recurringDonors: 0,
    totalDonors: 1,
  })
})

test('A donation link includes amount, purpose and student', async () => {
  const body = { amount: '25', purpose: 'Lesson sponsorship', studentId: student.id }
  const answer = await office.api('/api/donations/generate-url', { method: 'POST', body })
  expect(answer.body).toEqual({
    donationUrl: `https://forms.example/give?lang=en&amount=25.00&purpose=Lesson+sponsorship&studentId=${student.id}`,
  })
  const bare = await office.api('/api/donations/generate-url', {
    method: 'POST',
    body: { amount: '', studentId: null },
  })
  expect(bare.body.donationUrl).toBe('https://forms.example/give?lang=en&purpose=General+fund')
})

test.each([
  [{ amount: -5 }, 'amount'],
  [{ amount: 'ten' }, 'amount'],
  [{ purpose: 'Yacht' }, 'purpose'],
  [{ purpose: 'Lesson sponsorship', studentId: 'nobody' }, 'studentId'],
  [{ purpose: 'General fund', studentId: 'nobody' }, 'studentId'],
])('A donation link is refused, naming the field: %o', async (body, field) => {
  expect(await office.api('/api/donations/generate-url', { method: 'POST', body })).toMatchObject({
    status: 400,
    body: { field },
  })
})

test('Only the office makes a donation link, and its answer says what is not configured', async () => {
  expect((await new Visitor().api('/api/donations/generate-url', { method: 'POST', body: {} })).status).toBe(401)
  expect((await customer.api('/api/donations/generate-url', { method: 'POST', body: {} })).status).toBe(403)
  env.zeffyFormUrl = undefined
  expect(await office.api('/api/donations/generate-url', { method: 'POST', body: {} })).toMatchObject({
    status: 503,
    body: { message: expect.stringContaining('under Settings, Donations') },
  })
})

test('No cell of the report is run as a formula', async () => {
  await notice(gift({ firstName: '=cmd|calc', lastName: 'O"Neil,\nJr', campaign: '+1' }))
  expect((await customer.get(exported, '/donations/export')).status).toBe(403)
  const { headers, body } = await office.get(exported, '/donations/export')
  expect(headers.get('Content-Disposition')).toMatch(/filename="donations_\d{4}-\d\d-\d\d\.csv"/)
  expect(body).toContain(`"'=cmd|calc","O""Neil,\nJr"`)
  expect(body).toContain(`"'+1"`)
})

test('A line of the report has the day at the school, the student’s name or address, and what is left of the credit', async () => {
  const [named, unnamed] = await Promise.all([
    rider({ firstName: 'Ann', lastName: ' ' }),
    rider({ firstName: null, lastName: null }),
  ])
  const given = { amount: 40, status: 'completed', donatedAt: new Date('2026-11-25T02:00:00Z') }
  await prisma.donation.createMany({
    data: [
      {
        ...given,
        zeffyId: 'r1',
        studentId: named.id,
        recurring: true,
        frequency: 'monthly',
        donorEmail: 'kim@stirrup.example',
      },
      { ...given, zeffyId: 'r2', studentId: unnamed.id },
      { ...given, zeffyId: 'r3' },
    ],
  })
  const { id: donationId } = await prisma.donation.findUniqueOrThrow({ where: { zeffyId: 'r1' } })
  await prisma.donationCredit.create({ data: { donationId, userId: named.id, creditAmount: 40, usedAmount: 12.5 } })
  const { body } = await office.get(exported, '/donations/export')
  const lines = body.split('\r\n').filter((line: string) => /^r\d,/.test(line))
  expect(lines).toEqual([
    `r1,2026-11-24,,,kim@stirrup.example,40.00,USD,completed,yes,monthly,,,,${named.id},Ann,27.50`,
    `r2,2026-11-24,,,,40.00,USD,completed,no,,,,,${unnamed.id},${unnamed.email},`,
    'r3,2026-11-24,,,,40.00,USD,completed,no,,,,,,,',
  ])
})
