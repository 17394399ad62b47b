import { beforeEach, expect, test } from 'vitest'
import { saveRule } from '~/models/waivers/rule.server'
import { publishDraft, saveDraft } from '~/models/waivers/version.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { loader as portal } from '~/routes/portal/home/home'
import { loader as findPlace } from '~/routes/portal/places/find-a-place'
import { loader as shop } from '~/routes/portal/purchase/purchase'
import { loader as day } from '~/routes/teaching/teaching'
import { makeAttachments } from '~/services/mail/attachments.server'
import { admin, rider, rideTypes, signedIn, weeklyPlace } from '../../../../test/factories'
import { Visitor } from '../../../../test/visitor'
import { loader as pdf } from './pdf'
import { loader as copy } from './waiver'
import { action, loader } from './waivers'

let office: string
let ruth: Visitor
let mia: string
let leo: string

beforeEach(async () => {
  setClock('2026-11-24T15:00:00Z')
  await prisma.$executeRaw`TRUNCATE waiver_versions, waiver_signatures, waiver_draft, email_outbox RESTART IDENTITY`
  await rideTypes()
  office = (await admin()).id
  const guardian = await rider({ firstName: 'Ruth', lastName: 'Woźniak' })
  ruth = await signedIn(guardian)
  mia = (await rider({ firstName: 'Mia', lastName: 'Woźniak', email: null, guardianId: guardian.id })).id
  leo = (await rider({ firstName: 'Łukasz', lastName: 'Woźniak', email: null, guardianId: guardian.id })).id
  await publish('# Risks\n\nHorses are large.')
})

async function publish(text: string) {
  const draft = { title: 'Waiver', text }
  await saveDraft(office, draft)
  await publishDraft(office, draft, { asksAgain: true })
}

const form = { waiver: '1', name: 'Ruth Woźniak', agree: 'on' }
const sign = (fields: Record<string, string> = {}, path = '/waivers') =>
  ruth.post(action, path, { ...form, riders: mia, ...fields })
const errorsOf = ({ body }: { body: { lastResult?: { error?: Record<string, string[]> } } }) => body.lastResult?.error

test('A guardian signs for a rider, sees the copy, and gets it by email as a PDF', async () => {
  const answer = await sign({ drawing: '10,20 30,40' })
  expect(answer.status).toBe(302)
  expect(answer).toRedirect('/waivers/1')
  const { body } = await ruth.get(copy, '/waivers/1', { id: '1' })
  expect(body).toMatchObject({ rider: 'Mia Woźniak', name: 'Ruth Woźniak', ip: '192.0.2.1', isIntact: true })
  expect(body).toMatchObject({ role: 'Parent or legal guardian', agreedTo: expect.stringContaining('for this rider') })
  const [email] = await prisma.outboxEmail.findMany()
  expect(email).toMatchObject({ subject: 'Signed: Waiver for Mia Woźniak', attachments: ['waiver:1'] })
  const [attached] = await makeAttachments(email!.attachments)
  expect(attached).toMatchObject({ filename: 'waiver-mia-wozniak-v1.pdf', contentType: 'application/pdf' })
  expect(attached!.content.subarray(0, 5).toString()).toBe('%PDF-')
  const file = await ruth.get(pdf, '/waivers/1/pdf', { id: '1' })
  expect(file.headers.get('Content-Disposition')).toContain('waiver-mia-wozniak-v1.pdf')
})

test('Who signs for oneself is asked where it is open, and nothing is chosen for them', async () => {
  const nora = await rider({ firstName: 'Nora' })
  const own = await signedIn(nora)
  const signs = (fields: Record<string, string>) =>
    own.post(action, '/waivers', { ...form, riders: nora.id, ...fields })
  expect((await own.get(loader, '/waivers')).body.ownRoles).toEqual(['adult', 'guardian'])
  expect(errorsOf(await signs({}))).toEqual({ signerRole: ['Please say who signs'] })
  expect(errorsOf(await signs({ signerRole: 'coach' }))).toEqual({ signerRole: ['Please say who signs'] })
  await prisma.user.update({ where: { id: nora.id }, data: { parentName: 'Maria' } })
  expect((await own.get(loader, '/waivers')).body.ownRoles).toEqual(['guardian'])
  expect((await signs({ signerRole: 'adult' })).status).toBe(400)
  expect((await signs({})).status).toBe(302)
  expect(await prisma.waiverSignature.findMany()).toMatchObject([{ signerRole: 'guardian' }])
})

test('The page opens whatever the parent is called', async () => {
  const nora = await rider({ firstName: 'Nora', parentName: 'Maria "Mimi" Woźniak' })
  const { body } = await (await signedIn(nora)).get(loader, '/waivers')
  expect(body.ownRoles).toEqual(['guardian'])
})

test('Sent twice, the form signs once and mails once', async () => {
  expect((await Promise.all([sign(), sign()])).map(({ status }) => status)).toEqual([302, 302])
  expect(await prisma.waiverSignature.count()).toBe(1)
  expect(await prisma.outboxEmail.count()).toBe(1)
})

