import { readFileSync } from 'node:fs'
import type { ActionFunctionArgs } from '@remix-run/node'
import { beforeEach, describe, expect, test } from 'vitest'
import { COUNTERS } from '~/models/vocabulary/counters'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { hashPassword } from '~/platform/password.server'
import { action as confirm, loader as confirmPage } from '~/routes/auth/confirm'
import { action as officeMagicLink } from '~/routes/auth/magic-link'
import { loader as payoutExport } from '~/routes/office/books/payout-export'
import { loader as salesExport } from '~/routes/office/books/sales-export'
import { loader as donationsExport } from '~/routes/office/donations/export'
import { loader as horsesExport } from '~/routes/office/horses/export'
import { loader as workloadExport } from '~/routes/office/horses/workload/export'
import { loader as workloadPdf } from '~/routes/office/horses/workload/pdf'
import { loader as makeupsExport } from '~/routes/office/makeups/export'
import { action as refund } from '~/routes/office/payments/refund'
import { action as addAdministrator } from '~/routes/office/settings/administrators/add'
import { action as removeAdministrator } from '~/routes/office/settings/administrators/remove'
import { action as catalogueItem } from '~/routes/office/settings/catalogue/item'
import { action as fee } from '~/routes/office/settings/fee'
import { action as inviteInstructor } from '~/routes/office/settings/instructors/invite'
import { action as removeInstructor } from '~/routes/office/settings/instructors/remove'
import { action as privacy } from '~/routes/office/settings/privacy'
import { action as school } from '~/routes/office/settings/school/school'
import { action as timeZone } from '~/routes/office/settings/server/time-zone'
import { loader as waiversExport } from '~/routes/office/settings/waivers/export'
import { action as editStudent } from '~/routes/office/students/edit-student'
import { loader as studentsExport } from '~/routes/office/students/export'
import { action as mergeAccounts } from '~/routes/office/students/family/merge'
import { loader as studentDownload } from '~/routes/office/students/student/personal-data/download'
import { action as erase } from '~/routes/office/students/student/personal-data/erase'
import { action as signInLink } from '~/routes/office/students/student/sign-in-link'
import { loader as ridesExport } from '~/routes/office/week/rides-export'
import { action as methods } from '~/routes/portal/pay/methods'
import { loader as ownDownload } from '~/routes/portal/profile/download'
import { action as editProfile } from '~/routes/portal/profile/edit'
import { seedCatalog } from '../../../prisma/seed/catalog'
import { mailedToken } from '../../../test/api-school'
import { admin, emptyTables, rider, signedIn } from '../../../test/factories'
import { sourceFiles } from '../../../test/imports'
import { packageId } from '../../../test/payments'
import type { Answer, Visitor } from '../../../test/visitor'

const PASSWORD = 'barn-cat-sleeps'
let officeAccount: { id: string; email: string | null }
let familyAccount: { id: string; email: string | null }
let office: Visitor
let family: Visitor

const password = await hashPassword(PASSWORD)
beforeEach(async () => {
  await emptyTables()
  officeAccount = await admin({ password })
  familyAccount = await rider({ email: 'emma@stone.example' })
  office = await signedIn(officeAccount)
  family = await signedIn(familyAccount)
})

/** Lets eleven minutes pass since the sign-in or the last confirmation. */
const elevenMinutesLater = () =>
  prisma.$executeRaw`UPDATE sessions SET confirmed_at = confirmed_at - interval '11 minutes'`

const FEE = { feeRate: '1.5', feeScope: 'all_cards' }
const saveFee = (more: Record<string, string> = {}) => office.post(fee, '/settings/fee', { ...FEE, ...more })
const savedFee = async () => (await prisma.school.findFirst())?.feeRate

/** Returns the fields that the confirmation screen sends. */
const screenOf = ({ body }: Answer): Record<string, string> => Object.fromEntries(body.fields)
const asksFor = ({ status, body }: Answer) => [status, body.problem]

