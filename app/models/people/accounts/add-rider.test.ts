import { beforeEach, expect, test } from 'vitest'
import { mergeAccounts } from '~/models/merge/merge.server'
import { undoMerge } from '~/models/merge/merge-undo.server'
import { askedConsents, consentFor } from '~/models/people/families/consent.server'
import { ownFamily, ridersOfFamily } from '~/models/people/families/family.server'
import { addFamilyRider, addOwnRider, setRidesToo } from '~/models/people/families/family-change.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { admin, emptyTables, rider, rideTypes, weeklyPlace } from '../../../../test/factories'
import { refusal } from '../../../../test/schedule'
import { register } from './user.server'

const PERSON = {
  firstName: 'Maria',
  lastName: 'Delgado',
  email: 'maria@delgado.example',
  phone: '555 0100',
  parentName: null,
  password: 'quiet-stable-9',
}
const LUCIA = { firstName: 'Lucia', lastName: 'Delgado', birthDate: '2017-05-01' } as const
const MATEO = { firstName: 'Mateo', lastName: 'Delgado', birthDate: '2014-09-12' } as const
const BOTH = [
  { ...LUCIA, at: 0 },
  { ...MATEO, at: 2 },
]

beforeEach(async () => {
  setClock('2026-11-24T15:00:00Z')
  await emptyTables()
  await rideTypes()
})

const riders = async (id: string) => (await ridersOfFamily(id)).map(({ firstName }) => firstName)
const maria = (change: Partial<Parameters<typeof register>[0]> = {}) =>
  register({ ...PERSON, consent: true, ridesToo: false, riders: BOTH, ...change })

test('A mother signs up with two children, who ride and for whom she has consented, and is not a rider', async () => {
  const { id } = await maria()
  expect(await riders(id)).toEqual(['Lucia', 'Mateo'])
  const children = await prisma.user.findMany({ where: { guardianId: id }, orderBy: { firstName: 'asc' } })
  expect(children).toMatchObject([
    { email: null, password: null, birthDate: new Date('2017-05-01'), role: 'customer' },
    { email: null, password: null, birthDate: new Date('2014-09-12'), role: 'customer' },
  ])
  expect(await askedConsents(id)).toEqual([])
  expect(await consentFor(children[0]!.id)).toMatchObject({ given: { by: 'Maria Delgado', version: 1 } })
  const log = await prisma.auditEntry.findMany({ where: { actorId: id }, orderBy: { id: 'asc' } })
  expect(log.map(({ action }) => action)).toEqual([
    'family.add-rider',
    'consent.give',
    'family.add-rider',
    'consent.give',
  ])
})

test('A mother who rides too is a rider before her first ride', async () => {
  expect(await riders((await maria({ ridesToo: true })).id)).toEqual(['Maria', 'Lucia', 'Mateo'])
})

test('An account is created with all of its riders or not at all, and the refusal is at the rider’s block', async () => {
  const refused = (change: object) => [BOTH[0]!, { ...BOTH[1]!, ...change }]
  await expect(maria({ riders: refused({ birthDate: '2026-11-25' }) })).rejects.toEqual(
    expect.objectContaining({ field: 'riders[2].birthDate' }),
  )
  await expect(maria({ riders: refused({ firstName: 'LUCIA' }) })).rejects.toMatchObject({
    field: 'riders[2].firstName',
    message: 'LUCIA Delgado is in this family already',
  })
  await expect(maria({ riders: refused({ firstName: 'maria' }) })).rejects.toMatchObject({
    field: 'riders[2].firstName',
  })
  await expect(maria({ consent: false })).rejects.toMatchObject({ field: 'consent' })
  expect(await prisma.user.count()).toBe(0)
  expect(await prisma.auditEntry.count()).toBe(0)
})

test('A form sent twice at once makes one family', async () => {
  const [one, two] = await Promise.all([maria(), maria()])
  expect(one.id).toBe(two.id)
  expect(await prisma.user.count()).toBe(3)
})

test('An adult rider needs no consent, and nobody consents for them', async () => {
  const { id } = await maria({ consent: false, riders: [{ ...LUCIA, birthDate: '2000-01-01', at: 0 }] })
  expect(await riders(id)).toEqual(['Lucia'])
  expect(await prisma.consent.count()).toBe(0)
})

