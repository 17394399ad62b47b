import { beforeEach, expect, test } from 'vitest'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { admin, emptyOnly, rider, signedIn } from '../../../../test/factories'
import { type Answer, Visitor } from '../../../../test/visitor'
import { action as upload } from './import'
import { action as confirm, loader as preview } from './import-preview'

const someone = await admin()
const office = await signedIn(someone)
const student = await rider()

beforeEach(async () => {
  setClock(null)
  await emptyOnly(
    'donations',
    'donation_credits',
    'events',
    'event_tickets',
    'zeffy_imports',
    'audit_log',
    'donation_credit_uses',
  )
})

const HEADING = 'Payment ID,Payment Date,Total Amount,First Name,Payment Status,Purpose,Student ID'

async function send(content: string | Uint8Array<ArrayBuffer>, kind = 'donations', visitor = office): Promise<Answer> {
  const form = new FormData()
  form.set('csrf', (await visitor.page()).csrf)
  form.set('kind', kind)
  form.set('file', new File([content], 'export.csv', { type: 'text/csv' }))
  return visitor.send(upload, '/donations/import', { method: 'POST', body: form })
}

/** Uploads a valid file, and returns the address of its preview. */
async function kept(content: string | Uint8Array<ArrayBuffer>, kind?: string): Promise<string> {
  const { status, headers, body } = await send(content, kind)
  expect(status, JSON.stringify(body)).toBe(302)
  return headers.get('Location') ?? ''
}
const idOf = (path: string) => ({ id: path.split('/').at(-1) })
const see = (path: string, visitor = office) => visitor.get(preview, path, idOf(path))
const take = (path: string, visitor = office) => visitor.post(confirm, path, {}, idOf(path))
const toast = async () => (await office.page()).toast

test('a file is shown first, then taken over, and changes nothing when it comes again', async () => {
  await prisma.donation.create({
    data: { zeffyId: 'p2', amount: '5', status: 'pending', donatedAt: new Date('2026-11-02T17:00:00Z') },
  })
  const file = [
    HEADING,
    `p1,2026-11-01,$25.00,"Ana ""A""\nLou",Succeeded,Lesson sponsorship,${student.id}`,
    'p2,2026-11-02,5.00,,Succeeded,,',
    'p3,2026-11-03,-1,Ben,Succeeded,,',
    '',
    'p4,2026-11-04,10,Cleo,Succeeded,,nobody',
    'p1,2026-11-01,25,Ana,Succeeded,,',
    'p5,2026-11-05',
  ].join('\r\n')
  const path = await kept(file)
  expect((await see(path)).body).toMatchObject({
    fileName: 'export.csv',
    counts: { new: 1, changed: 1, unchanged: 0, errors: 4 },
    rows: [
      { line: 2, what: '$25.00 from Ana "A"\nLou', outcome: 'new' },
      { line: 4, outcome: 'changed', changes: [{ field: 'status', from: 'pending', to: 'completed' }] },
    ],
    errors: [
      { line: 5, message: 'amount must not be negative' },
      { line: 7, message: 'Student not found: nobody' },
      { line: 8, message: 'has the same id as line 2: p1' },
      { line: 9, message: 'has 2 cells where the heading has 7. Is a quote missing?' },
    ],
  })
  expect(await prisma.donation.count()).toBe(1)

  expect(await take(path)).toRedirect('/donations')
  expect((await toast())?.description).toBe('1 new, 1 changed, 0 unchanged, 4 skipped')
  expect(await prisma.donation.count()).toBe(2)
  expect(await prisma.donationCredit.findMany()).toMatchObject([{ userId: student.id }])
  expect(await prisma.auditEntry.count({ where: { action: 'donations.import', actorId: someone.id } })).toBe(1)

  expect((await see(await kept(file))).body.counts).toEqual({ new: 0, changed: 0, unchanged: 2, errors: 4 })
})

test('a second press, someone else and a file of an hour ago find nothing to take over', async () => {
  const file = `${HEADING}\np1,2026-11-01,25,,,,`
  const path = await kept(file)
  const other = await signedIn(await admin())
  expect(await see(path, other)).toRedirect('/donations/import')
  expect(await take(path, other)).toRedirect('/donations/import')
  const presses = await Promise.all([take(path), take(path)])
  expect(presses.map(({ headers }) => headers.get('Location')).sort()).toEqual(['/donations', '/donations/import'])

  const late = await kept(file)
  setClock(new Date(Date.now() + 61 * 60 * 1000))
  expect(await see(late)).toRedirect('/donations/import')
})

const bytes = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding))

test.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
  ['nothing', '', 'The file is empty.'],
  ['only a heading', `${HEADING}\n`, 'The file has a header but no rows.'],
  ['other columns', 'Name,Horse\nEmma,Biscuit\n', 'no column for: Payment ID, Amount, Payment Date'],
  ['Latin-1', bytes(`${HEADING}\np1,2026-11-01,5,Zoë,,,`, 'latin1'), 'not in UTF-8'],
  ['UTF-16', bytes(`\uFEFF${HEADING}\np1,2026-11-01,5,,,,`, 'utf16le'), 'not in UTF-8'],
  ['a workbook', bytes('PK\u0003\u0004', 'latin1'), 'save it as CSV'],
  ['a picture', bytes('GIF\0\0\0', 'latin1'), 'not a CSV file'],
  ['more than 20 MB', new Uint8Array(20 * 1024 * 1024 + 1).fill(97), 'larger than 20 MB'],
])('a file that is %s is refused and says why', async (_, content, message) => {
  const { status, body } = await send(content)
  expect(status).toBe(400)
  expect(body.lastResult.error).toEqual({ file: [expect.stringContaining(message)] })
  expect(await prisma.zeffyImport.count()).toBe(0)
})

test('a file of nothing but errors changes nothing', async () => {
  const path = await kept(`${HEADING}\np1,2026-11-01,-5,,,,`)
  expect(await take(path)).toRedirect('/donations')
  expect((await toast())?.description).toBe('0 new, 0 changed, 0 unchanged, 1 skipped')
})

test('semicolons, a byte order mark and formulas are data', async () => {
  const path = await kept(`\uFEFFPayment ID;Payment Date;Amount;First Name\np1;2026-11-01;5;=cmd|' /C calc'!A0\n`)
  expect((await see(path)).body.rows).toMatchObject([{ what: "$5.00 from =cmd|' /C calc'!A0" }])
})

test('tickets and events have files of their own', async () => {
  await take(await kept('Event ID,Event Name,Event Date\ne1,Open Barn,2026-12-12 14:00\n', 'events'))
  await take(await kept('Ticket ID,Event ID,Event,Amount\nt1,e1,Open Barn,10\n', 'tickets'))
  expect(await prisma.event.findMany({ include: { tickets: true } })).toMatchObject([{ tickets: [{ zeffyId: 't1' }] }])
  expect((await send('a', 'horses')).body.lastResult.error).toHaveProperty('kind')
})

test('only the office may import', async () => {
  expect((await send('a', 'donations', await signedIn(student))).status).toBe(403)
  const { headers } = await new Visitor().get(preview, '/donations/import/x', { id: 'x' })
  expect(headers.get('Location')).toContain('/auth')
})