describe('A form that requires the password again', () => {
  test('It goes through without asking for ten minutes after a sign-in', async () => {
    expect((await saveFee()).status).toBe(302)
    expect(await savedFee()).toBe(150)
  })

  test('It asks later, loses nothing of what was sent, continues with it, and does not ask again for ten minutes', async () => {
    await elevenMinutesLater()
    const asked = await saveFee()
    expect(asksFor(asked)).toEqual([403, undefined])
    expect(asked.body).toMatchObject({ action: '/settings/fee' })
    expect(screenOf(asked)).toMatchObject(FEE)
    expect(await savedFee()).toBeUndefined()
    const sent = await office.post(fee, '/settings/fee', { ...screenOf(asked), 'own-password': PASSWORD })
    expect(sent.headers.get('Location')).toBe('/settings/fee')
    expect(await savedFee()).toBe(150)
    expect((await saveFee({ feeRate: '2' })).status).toBe(302)
    await elevenMinutesLater()
    expect((await saveFee({ feeRate: '2.5' })).status).toBe(403)
    expect(await savedFee()).toBe(200)
  })

  test('It asks again after a wrong or missing password, and wrong ones count with those of the sign-in page', async () => {
    await elevenMinutesLater()
    expect(asksFor(await saveFee({ 'own-password': '' }))).toEqual([403, 'Please type your password.'])
    for (let tried = 0; tried < 10; tried++) {
      expect(asksFor(await saveFee({ 'own-password': 'guessed' }))).toEqual([403, 'That’s not your password.'])
    }
    const stopped = await saveFee({ 'own-password': PASSWORD })
    expect(asksFor(stopped)).toEqual([429, 'Too many attempts. Please try again in 5 minutes.'])
    // A second or two may have passed since the first wrong one.
    expect(Math.ceil(Number(stopped.headers.get('Retry-After')) / 60)).toBe(5)
    const login = { email: officeAccount.email, password: PASSWORD }
    expect((await office.api('/api/login', { method: 'POST', body: login })).status).toBe(429)
    expect(await savedFee()).toBeUndefined()
  })

  test('It can be canceled to the page that the form is on, after a wrong password too', async () => {
    await elevenMinutesLater()
    const { csrf } = await office.page()
    const send = (referer: string, more: Record<string, string>) =>
      office.send(fee, '/settings/fee', {
        method: 'POST',
        headers: { Referer: referer },
        body: new URLSearchParams({ csrf, ...FEE, ...more }),
      })
    const asked = await send(`${getEnv().appUrl}/settings?shown=fee`, {})
    expect(asked.body.back).toBe('/settings?shown=fee')
    const wrong = { 'own-password': 'guessed', 'own-back': asked.body.back }
    const again = await send(`${getEnv().appUrl}/settings/fee`, wrong)
    expect(again.body.back).toBe('/settings?shown=fee')
    expect(screenOf(again)).not.toHaveProperty('own-back')
    expect((await send('', { ...wrong, 'own-back': '//other.example' })).body.back).toBe('/')
  })

  test('It shows an invalid form’s errors before it asks', async () => {
    await elevenMinutesLater()
    expect((await saveFee({ feeRate: 'much' })).status).toBe(400)
  })

  test('It continues for someone without a password once they open a mailed link in the same browser', async () => {
    await elevenMinutesLater()
    const mailed = await saveFee({ 'own-password': '', 'own-link': '1' })
    expect(mailed.status).toBe(403)
    expect(mailed.body.mailed.message).toBeTruthy()
    const again = () => office.post(fee, '/settings/fee', { ...screenOf(mailed), 'own-password': '' })
    expect((await again()).status).toBe(403)
    const token = await mailedToken('magic', officeAccount.email ?? '')
    await office.api('/api/auth/magic-login', { method: 'POST', body: { token } })
    expect((await again()).status).toBe(302)
    expect(await savedFee()).toBe(150)
  })

  test('It asks if the session was confirmed by a clock that was ahead', async () => {
    await prisma.$executeRaw`UPDATE sessions SET confirmed_at = now() + interval '1 day'`
    expect((await saveFee()).status).toBe(403)
  })

  test('It asks in each session', async () => {
    await elevenMinutesLater()
    await signedIn(officeAccount)
    expect((await saveFee()).status).toBe(403)
  })
})

