import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { listStatement, queryLists } from '~/platform/row-lists.server'
import { withTx } from '~/platform/tx.server'
import { admin, rider } from '../../../test/factories'
import { refusal } from '../../../test/schedule'
import { correctBirthDate } from './birth-date.server'
import { familyWaivers, unsignedLists } from './family-waivers.server'
import { hinderedOf, requireWaivers, saveRule } from './rule.server'
import { findSignature, recordPaper, signaturesOf, signWaiver, withdrawPaper } from './signature.server'
import { currentWaiver, findDraft, publishDraft, saveDraft, withdrawVersion } from './version.server'
import type { SignerRole } from './waiver'
import { waiverCoverage } from './waiver-report.server'

const FROM = { ip: '192.0.2.7', userAgent: 'A phone' }
const DRAWING = '10,20 30,40;50,60'
let ruth: string
let mia: string
let leo: string

const office = (await admin()).id

/** Triggers protect what was signed, so the tables are emptied as a database administrator would. */
beforeEach(async () => {
  setClock('2026-11-24T15:00:00Z')
  await prisma.$executeRaw`TRUNCATE waiver_versions, waiver_signatures, waiver_draft RESTART IDENTITY`
  await prisma.school.deleteMany()
  ruth = (await rider({ firstName: 'Ruth', lastName: 'Woźniak' })).id
  mia = (await rider({ firstName: 'Mia', lastName: 'Woźniak', email: null, guardianId: ruth })).id
  leo = (await rider({ firstName: 'Leo', lastName: 'Woźniak', email: null, guardianId: ruth })).id
})

async function publish(text: string, asksAgain = true) {
  const draft = { title: 'Waiver', text }
  await saveDraft(office, draft)
  await publishDraft(office, draft, { asksAgain })
  return (await currentWaiver())!.id
}

const sign = (waiver: number, riders = [mia], name = 'Ruth Woźniak', drawing: string | null = DRAWING) =>
  signWaiver(ruth, { waiver, riders, name, drawing }, FROM)

const MISSING = listStatement(unsignedLists('(SELECT unnest($1::text[]) AS id)'))
const missing = async () =>
  (await queryLists(MISSING, [[mia, leo]])).unsigned.map(({ id }) => (id === mia ? 'Mia' : 'Leo'))

test('Nobody has anything to sign before a text is published', async () => {
  expect(await missing()).toEqual([])
  await publish('# Risks\n\nHorses are large.')
  expect((await missing()).sort()).toEqual(['Leo', 'Mia'])
})

test('A guardian signs for several riders at once, and each has a signature of its own', async () => {
  const waiver = await publish('Horses are large.')
  const { ids, made, riders } = await sign(waiver, [mia, leo])
  expect({ made: made.length, riders }).toEqual({ made: 2, riders: ['Mia Woźniak', 'Leo Woźniak'] })
  expect(await missing()).toEqual([])
  expect(await findSignature(ids[0]!)).toMatchObject({
    riderName: 'Mia Woźniak',
    typedName: 'Ruth Woźniak',
    drawing: DRAWING,
    ip: '192.0.2.7',
    userAgent: 'A phone',
    text: 'Horses are large.',
    isIntact: true,
  })
})

test('Two tabs that sign at once create one signature', async () => {
  const waiver = await publish('Horses are large.')
  const both = await Promise.all(Array.from({ length: 8 }, () => sign(waiver, [mia, leo])))
  expect(both.flatMap(({ made }) => made)).toHaveLength(2)
  expect(new Set(both.flatMap(({ ids }) => ids)).size).toBe(2)
  expect(await prisma.waiverSignature.count()).toBe(2)
})

test('A text that was published while the old one was read is not signed unseen', async () => {
  const old = await publish('Horses are large.')
  await publish('Horses are large and quick.')
  await expect(sign(old)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('just updated this waiver'),
  })
  expect(await prisma.waiverSignature.count()).toBe(0)
})

test('Signing and publishing at the same time leaves no signature of a text that was replaced before it', async () => {
  const old = await publish('One.')
  const draft = { title: 'Waiver', text: 'Two.' }
  await saveDraft(office, draft)
  const [signed] = await Promise.allSettled([sign(old), publishDraft(office, draft, { asksAgain: true })])
  const kept = await prisma.waiverSignature.findMany({ include: { version: true } })
  expect(kept).toHaveLength(signed.status === 'fulfilled' ? 1 : 0)
  expect(kept.every(({ version }) => version.number === 1)).toBe(true)
})

