import { inflateRawSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { SUBJECTS } from '~/models/privacy/family-export.server'
import { LEFT_OUT } from '~/models/privacy/subjects/left-out'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { loader as officeLoader } from '~/routes/office/students/student/personal-data/download'
import { loader } from '~/routes/portal/profile/download'
import { setPaymentProvider } from '~/services/stripe/stripe.server'
import { admin, rider, signedIn } from '../../test/factories'
import { FAMILY, fullFamily, type Marks, OTHERS } from '../../test/family'
import { openTestProvider, saveMethod } from '../../test/payments'
import { Visitor } from '../../test/visitor'

const { provider } = openTestProvider()

beforeEach(async () => {
  setClock(new Date('2026-11-22T15:00:00Z'))
  await prisma.rateLimit.deleteMany()
})

/** Unpacks an archive through its central directory. */
function filesOf(archive: Buffer): Record<string, string> {
  const files: Record<string, string> = {}
  let at = archive.readUInt32LE(archive.length - 6)
  for (let left = archive.readUInt16LE(archive.length - 12); left > 0; left--) {
    const length = archive.readUInt16LE(at + 28)
    const begins = archive.readUInt32LE(at + 42) + 30 + length
    const content = archive.subarray(begins, begins + archive.readUInt32LE(at + 20))
    files[archive.toString('utf8', at + 46, at + 46 + length)] = (
      archive.readUInt16LE(at + 10) ? inflateRawSync(content) : content
    ).toString()
    at += 46 + length
  }
  return files
}

/** Reads the answer as bytes, because a `Visitor` reads text. */
async function download(handler: typeof loader, visitor: Visitor, path: string, params = {}) {
  const request = new Request(`http://stirrup.test${path}`, {
    headers: { Cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  const response = await handler({ request, params, context: {} })
  return { response, files: filesOf(Buffer.from(await response.arrayBuffer())) }
}

const wordsOf = (of: Marks) => Object.values(of)

async function twoFamilies() {
  const office = await admin()
  const ours = await fullFamily(FAMILY, office)
  await fullFamily(OTHERS, office)
  // Left over from when the parent worked in the office.
  await prisma.secondFactor.create({ data: { userId: ours.user.id } })
  const key = { id: 'a-key', name: 'Office PC', publicKey: 'a-public-key', counter: 0 }
  await prisma.passkey.create({ data: { ...key, userId: ours.user.id } })
  return { office, ...ours }
}
const school = twoFamilies()

test('A family downloads one file per subject, a JSON of all of it, and a README in plain words', async () => {
  const { user } = await school
  const { response, files } = await download(loader, await signedIn(user), '/profile/download')
  expect(response.headers.get('Content-Type')).toBe('application/zip')
  expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="riding-school-2026-11-22.zip"')
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  const own = SUBJECTS.filter(({ forOffice }) => !forOffice).map(({ file }) => `${file}.csv`)
  expect(Object.keys(files).sort()).toEqual(
    ['README.txt', 'everything.json', 'rides.csv', 'allowance.csv', ...own].sort(),
  )
  const everything = JSON.parse(files['everything.json'] ?? '')
  expect(everything).toMatchObject({
    name: 'Zephyrine Quillfeather',
    people: ['Zephyrine Quillfeather', 'Isoldeck Quillfeather'],
    profile: [{ Email: FAMILY.email, Phone: FAMILY.phone }],
    payments: [{ Amount: '226.60', Refunded: '20.00', 'Paid With': 'Visa •••• 4242' }],
    receipts: [{ Quantity: '1', Amount: '220.00' }],
    donations: [{ Donor: `Zephyrine Quillfeather ${FAMILY.email}`, Credit: '50.00', 'Credit Used': '10.00' }],
    'offline-payments': [
      { Month: '2026-09', Day: '2026-09-04', Amount: '50.00', 'Paid With': 'cash' },
      { Month: '2026-09', Day: '2026-09-04', Amount: '50.00', 'Paid With': 'cash' },
      { Month: '2026-09', Amount: '70.00' },
      { Month: '2026-09', Amount: '70.00' },
    ],
  })
  expect(everything.allowance).toContainEqual(
    expect.objectContaining({
      Rider: 'Zephyrine Quillfeather',
      Month: '2026-10',
      'Group lessons': 5,
      'Group lessons Used': 2,
    }),
  )
  expect(everything.rides.map((ride: { Student: string }) => ride.Student)).toContain('Isoldeck Quillfeather')
  expect(files['README.txt']).toContain('payments.csv: 1 line\r\n')
  expect(files['payments.csv']?.startsWith('\uFEFFReceipt,Date,What,Amount')).toBe(true)
})

test('No file contains anything of another family, nor a key, a hash or an ID of someone else', async () => {
  const { user, office } = await school
  const { files } = await download(loader, await signedIn(user), '/profile/download')
  const text = Object.values(files).join('\n')
  for (const word of wordsOf(OTHERS)) expect(text).not.toContain(word)
  const others = await prisma.user.findMany({ where: { id: { not: user.id } }, select: { id: true, guardianId: true } })
  for (const { id, guardianId } of others) if (guardianId !== user.id) expect(text).not.toContain(id)
  for (const key of ['secret-of-', 'sid-of-', 'calendar-of-', 'reset-of-', 'magic-of-', 'cus_', 'nonce ', office.id]) {
    expect(text).not.toContain(key)
  }
})

test('A rider’s own account downloads only its own data', async () => {
  const { child, user } = await school
  await prisma.user.update({ where: { id: child.id }, data: { email: 'child@quill.example', password: 'none' } })
  const { files } = await download(loader, await signedIn(child), '/profile/download')
  const text = Object.values(files).join('\n')
  for (const word of [FAMILY.email, user.id]) expect(text).not.toContain(word)
  expect(files['payments.csv']).toBeUndefined()
  expect(files['attendance.csv']).toContain('absent')
})

test('The office’s internal notes are included only if the office asks for them', async () => {
  const { user, office } = await school
  const own = await download(loader, await signedIn(user), '/profile/download?notes=on')
  expect(Object.values(own.files).join('\n')).not.toMatch(/asthma|Call Barnabott/)
  expect(own.files['README.txt']).toContain('The office’s own notes')
  const visitor = await signedIn(office)
  const plain = await download(officeLoader, visitor, `/students/${user.id}/download`, { id: user.id })
  expect(Object.values(plain.files).join('\n')).not.toMatch(/asthma|Call Barnabott/)
  const all = await download(officeLoader, visitor, `/students/${user.id}/download?notes=on`, { id: user.id })
  expect(all.files['notes-of-rides.csv']).toContain('has asthma')
  expect(all.files['notes-of-the-office.csv']).toContain('Call Barnabott first.')
  const views = await prisma.dataView.findMany({ where: { subjectId: user.id, kind: { startsWith: 'download' } } })
  expect(views.map(({ viewerId, kind }) => [viewerId, kind]).sort()).toEqual([
    [office.id, 'download'],
    [office.id, 'download with notes'],
  ])
})

test('Another family’s download: visitors are sent to sign in, families are denied, unknown students are not found', async () => {
  const { user, office } = await school
  const params = { id: user.id }
  const path = `/students/${user.id}/download`
  expect((await new Visitor().get(loader, '/profile/download')).status).toBe(302)
  expect((await new Visitor().get(officeLoader, path, params)).status).toBe(302)
  expect((await (await signedIn(await rider())).get(officeLoader, path, params)).status).toBe(403)
  const visitor = await signedIn(office)
  expect((await visitor.get(officeLoader, '/students/nobody/download', { id: 'nobody' })).status).toBe(404)
})

test('After ten downloads in an hour a family waits', async () => {
  const visitor = await signedIn(await rider())
  for (let i = 0; i < 10; i++) expect((await visitor.get(loader, '/profile/download')).status).toBe(200)
  expect((await visitor.get(loader, '/profile/download')).status).toBe(429)
})

test('Saved payment methods are included by their last digits, and left out if the provider does not answer', async () => {
  const user = await rider()
  await saveMethod(provider, user.id)
  const visitor = await signedIn(user)
  const { files } = await download(loader, visitor, '/profile/download')
  expect(files['saved-payment-methods.csv']).toContain('Visa •••• 4242')
  setPaymentProvider(null)
  const away = await download(loader, visitor, '/profile/download')
  setPaymentProvider(provider)
  expect(away.files['README.txt']).toContain('did not answer')
})

test('A cell that a spreadsheet would run as a formula is plain text', async () => {
  const user = await rider({ firstName: '=HYPERLINK("http://x")' })
  const { files } = await download(loader, await signedIn(user), '/profile/download')
  expect(files['profile.csv']).toContain(`"'=HYPERLINK(""http://x"")"`)
})

test('Every column that refers to a person is in a file, or is left out for a stated reason', async () => {
  const pointing = await prisma.$queryRaw<{ name: string }[]>`
    SELECT t.relname || '.' || a.attname AS name
    FROM pg_constraint f JOIN pg_class t ON t.oid = f.conrelid
      JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = ANY(f.conkey)
    WHERE f.contype = 'f' AND f.confrelid = 'users'::regclass`
  const speaking = await prisma.$queryRaw<{ name: string }[]>`
    SELECT t.relname || '.' || a.attname AS name
    FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace JOIN pg_attribute a ON a.attrelid = t.oid
    WHERE n.nspname = 'public' AND t.relkind = 'r' AND t.relname <> '_prisma_migrations' AND a.attnum > 0
      AND NOT a.attisdropped AND a.atttypid IN ('text'::regtype, 'varchar'::regtype)
      AND a.attname ~ '^(user|student|rider|person|owner)_id$|^(payer|number)$|email|phone|recipient|attendee|donor_|student_name|parent_name|^(first|last)_name|entity_id'`
  const columns = [...new Set([...pointing, ...speaking].map(({ name }) => name))]
  const told = [...SUBJECTS.flatMap(({ of }) => of), ...Object.keys(LEFT_OUT)]
  expect([...told].sort()).toEqual(columns.sort())
  expect(new Set(told).size).toBe(told.length)
})
