import { beforeEach, expect, test } from 'vitest'
import { mergeAccounts } from '~/models/merge/merge.server'
import { undoMerge } from '~/models/merge/merge-undo.server'
import { CONSENT } from '~/models/people/accounts/consent'
import { register } from '~/models/people/accounts/user.server'
import { portalOverview } from '~/models/portal/portal.server'
import { setClock, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { toDbDate } from '~/utils/dates'
import { admin, emptyTables, rider } from '../../../../test/factories'
import { refusal } from '../../../../test/schedule'
import { askedConsents, consentFor, giveConsent } from './consent.server'
import { addFamilyRider, linkRider, undoFamilyChange } from './family-change.server'

let office: string
let ruth: string
let mia: string

beforeEach(async () => {
  setClock('2026-11-24T15:00:00Z')
  await emptyTables()
  office = (await admin()).id
  ruth = (await rider({ firstName: 'Ruth', lastName: 'Wells' })).id
  mia = await addFamilyRider(office, ruth, { firstName: 'Mia', lastName: 'Wells', birthDate: '2016-05-01' })
})

const version = CONSENT.version
const agree = (by = ruth, riders = [mia]) => giveConsent(by, { version, riders })
const asked = async (id = ruth) => (await askedConsents(id)).map(({ firstName }) => firstName)

test('The first text stays as it was consented to', () => {
  expect(CONSENT).toEqual({
    version: 1,
    text: 'I am the parent or legal guardian, and I agree that the school keeps this child’s data for riding lessons.',
  })
})

test('A family whose child the office entered is asked until the parent consents, and the office sees both', async () => {
  expect(await asked()).toEqual(['Mia'])
  expect((await portalOverview(ruth, today())).toAgree).toMatchObject([{ firstName: 'Mia' }])
  expect(await consentFor(mia)).toEqual({ given: null })
  expect(await agree()).toEqual(['Mia Wells'])
  expect(await asked()).toEqual([])
  expect((await portalOverview(ruth, today())).toAgree).toEqual([])
  expect(await consentFor(mia)).toEqual({
    given: { by: 'Ruth Wells', at: new Date('2026-11-24T15:00:00Z'), version },
  })
})

test('Two tabs that consent at once are one consent and one log entry', async () => {
  await Promise.all(Array.from({ length: 8 }, () => agree()))
  expect(await prisma.consent.count()).toBe(1)
  expect(await prisma.auditEntry.count({ where: { action: 'consent.give', entityId: mia } })).toBe(1)
})

test('An adult who rides is not asked, alone or in a family', async () => {
  const adult = (await rider({ parentName: null })).id
  const grown = { guardianId: ruth, email: null, birthDate: toDbDate('2008-11-24') }
  const brother = (await rider({ firstName: 'Tom', ...grown })).id
  expect(await asked(adult)).toEqual([])
  expect(await asked()).toEqual(['Mia'])
  expect([await consentFor(adult), await consentFor(brother)]).toEqual([null, null])
  await expect(agree(adult, [adult])).rejects.toEqual(refusal(409, 'rides as an adult'))
  await expect(agree(ruth, [brother])).rejects.toEqual(refusal(409, 'rides as an adult'))
  await prisma.user.update({ where: { id: brother }, data: { birthDate: toDbDate('2008-11-25') } })
  expect(await asked()).toEqual(['Mia', 'Tom'])
})

test('A teenager cannot consent, nor can another family', async () => {
  const teen = (await rider({ firstName: 'Ada', guardianId: ruth, birthDate: toDbDate('2012-01-01') })).id
  expect(await asked(teen)).toEqual([])
  await expect(agree(teen, [teen])).rejects.toEqual(refusal(409, 'Your parent or guardian agrees for you'))
  const other = (await rider({ firstName: 'Olga' })).id
  await expect(agree(other)).rejects.toMatchObject({ status: 404 })
  expect(await prisma.consent.count()).toBe(0)
})

test('Someone who read another text cannot consent', async () => {
  await expect(giveConsent(ruth, { version: version + 1, riders: [mia] })).rejects.toMatchObject({ status: 409 })
  await agree()
  await prisma.consent.updateMany({ data: { version: version + 1 } })
  expect(await asked()).toEqual(['Mia'])
})

test('A family that signs up a child with the box checked has consented, and one that calls the API without it is asked', async () => {
  const person = { firstName: 'Leo', lastName: 'Park', phone: '555 0100', password: 'quiet-stable-9' }
  const one = await register({ ...person, email: 'one@park.example', parentName: 'Jin Park', consent: true })
  const two = await register({ ...person, email: 'two@park.example', parentName: 'Jin Park' })
  const adult = await register({ ...person, email: 'three@park.example', parentName: null, consent: true })
  expect(await consentFor(one.id)).toMatchObject({ given: { by: 'Jin Park', version } })
  expect([await asked(one.id), await asked(two.id), await asked(adult.id)]).toEqual([[], ['Leo'], []])
  expect(await prisma.consent.count()).toBe(1)
  await agree(two.id, [two.id])
  expect(await asked(two.id)).toEqual([])
})

test('In another family that parent is asked, and an Undo restores the old answer', async () => {
  await agree()
  const other = (await rider({ firstName: 'Olga' })).id
  const moved = await linkRider(office, { rider: mia, guardian: other })
  expect([await asked(other), await consentFor(mia)]).toEqual([['Mia'], { given: null }])
  await undoFamilyChange(office, moved!.change)
  expect(await asked()).toEqual([])
})

test('After two accounts of one parent are merged, either consent is valid', async () => {
  await agree()
  const again = (await rider({ firstName: 'Ruth', lastName: 'Wells' })).id
  await mergeAccounts(office, again, ruth, 'kept')
  expect(await asked(again)).toEqual([])
  expect(await consentFor(mia)).toMatchObject({ given: { by: 'Ruth Wells' } })
})

test('A child who was signed up twice, with consent each time, is one child with consent, and two again after Undo', async () => {
  const person = {
    firstName: 'Leo',
    lastName: 'Park',
    phone: '555 0100',
    password: 'quiet-stable-9',
    parentName: 'Jin Park',
  }
  const [kept, twice] = [
    await register({ ...person, email: 'one@park.example', consent: true }),
    await register({ ...person, email: 'two@park.example', consent: true }),
  ]
  await mergeAccounts(office, kept.id, twice.id, 'kept')
  expect(await asked(kept.id)).toEqual([])
  expect(await consentFor(kept.id)).toMatchObject({ given: { by: 'Jin Park' } })
  await undoMerge(office, twice.id)
  expect([await asked(kept.id), await asked(twice.id)]).toEqual([[], []])
})