test('A new version asks everyone again, or leaves earlier signatures valid', async () => {
  await sign(await publish('One.'), [mia])
  await publish('One, with a new phone number.', false)
  expect(await missing()).toEqual(['Leo'])
  await sign((await currentWaiver())!.id, [leo])
  await publish('Three.')
  expect((await missing()).sort()).toEqual(['Leo', 'Mia'])
})

test('A withdrawn version does not count, and the one before it is valid again', async () => {
  await sign(await publish('One.'), [mia])
  const second = await publish('Two.')
  await sign(second, [leo])
  await withdrawVersion(office, second, 'Published by mistake')
  expect(await currentWaiver()).toMatchObject({ number: 1 })
  expect(await missing()).toEqual(['Leo'])
  await expect(withdrawVersion(office, second, 'Again')).rejects.toEqual(
    refusal(409, 'This version was withdrawn already'),
  )
  expect(await publish('Three.').then(() => currentWaiver())).toMatchObject({ number: 3 })
})

test('A draft that someone else changed is not published unread, nor is the same text twice', async () => {
  await saveDraft(office, { title: 'Waiver', text: 'One.' })
  const read = await findDraft()
  await saveDraft(office, { title: 'Waiver', text: 'Two.' })
  await expect(publishDraft(office, read, { asksAgain: true })).rejects.toMatchObject({ status: 409 })
  await publish('Two.')
  await expect(publish('Two.')).rejects.toMatchObject({ status: 409 })
  expect(await prisma.waiverVersion.count()).toBe(1)
})

test('Two desks that publish one draft at once make one version', async () => {
  const draft = { title: 'Waiver', text: 'One.' }
  await saveDraft(office, draft)
  const tries = await Promise.allSettled([1, 2].map(() => publishDraft(office, draft, { asksAgain: true })))
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await prisma.waiverVersion.count()).toBe(1)
})

const CHANGES = [
  `UPDATE waiver_versions SET text = 'Nothing can happen.'`,
  `UPDATE waiver_versions SET number = 7`,
  `DELETE FROM waiver_versions`,
  `UPDATE waiver_signatures SET typed_name = 'Someone Else'`,
  `UPDATE waiver_signatures SET signed_at = now()`,
  `UPDATE waiver_signatures SET drawing = NULL`,
  `UPDATE waiver_signatures SET rider_id = signer_id`,
  `UPDATE waiver_signatures SET digest = repeat('0', 64)`,
  `UPDATE waiver_signatures SET signer_role = 'adult'`,
  `UPDATE waiver_signatures SET signer_role = NULL, agreed_to = NULL`,
  // Its names may be removed once the rider was erased, and not before.
  `UPDATE waiver_signatures SET erased_at = now(), rider_name = '', typed_name = '', drawing = NULL, ip = NULL, user_agent = NULL`,
  `DELETE FROM waiver_signatures`,
]

test.each(CHANGES)('The database refuses to change what was published or signed: %s', async (change) => {
  await sign(await publish('Horses are large.'))
  await expect(prisma.$executeRawUnsafe(change)).rejects.toThrow('cannot be changed')
})

test('A withdrawn version and a withdrawn paper cannot be changed again', async () => {
  const version = await publish('One.')
  await recordPaper(office, mia, { name: 'Ruth Woźniak', paperOn: '2026-11-20', note: null })
  const [paper] = await signaturesOf(mia)
  await withdrawPaper(office, mia, paper!.id, 'It was for Leo')
  await withdrawVersion(office, version, 'Wrong text')
  for (const table of ['waiver_versions', 'waiver_signatures']) {
    const change = `UPDATE ${table} SET withdrawn_note = 'Never mind'`
    await expect(prisma.$executeRawUnsafe(change)).rejects.toThrow('cannot be changed')
  }
})

const FORGERIES = [
  `UPDATE waiver_versions SET text = 'Nothing can happen.'`,
  `UPDATE waiver_signatures SET typed_name = 'Someone Else'`,
  `UPDATE waiver_signatures SET rider_name = 'Leo Woźniak'`,
  `UPDATE waiver_signatures SET signed_at = signed_at - interval '1 day'`,
  `UPDATE waiver_signatures SET drawing = '1,1'`,
  `UPDATE waiver_signatures SET ip = '192.0.2.8'`,
  `UPDATE waiver_signatures SET signer_role = 'adult'`,
  `UPDATE waiver_signatures SET agreed_to = 'Nothing'`,
  `UPDATE waiver_signatures SET signer_role = NULL, agreed_to = NULL`,
]