const NOTHING_USED = Object.fromEntries(COUNTERS.map(({ usedField }) => [usedField, '0']))

type Handler = (args: ActionFunctionArgs) => unknown
interface Wanted {
  by?: 'family'
  handler: Handler
  fields?: Record<string, string>
  params?: Record<string, string>
}

const FORMS: Record<string, Wanted> = {
  'a refund': { handler: refund, fields: { amount: '10.00' }, params: { id: '1' } },
  'a new administrator': {
    handler: addAdministrator,
    fields: { intent: 'create', email: 'b@school.example', firstName: 'B', lastName: 'C' },
  },
  'an administrator less': { handler: removeAdministrator, params: { id: 'someone' } },
  'an instructor’s sign-in': {
    handler: inviteInstructor,
    fields: { intent: 'invite', email: 'coach@school.example' },
    params: { id: 'someone' },
  },
  'the end of an instructor’s sign-in': {
    handler: inviteInstructor,
    fields: { intent: 'end' },
    params: { id: 'someone' },
  },
  'an instructor less': { handler: removeInstructor, params: { id: 'someone' } },
  'how long data is kept': {
    handler: privacy,
    fields: { emails: '12', notes: '12', changes: '24', views: '12', waivers: '84', inactive: '36' },
  },
  'how families pay at the school, and how short a password may be': {
    handler: school,
    fields: { name: 'Oak Hill', payWords: 'Venmo @mine' },
  },
  'another time zone': { handler: timeZone, fields: { timezone: 'America/Chicago' } },
  'a family’s erasure': { handler: erase, fields: { confirm: 'Emma Stone' }, params: { id: 'someone' } },
  'a link into a family’s account': { handler: signInLink, params: { id: 'someone' } },
  'a link of the office for somebody': { handler: officeMagicLink, fields: { email: 'emma@stone.example' } },
  'another address of one’s own': {
    by: 'family',
    handler: editProfile,
    fields: { studentName: 'Emma Stone', email: 'mine@elsewhere.example', phone: '215-555-0100', parentName: '' },
  },
  'a saved method less': { by: 'family', handler: methods, fields: { intent: 'delete', method: 'pm_1' } },
}

