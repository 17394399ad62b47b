import { expect, test } from 'vitest'
import { updateContact } from '~/models/people/families/student.server'
import { prisma } from '~/platform/db.server'
import { hashPassword } from '~/platform/password.server'
import { withTx } from '~/platform/tx.server'
import { admin, rider, signedIn } from '../../../test/factories'
import { beginWithNobody, email, viewerOf } from '../../../test/links'
import { Visitor } from '../../../test/visitor'
import { action, loader } from './confirm-address'

beginWithNobody()

const quickHash = hashPassword('the-owners')
const owner = async () => rider({ email, password: await quickHash })
const signIn = async (to: string, password = 'the-owners') =>
  (await new Visitor().api('/api/login', { method: 'POST', body: { email: to, password } })).status
const put = (visitor: Visitor, to: string) => visitor.api('/api/auth/user', { method: 'PUT', body: { email: to } })
const addressOf = async (id: string) => (await prisma.user.findUniqueOrThrow({ where: { id } })).email

/** The token of the latest link in a mailbox. */
async function mailedTo(recipient: string): Promise<string> {
  const { text } = await prisma.outboxEmail.findFirstOrThrow({
    where: { recipient, text: { contains: 'confirm-address' } },
    orderBy: { id: 'desc' },
  })
  return /confirm-address\?token=([\w-]{43})/.exec(text)?.[1] ?? ''
}
const open = (visitor: Visitor, token: string) =>
  visitor.post(action, `/confirm-address?token=${token}`, { intent: 'confirm', token })
const look = async (visitor: Visitor, token: string) =>
  (await visitor.get(loader, `/confirm-address?token=${token}`)).body.link

/** Someone with a copy of the owner's session changes the address to one of theirs. */
async function taken(id: string, to = `thief.${email}`) {
  const thief = await signedIn({ id })
  expect(await put(thief, to)).toMatchObject({ status: 200, body: { email } })
  await open(thief, await mailedTo(to))
  expect(await addressOf(id)).toBe(to)
  return { thief, to }
}

test('A changed address counts once the link sent to it was opened, where the account is signed in', async () => {
  const { id } = await owner()
  const visitor = await signedIn({ id })
  const to = `new.${email}`
  expect(await put(visitor, to)).toMatchObject({ status: 200, body: { email } })
  expect([await signIn(email), await signIn(to)]).toEqual([200, 401])
  await prisma.user.update({ where: { id }, data: { resetToken: 'to the old one', magicLinkToken: 'and this' } })
  const token = await mailedTo(to)
  const stranger = new Visitor()
  expect(await look(stranger, token)).toEqual({ email: to, kind: 'change', isOffice: false, isTheirs: false })
  expect((await open(stranger, token)).status).toBe(400)
  expect(await look(visitor, token)).toMatchObject({ isTheirs: true })
  expect((await open(visitor, token)).status).toBe(302)
  expect([await viewerOf(visitor), await signIn(to), await signIn(email)]).toEqual([to, 200, 401])
  expect((await open(visitor, token)).status).toBe(400)
  const user = await prisma.user.findUnique({ where: { id } })
  expect(user).toMatchObject({ resetToken: null, magicLinkToken: null, emailVerifiedAt: expect.any(Date) })
  const [line] = await prisma.auditEntry.findMany({ where: { action: 'account.address' } })
  expect(line).toMatchObject({ actorId: id, entityId: id, detail: { from: email, to } })
})

test('A borrowed session that changed the address is told to the owner, who takes it back', async () => {
  const { id } = await owner()
  const { thief, to } = await taken(id)
  const token = await mailedTo(email)
  const mailbox = new Visitor()
  expect(await look(mailbox, token)).toMatchObject({ kind: 'take-back', email })
  expect((await open(mailbox, token)).headers.get('Location')).toMatch(/^\/auth\?reset=[\w-]{43}&ended=1$/)
  expect([await addressOf(id), await viewerOf(thief), await viewerOf(mailbox)]).toEqual([email, undefined, email])
  expect([await signIn(to), await signIn(email)]).toEqual([401, 401])
  expect((await open(mailbox, token)).status).toBe(400)
  expect(await prisma.auditEntry.count({ where: { action: 'account.take-back', entityId: id } })).toBe(1)
})

test('Of two changes the first address is taken back after the second was, and not the other way round', async () => {
  const { id } = await owner()
  const { thief, to } = await taken(id)
  const second = `second.${email}`
  await put(thief, second)
  await open(thief, await mailedTo(second))
  const [owners, thiefs] = [await mailedTo(email), await mailedTo(to)]
  await open(new Visitor(), thiefs)
  expect(await addressOf(id)).toBe(to)
  await open(new Visitor(), owners)
  expect(await addressOf(id)).toBe(email)
})

test('An address that may be taken back is nobody else’s in the meantime, and its mailbox is told who tried', async () => {
  const { id } = await owner()
  await taken(id)
  const body = { firstName: 'F', lastName: 'L', email, phone: '5550100', password: 'the-strangers' }
  expect((await new Visitor().api('/api/register', { method: 'POST', body })).status).toBe(400)
  const other = await signedIn(await rider())
  expect((await put(other, email)).status).toBe(200)
  expect(await prisma.addressLink.count({ where: { email, kind: 'change' } })).toBe(0)
  expect(await prisma.outboxEmail.count({ where: { dedupeKey: { startsWith: `address-tried:${email}` } } })).toBe(1)
})

test('An address that the office gives ends the links of the one before', async () => {
  const [{ id }, office] = [await owner(), await admin()]
  await put(await signedIn({ id }), `wanted.${email}`)
  await withTx((tx) => updateContact(tx, office.id, id, { email: `office.${email}` }))
  expect(await prisma.addressLink.count({ where: { userId: id } })).toBe(0)
})

test('Registering a known address tells its mailbox, once a day', async () => {
  await owner()
  const body = { firstName: 'F', lastName: 'L', email, phone: '5550100', password: 'the-strangers' }
  for (let i = 0; i < 2; i++) {
    expect((await new Visitor().api('/api/register', { method: 'POST', body })).status).toBe(400)
  }
  const mails = await prisma.outboxEmail.findMany({ where: { recipient: email } })
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('You have an account')])
})

test('A changed password is mailed to its owner and noted', async () => {
  const { id } = await owner()
  const visitor = await signedIn({ id })
  const body = { currentPassword: 'the-owners', newPassword: 'another-one' }
  expect((await visitor.api('/api/auth/password', { method: 'PUT', body })).status).toBe(200)
  expect(await prisma.outboxEmail.count({ where: { recipient: email, subject: { contains: 'password' } } })).toBe(1)
  expect(await prisma.auditEntry.count({ where: { action: 'account.password', entityId: id } })).toBe(1)
})