test.each(FORGERIES)('A change that bypasses the triggers is noticed: %s', async (forgery) => {
  const { ids } = await sign(await publish('Horses are large.'))
  const triggers = async (state: 'ENABLE' | 'DISABLE') => {
    for (const table of ['waiver_versions', 'waiver_signatures']) {
      await prisma.$executeRawUnsafe(`ALTER TABLE ${table} ${state} TRIGGER ${table}_stay`)
    }
  }
  await triggers('DISABLE')
  try {
    await prisma.$executeRawUnsafe(forgery)
  } finally {
    await triggers('ENABLE')
  }
  expect(await findSignature(ids[0]!)).toMatchObject({ isIntact: false })
})

test('No one signs for a rider of another family, nor does the office', async () => {
  const waiver = await publish('Horses are large.')
  const other = (await rider({ firstName: 'Olga' })).id
  await expect(sign(waiver, [mia, other])).rejects.toMatchObject({ status: 404 })
  const byOffice = signWaiver(office, { waiver, riders: [mia], name: 'Ann Office', drawing: null }, FROM)
  await expect(byOffice).rejects.toMatchObject({ status: 404 })
  expect(await prisma.waiverSignature.count()).toBe(0)
})

describe('The signer’s role for the account itself', () => {
  const signed = async (signerRole?: SignerRole) => {
    const { id } = (await currentWaiver())!
    const { ids } = await signWaiver(
      ruth,
      { waiver: id, riders: [ruth], name: 'Ruth Woźniak', drawing: null, signerRole },
      FROM,
    )
    const { signerRole: role, agreedTo, isIntact } = (await findSignature(ids[0]!))!
    return [role, agreedTo, isIntact]
  }
  const asAdult = ['adult', 'I have read this and agree to it. I sign for myself and am 18 or older.', true]
  const asGuardian = [
    'guardian',
    'I have read this and agree to it. I sign for this rider as a parent or legal guardian.',
    true,
  ]
  const isA = (facts: { birthDate?: Date; parentName?: string }) =>
    prisma.user.update({ where: { id: ruth }, data: facts })
  beforeEach(() => publish('Horses are large.'))

  test('The signer chooses the role if neither a birth date nor a parent decides it', async () => {
    await expect(signed()).rejects.toMatchObject({ status: 400, field: 'signerRole', message: 'Please say who signs' })
    expect(await prisma.waiverSignature.count()).toBe(0)
    expect(await signed('adult')).toEqual(asAdult)
  })

  test('The signer is a parent or guardian if one is named, or up to the last day before the rider is 18', async () => {
    await isA({ parentName: 'Maria Woźniak' })
    await expect(signed('adult')).rejects.toMatchObject({ status: 400, field: 'signerRole' })
    await isA({ parentName: '', birthDate: new Date('2008-11-25') })
    await expect(signed('adult')).rejects.toMatchObject({ status: 400, field: 'signerRole' })
    expect(await signed()).toEqual(asGuardian)
  })

  test('The signer is the rider from the 18th birthday on, whoever is named', async () => {
    await isA({ parentName: 'Maria Woźniak', birthDate: new Date('2008-11-24') })
    await expect(signed('guardian')).rejects.toMatchObject({ status: 400, field: 'signerRole' })
    expect(await signed()).toEqual(asAdult)
  })
})

test('A signature from before there was a role keeps its digest', async () => {
  const version = await prisma.waiverVersion.findUniqueOrThrow({ where: { id: await publish('Horses are large.') } })
  const facts = {
    ...{ riderId: mia, riderName: 'Mia', kind: 'signed', signerId: ruth, typedName: 'Ruth', drawing: null },
    ...{ signedAt: new Date(), ip: null, userAgent: null, paperOn: null, recordedById: null, note: null },
  }
  const { number, title, text } = version
  const order = [number, title, text, mia, 'Mia', 'signed', ruth, 'Ruth', null, facts.signedAt, ...Array(5).fill(null)]
  const digest = createHash('sha256').update(JSON.stringify(order)).digest('hex')
  const { id } = await prisma.waiverSignature.create({ data: { versionId: version.id, ...facts, digest } })
  expect(await findSignature(id)).toMatchObject({ isIntact: true, signerRole: null, agreedTo: null })
})