test('A family adds a rider itself, once, and stays signed in', async () => {
  const { id } = await maria()
  const ana = { firstName: 'Ana', lastName: 'Delgado', birthDate: null, consent: true }
  await expect(addOwnRider(id, { ...ana, consent: false })).rejects.toMatchObject({ field: 'consent' })
  const tries = await Promise.allSettled([addOwnRider(id, ana), addOwnRider(id, ana)])
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await riders(id)).toEqual(['Ana', 'Lucia', 'Mateo'])
  // The office's way revokes the password of an account whose address is not verified; the family's own does not.
  expect((await prisma.user.findUniqueOrThrow({ where: { id } })).password).toMatch(/scrypt/)
})

test('An account that stood for a rider stays one when it adds a rider, and a parent’s account does not become one', async () => {
  const lucia = (await rider({ firstName: 'Lucia', parentName: 'Maria Delgado' })).id
  await addOwnRider(lucia, { ...MATEO, consent: true })
  expect(await riders(lucia)).toEqual(['Lucia', 'Mateo'])
  const mother = (await maria({ riders: [{ ...LUCIA, at: 0 }] })).id
  await prisma.user.updateMany({ where: { guardianId: mother }, data: { hiddenAt: new Date() } })
  await addOwnRider(mother, { ...MATEO, consent: true })
  expect(await riders(mother)).toEqual(['Mateo'])
})

test('A rider with a sign-in of their own cannot add riders, and a family of twelve has to ask the office', async () => {
  const mother = await rider()
  const teen = await rider({ guardianId: mother.id })
  await expect(addOwnRider(teen.id, { ...MATEO, consent: true })).rejects.toEqual(
    refusal(409, 'Your parent or guardian'),
  )
  for (let n = 0; n < 11; n++) await rider({ guardianId: mother.id, email: null, password: null })
  await expect(addOwnRider(mother.id, { ...MATEO, consent: true })).rejects.toEqual(refusal(409, 'ask the office'))
  const office = (await admin()).id
  await addFamilyRider(office, mother.id, MATEO)
  await expect(addFamilyRider(office, mother.id, MATEO)).rejects.toEqual(refusal(409, 'is in this family already'))
})

test('The office may give a child the name of its account, to tell the two apart', async () => {
  const account = await rider({ firstName: 'Lucia', lastName: 'Delgado' })
  await addFamilyRider((await admin()).id, account.id, LUCIA)
  expect(await prisma.user.count({ where: { guardianId: account.id } })).toBe(1)
})

test('A parent says whether they ride too, until rides show it', async () => {
  const { id } = await maria()
  expect(await ownFamily(id)).toMatchObject({ mayAdd: true, maySayRides: true })
  await setRidesToo(id, true)
  expect(await riders(id)).toEqual(['Maria', 'Lucia', 'Mateo'])
  await setRidesToo(id, false)
  expect(await riders(id)).toEqual(['Lucia', 'Mateo'])
  await weeklyPlace({ startDate: '2026-11-24', riderId: id })
  expect(await riders(id)).toEqual(['Maria', 'Lucia', 'Mateo'])
  expect(await ownFamily(id)).toMatchObject({ maySayRides: false })
  await expect(setRidesToo(id, false)).rejects.toEqual(refusal(409, 'Please ask the office'))
})

test('Two accounts of one mother are merged with their riders and what she said, and separated again', async () => {
  const office = (await admin()).id
  const one = await maria()
  const ana = { ...LUCIA, firstName: 'Ana', at: 0 }
  const two = await maria({ email: 'again@delgado.example', ridesToo: true, riders: [ana] })
  await mergeAccounts(office, one.id, two.id, 'kept')
  expect(await riders(one.id)).toEqual(['Maria', 'Ana', 'Lucia', 'Mateo'])
  expect(await askedConsents(one.id)).toEqual([])
  await undoMerge(office, two.id)
  expect([await riders(one.id), await riders(two.id)]).toEqual([
    ['Lucia', 'Mateo'],
    ['Maria', 'Ana'],
  ])
})
