import { beforeEach, expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { loader as student } from '~/routes/office/students/student/student'
import { loader as home } from '~/routes/portal/home/home'
import { admin, emptyTables, rider, signedIn } from '../../../../test/factories'
import { Visitor } from '../../../../test/visitor'
import { action, loader } from './consent'

let ruth: Visitor
let mia: string

beforeEach(async () => {
  await emptyTables()
  const guardian = await rider({ firstName: 'Ruth', lastName: 'Wells' })
  ruth = await signedIn(guardian)
  mia = (await rider({ firstName: 'Mia', lastName: 'Wells', email: null, guardianId: guardian.id })).id
})

const agree = (visitor: Visitor, fields: Record<string, string> = { consent: 'on' }) =>
  visitor.post(action, '/consent', { version: '1', riders: mia, ...fields })
const errorsOf = ({ body }: { body: { lastResult?: { error?: Record<string, string[]> } } }) => body.lastResult?.error

test('The line stands on the home screen until a parent has agreed, and the office reads when', async () => {
  const desk = await signedIn(await admin())
  const page = async () => (await desk.get(student, `/admin/students/${mia}`, { id: mia })).body.consent
  expect((await ruth.get(home, '/')).body.content.toAgree).toEqual(['Mia'])
  expect((await ruth.get(loader, '/consent')).body.children).toEqual([{ id: mia, name: 'Mia Wells' }])
  expect(await page()).toEqual({ given: null })
  const answer = await agree(ruth)
  expect(answer).toRedirect('/')
  expect((await ruth.get(home, '/')).body.content.toAgree).toEqual([])
  expect((await ruth.get(loader, '/consent')).body.children).toEqual([])
  expect(await page()).toMatchObject({ given: { by: 'Ruth Wells', version: 1 } })
})

test('Without the tick nothing is kept, and the message names the tick', async () => {
  const refused = await agree(ruth, {})
  expect(refused.status).toBe(400)
  expect(errorsOf(refused)).toEqual({
    consent: [
      'Please tick that you are the parent or legal guardian and agree that the school keeps this child’s data',
    ],
  })
  expect(await prisma.consent.count()).toBe(0)
})

test('A teenager, another family, an instructor and a visitor give nobody’s consent', async () => {
  await prisma.user.update({ where: { id: mia }, data: { email: 'mia@wells.example' } })
  const teen = await agree(await signedIn({ id: mia }))
  expect([teen.status, errorsOf(teen)]).toEqual([409, { '': ['Your parent or guardian agrees for you'] }])
  expect((await agree(await signedIn(await rider({ firstName: 'Olga' })))).status).toBe(404)
  expect((await agree(await signedIn(await rider({ role: 'instructor', phone: null })))).status).toBe(403)
  expect((await agree(new Visitor())).status).toBe(302)
  expect(await prisma.consent.count()).toBe(0)
})

test('A program asks for the text and agrees as a parent does', async () => {
  expect((await ruth.api('/api/family/consents')).body).toMatchObject({ version: 1, riders: [{ id: mia }] })
  const body = { version: 1, riders: [mia], consent: true }
  const unticked = await ruth.api('/api/family/consents', { method: 'POST', body: { ...body, consent: false } })
  expect(unticked.status).toBe(400)
  const given = await ruth.api('/api/family/consents', { method: 'POST', body })
  expect([given.status, given.body]).toEqual([201, { riders: ['Mia Wells'] }])
})