test('A child with a sign-in of its own does not sign', async () => {
  const teen = (await rider({ firstName: 'Nora', guardianId: ruth })).id
  const waiver = await publish('Horses are large.')
  const own = signWaiver(teen, { waiver, riders: [teen], name: 'Nora Woźniak', drawing: null }, FROM)
  await expect(own).rejects.toEqual(refusal(409, 'Your parent or guardian signs for you'))
})

test('A waiver on paper counts until it is withdrawn, and is recorded once', async () => {
  await publish('Horses are large.')
  const paper = { name: 'Ruth Woźniak', paperOn: '2026-11-20', note: 'In the blue folder' }
  await recordPaper(office, mia, paper)
  expect(await missing()).toEqual(['Leo'])
  await expect(recordPaper(office, mia, paper)).rejects.toMatchObject({ status: 409 })
  await expect(recordPaper(office, leo, { ...paper, paperOn: '2026-11-25' })).rejects.toMatchObject({
    field: 'paperOn',
  })
  const [recorded] = await signaturesOf(mia)
  expect(recorded).toMatchObject({ kind: 'paper', paperOn: '2026-11-20', isIntact: true })
  await withdrawPaper(office, mia, recorded!.id, 'It was for Leo')
  expect(await missing()).toEqual(expect.arrayContaining(['Leo', 'Mia']))
  await recordPaper(office, mia, paper)
  expect(await signaturesOf(mia)).toHaveLength(2)
  expect(await prisma.auditEntry.count({ where: { entityId: mia, action: { startsWith: 'waiver.paper' } } })).toBe(3)
})

test('A signature made here cannot be withdrawn like paper', async () => {
  const { ids } = await sign(await publish('Horses are large.'))
  await expect(withdrawPaper(office, mia, ids[0]!, 'Why not')).rejects.toMatchObject({ status: 404 })
})

test('A family sees for each rider what was signed and what is missing', async () => {
  expect(await familyWaivers(ruth)).toMatchObject({ waiver: null })
  await sign(await publish('One.'), [mia])
  const { waiver, riders } = await familyWaivers(ruth)
  expect(waiver).toMatchObject({ number: 1 })
  expect(riders.map(({ firstName, signed }) => [firstName, signed?.typedName ?? null])).toEqual([
    ['Leo', null],
    ['Mia', 'Ruth Woźniak'],
  ])
})

test('Only if the school asks for it, a rider without a signature cannot buy or book', async () => {
  const waiver = await publish('Horses are large.')
  const both = [{ id: mia }, { id: leo }]
  expect(await hinderedOf(both)).toEqual([])
  await saveRule(office, { waiverRequired: true })
  expect(await hinderedOf(both)).toEqual(both)
  await expect(requireWaivers([mia])).rejects.toMatchObject({ message: 'Please sign the waiver for Mia first.' })
  await sign(waiver, [mia])
  await requireWaivers([mia])
  await withTx(async (tx) => requireWaivers([mia], tx))
  await saveRule(office, { waiverRequired: false })
  expect(await hinderedOf(both)).toEqual([])
})

test('Coverage counts riders of the list, not guardians who do not ride', async () => {
  const before = await waiverCoverage()
  await sign(await publish('One.'), [mia, leo])
  const { riders, signed } = await waiverCoverage()
  expect(riders).toBe(before.riders)
  expect(signed).toBe(2)
})

test('Who signs and corrects a birth date at the same moment has signed as what the birth date says', async () => {
  const waiver = await publish('Horses are large.')
  // The correction comes a little later each time, so that one of them meets the signing between what it reads and writes.
  for (let later = 0; later < 12; later++) {
    const nora = (await rider({ firstName: 'Nora', lastName: 'Lee' })).id
    const signerRole = 'adult' as const
    const signing = signWaiver(nora, { waiver, riders: [nora], name: 'Nora Lee', drawing: null, signerRole }, FROM)
    for (let i = 0; i < later; i++) await prisma.$queryRaw`SELECT 1`
    await Promise.allSettled([correctBirthDate(nora, nora, '2012-05-11', undefined), signing])
    const { birthDate } = await prisma.user.findUniqueOrThrow({ where: { id: nora } })
    const signed = await signaturesOf(nora)
    expect([later, signed.length, birthDate === null]).toEqual([later, signed.length, signed.length === 1])
  }
})