describe('Actions that require the password again', () => {
  test.each(Object.entries(FORMS))('%s', async (_, { by, handler, fields = {}, params = {} }) => {
    await elevenMinutesLater()
    const answer = await (by ? family : office).post(handler, '/anywhere', fields, params)
    expect([answer.status, answer.body.action]).toEqual([403, '/anywhere'])
    expect(await prisma.auditEntry.count()).toBe(0)
  })

  test('Every form of the settings asks for the password, but for those that open nothing', () => {
    const OPEN = [
      'import/import.tsx', // reads a file, which moves nothing in
      'school/logo.tsx', // shows a picture, which the page that asks could not carry
      'server/card-payments.tsx try', // charges a card of one's own $1, and gives it back
      'start.tsx', // puts the list of first steps away
      'status.tsx', // sends the one who asks a test email
      'waivers/draft.tsx', // saves a text that no one sees until it is published
    ]
    const folder = 'app/routes/office/settings/'
    const screens = [...sourceFiles(folder), 'app/routes/office/week/ride-types.tsx']
    const open = screens.flatMap((file) => {
      const forms = readFileSync(file, 'utf8').matchAll(/(?:(\w+): )?formAction\(\{(.*?)^ +(?:async )?run\b/gms)
      return [...forms]
        .filter(([, , options = '']) => !/^ +confirms: /m.test(options))
        .map(([, command]) => [file.replace(folder, ''), command].filter(Boolean).join(' '))
    })
    expect(open.sort()).toEqual(OPEN)
  })

  test('Changing a price requires the password again', async () => {
    await seedCatalog()
    await elevenMinutesLater()
    const params = { kind: 'packages', id: String(await packageId()) }
    const fields = {
      ...{ name: 'Package 1', price: '1', sortOrder: '10', lessonsPerMonth: '4' },
      ...{ privateLessonsPerMonth: '0', makeupLessons: '1', hacksPerMonth: '0' },
    }
    const answer = await office.post(catalogueItem, '/anywhere', fields, params)
    expect([answer.status, answer.body.action]).toEqual([403, '/anywhere'])
  })

  test('Changing a student’s address requires the password again, other fields do not', async () => {
    await elevenMinutesLater()
    const fields = { firstName: 'Emma', lastName: 'Stone', phone: '', parentName: '', ...NOTHING_USED }
    const save = (email: string) =>
      office.post(
        editStudent,
        `/students-management/${familyAccount.id}/edit`,
        { ...fields, email, version: JSON.stringify({ email: 'emma@stone.example' }) },
        { id: familyAccount.id },
      )
    expect((await save('mine@elsewhere.example')).body).toHaveProperty('action')
    expect((await save('emma@stone.example')).body).not.toHaveProperty('action')
  })

  test('Changing a student’s address through the API requires the password again, other fields do not', async () => {
    await elevenMinutesLater()
    const save = (body: Record<string, string>) =>
      office.api(`/api/admin/students/${familyAccount.id}`, { method: 'PATCH', body })
    expect((await save({ email: 'mine@elsewhere.example' })).status).toBe(403)
    expect((await save({ email: 'emma@stone.example', phone: '845-555-0142' })).status).toBe(200)
    const stored = await prisma.user.findUniqueOrThrow({ where: { id: familyAccount.id } })
    expect(stored).toMatchObject({ email: 'emma@stone.example', phone: expect.stringContaining('0142') })
  })

  test('A merge, and an address for someone who leaves a family, require the password again, because that address signs in afterward', async () => {
    await elevenMinutesLater()
    const { id } = familyAccount
    const form = await office.post(
      mergeAccounts,
      `/students/${id}/merge`,
      { keep: id, merge: 'x', email: 'kept' },
      { id },
    )
    expect([form.status, form.body]).toEqual([403, expect.objectContaining({ action: expect.any(String) })])
    const call = (method: string, path: string, body: object) =>
      office.api(`/api/admin/students/${id}/${path}`, { method, body })
    expect((await call('POST', 'merge', { from: 'x' })).status).toBe(403)
    expect((await call('DELETE', 'guardian', { email: 'mine@elsewhere.example' })).status).toBe(403)
    expect((await call('DELETE', 'guardian', {})).status).not.toBe(403)
  })

  const FILES: Record<string, { by?: 'family'; loader: Handler; params?: Record<string, string> }> = {
    students: { loader: studentsExport },
    donors: { loader: donationsExport },
    waivers: { loader: waiversExport },
    makeups: { loader: makeupsExport },
    'horses and who rode them': { loader: horsesExport },
    'the horses’ daily record': { loader: workloadExport },
    'the horses’ daily record as a PDF': { loader: workloadPdf },
    'rides of a week': { loader: ridesExport },
    sales: { loader: salesExport },
    'a payout': { loader: payoutExport, params: { id: '1' } },
    'a family’s file for the office': { loader: studentDownload, params: { id: 'someone' } },
    'a family’s file': { by: 'family', loader: ownDownload },
  }
  test.each(Object.entries(FILES))(
    'The file of %s requires the password again',
    async (_, { by, loader, params = {} }) => {
      await elevenMinutesLater()
      const { status, headers } = await (by ? family : office).get(loader, '/a/file?month=2026-11', params)
      expect([status, headers.get('Location')]).toEqual([
        302,
        expect.stringContaining('/confirm?to=%2Fa%2Ffile%3Fmonth%3D2026-11'),
      ])
    },
  )

  test('Every screen that offers a file about people asks for the password first', () => {
    const OPEN = [
      // One rider's own rides.
      'app/routes/portal/rides/history-export.ts',
    ]
    const files = sourceFiles('app/routes').filter((file) => {
      const text = readFileSync(file, 'utf8')
      return /csvResponse|familyDownload/.test(text) && !text.includes('await confirmDownload(request)')
    })
    expect(files.sort()).toEqual(OPEN)
  })

  test.each([
    ['GET', '/api/admin/reports/transactions?start_date=2026-11-01&end_date=2026-11-30'],
    ['GET', '/api/admin/reports/month-end?month=2026-11&format=details'],
    ['DELETE', '/api/payment-methods/pm_1', {}],
    ['POST', '/api/admin/waivers', { title: 'Waiver', text: 'Riding is dangerous.', asksAgain: false }],
    ['POST', '/api/admin/waivers/1/withdraw', { note: 'A mistake' }],
    ['PUT', '/api/admin/waivers/rule', { waiverRequired: true }],
    ['PUT', '/api/admin/notice-settings', { remindAt: '18:00', quietFrom: '21:00', quietTo: '8:00', remindNote: '' }],
    ['PUT', '/api/auth/user', { email: 'mine@elsewhere.example' }],
    ['POST', '/api/auth/magic-link', { email: 'emma@stone.example' }],
    ['POST', '/api/auth/forgot-password', { email: 'emma@stone.example' }],
  ])('The call %s %s requires the password again, and says how to continue', async (method, path, body = {}) => {
    await elevenMinutesLater()
    const { status, body: said } = await office.api(path, { method, body })
    expect([status, said.message]).toEqual([
      403,
      'This wants a sign-in of the last ten minutes. Please sign in again, then repeat the call.',
    ])
  })

  test('A stranger’s request for a link and a change of one’s own name do not require the password', async () => {
    await elevenMinutesLater()
    expect((await family.api('/api/auth/user', { method: 'PUT', body: { firstName: 'Emmy' } })).status).toBe(200)
    const asked = await family.api('/api/auth/magic-link', { method: 'POST', body: { email: 'emma@stone.example' } })
    expect(asked.status).toBe(200)
  })
})

describe('The way to a file', () => {
  const CSV = '/api/admin/reports/transactions?start_date=2026-11-01&end_date=2026-11-30'
  const PAGE = `/confirm?to=${encodeURIComponent(CSV)}&from=%2Fpayments`
  const byLink = () =>
    office.sendApi(CSV, { headers: { Accept: 'text/html,*/*', Referer: 'http://127.0.0.1:3000/payments' } })

  test('A link on a screen leads to the page that asks, and from there to the file', async () => {
    await elevenMinutesLater()
    expect((await byLink()).headers.get('Location')).toMatch(/^\/confirm\?to=/)
    expect((await office.get(confirmPage, PAGE)).body).toMatchObject({ to: CSV, from: '/payments', done: false })
    const said = await office.post(confirm, PAGE, { 'own-password': PASSWORD })
    expect([said.status, said.headers.get('Location')]).toEqual([302, PAGE])
    const done = await office.get(confirmPage, PAGE)
    expect([done.body.done, done.headers.get('Refresh')]).toEqual([true, `0; url=${CSV}`])
    expect((await byLink()).headers.get('Content-Type')).toContain('text/csv')
  })

  test('The way to a file never leads to another site', async () => {
    const { body, headers } = await office.get(confirmPage, '/confirm?to=https://evil.example/&from=//evil.example')
    expect(body).toMatchObject({ to: '/', from: '/' })
    expect(headers.get('Refresh')).toBe('0; url=/')
  })
})