test('A name, the tick and a rider are asked for, and a drawing is a drawing', async () => {
  const refused = await ruth.post(action, '/waivers', { waiver: '1', name: 'R', riders: mia })
  expect(refused.status).toBe(400)
  expect(errorsOf(refused)).toMatchObject({
    name: ['Please type your full name'],
    agree: ['Please check the box to agree'],
  })
  expect(errorsOf(await sign({ name: ' Ruth ' }))).toEqual({ name: ['Please enter first and last name'] })
  for (const drawing of ['<svg onload=alert(1)>', '10,20 30', '601,1', '1,201', '1,1;', `${'1,1 '.repeat(901)}1,1`]) {
    expect(errorsOf(await sign({ drawing }))).toMatchObject({ drawing: ['Please draw it again'] })
  }
  expect(await prisma.waiverSignature.count()).toBe(0)
})

test.each([
  ['王', '小明', '王小明'],
  ['Cher', '-', 'Cher'],
])('Whoever has no two words to sign with signs with one: %s %s', async (firstName, lastName, name) => {
  const own = await rider({ firstName, lastName, birthDate: new Date('1990-05-01') })
  const signs = (typed: string) =>
    signedIn(own).then((visitor) => visitor.post(action, '/waivers', { ...form, riders: own.id, name: typed }))
  expect(errorsOf(await signs('Ruth'))).toEqual({ name: ['Please enter first and last name'] })
  expect((await signs(name)).status).toBe(302)
  expect(await prisma.waiverSignature.findMany()).toMatchObject([{ typedName: name }])
})

test('Someone who read the old text is shown the new one and signs nothing unseen', async () => {
  await publish('# Risks\n\nHorses are large and quick.')
  const refused = await sign()
  expect(refused.status).toBe(409)
  expect(errorsOf(refused)).toMatchObject({ '': [expect.stringContaining('just updated this waiver')] })
  // What was typed stays; what was agreed to does not.
  expect(refused.body.lastResult.initialValue).toMatchObject({ name: 'Ruth Woźniak', riders: mia })
  expect(refused.body.lastResult.initialValue).not.toHaveProperty('agree')
  expect((await ruth.get(loader, '/waivers')).body.waiver).toMatchObject({
    id: 2,
    text: expect.stringMatching('quick'),
  })
})

test('After signing, the way leads back to what came before', async () => {
  const answer = await sign({}, '/waivers?redirectTo=%2Fpurchase%3Fpackage%3D2')
  expect(answer).toRedirect('/waivers/1?redirectTo=%2Fpurchase%3Fpackage%3D2')
  const { body } = await ruth.get(copy, answer.headers.get('Location')!, { id: '1' })
  expect(body.goOn).toBe('/purchase?package=2')
  expect((await ruth.get(loader, '/waivers?redirectTo=https://elsewhere.example')).body.back).toBeUndefined()
})

test('Portal, shop and Book a lesson say before anything is refused that a signature comes first', async () => {
  const asked = async () => {
    const home = (await ruth.get(portal, '/')).body.content
    const places = (await ruth.get(findPlace, `/find-a-place?rider=${mia}`)).body
    return {
      portal: [home.waiverRequired, home.unsigned.length],
      shop: (await ruth.get(shop, '/purchase')).body.hindered.map(({ id }: { id: string }) => id).sort(),
      place: places.hindered.length,
    }
  }
  expect(await asked()).toEqual({ portal: [false, 2], shop: [], place: 0 })
  await saveRule(office, { waiverRequired: true })
  expect(await asked()).toEqual({ portal: [true, 2], shop: [mia, leo].sort(), place: 1 })
  await sign()
  expect(await asked()).toEqual({ portal: [true, 1], shop: [leo], place: 0 })
  expect((await new Visitor().get(shop, '/purchase')).body.hindered).toEqual([])
  await saveRule(office, { waiverRequired: false })
})

test('A rider without a waiver is flagged on the day of the instructor, until someone signs', async () => {
  const teacher = await rider({ firstName: 'Sarah', role: 'instructor', phone: null })
  await weeklyPlace({ riderId: mia, startDate: '2026-11-03', instructorId: teacher.id })
  const coach = await signedIn(teacher)
  const flag = async () => (await coach.get(day, '/teaching?date=2026-11-24')).body.lessons[0].riders[0].unsigned
  expect(await flag()).toBe(true)
  await sign()
  expect(await flag()).toBe(false)
})

test('A copy is for who signed it and for the office alone', async () => {
  await sign()
  const other = await signedIn(await rider({ firstName: 'Olga' }))
  expect((await other.get(copy, '/waivers/1', { id: '1' })).status).toBe(404)
  expect((await other.get(pdf, '/waivers/1/pdf', { id: '1' })).status).toBe(404)
  const desk = await signedIn({ id: office })
  expect((await desk.get(copy, '/waivers/1', { id: '1' })).status).toBe(200)
  expect(await prisma.dataView.count({ where: { subjectId: mia, kind: 'waiver' } })).toBe(1)
})

test('A rider named in the address is chosen, and without a name every one is', async () => {
  const chosen = async (query: string) =>
    (await ruth.get(loader, `/waivers${query}`)).body.unsigned
      .filter((one: { chosen: boolean }) => one.chosen)
      .map(({ id }: { id: string }) => id)
      .sort()
  expect(await chosen('')).toEqual([mia, leo].sort())
  expect(await chosen(`?rider=${leo}`)).toEqual([leo])
})
