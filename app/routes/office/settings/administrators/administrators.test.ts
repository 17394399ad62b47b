import { beforeEach, expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { admin, emptyTables, rider, signedIn } from '../../../../../test/factories'
import type { Visitor } from '../../../../../test/visitor'
import { action as addAction, loader as addLoader } from './add'
import { loader as adminsLoader } from './administrators'
import { action as removeAction, loader as removeLoader } from './remove'

let office: Visitor
let ann: Awaited<ReturnType<typeof admin>>

beforeEach(async () => {
  await emptyTables()
  ann = await admin()
  office = await signedIn(ann)
})

test('an account is found and confirmed, and gets the role and a link to choose a password', async () => {
  const emma = await rider({ email: 'emma@stone.example' })
  const { body } = await office.get(addLoader, '/settings/administrators/add?email=Emma@stone.example')
  expect(body).toMatchObject({ step: 'confirm', account: { id: emma.id, name: 'Emma Stone' } })
  const answer = await office.post(addAction, '/settings/administrators/add', { intent: 'confirm', id: emma.id })
  expect(answer.body.created).toMatchObject({ name: 'Emma Stone', link: expect.stringContaining('/auth?reset=') })
  const list = await office.get(adminsLoader, '/settings/administrators')
  expect(list.body.admins.map(({ name }: { name: string }) => name)).toEqual(['Ann Office', 'Emma Stone'])
  const again = await office.get(addLoader, '/settings/administrators/add?email=emma@stone.example')
  expect(again.body).toMatchObject({ step: 'email', errors: ['Emma Stone is already an administrator'] })
})

test('a new person gets an account and a link to choose a password, shown where no email goes out', async () => {
  const address = '/settings/administrators/add?email=cleo@school.example'
  expect((await office.get(addLoader, address)).body).toEqual({ step: 'new', email: 'cleo@school.example' })
  const fields = { intent: 'create', firstName: 'Cleo', lastName: 'Hart', email: 'cleo@school.example' }
  const { body } = await office.post(addAction, address, fields)
  expect(body.created).toMatchObject({ name: 'Cleo Hart', link: expect.stringContaining('/auth?reset=') })
  expect(await prisma.user.findUnique({ where: { email: 'cleo@school.example' } })).toMatchObject({ role: 'admin' })
  // The other administrators are told, including the one whose session it was.
  const mails = await prisma.outboxEmail.findMany({
    where: { subject: { startsWith: 'Cleo Hart is an administrator' } },
  })
  expect(mails.map(({ recipient }) => recipient)).toHaveLength(
    await prisma.user.count({ where: { role: 'admin', email: { not: 'cleo@school.example' } } }),
  )
  expect(await prisma.outboxEmail.count({ where: { recipient: 'cleo@school.example' } })).toBe(1)
  expect((await office.post(addAction, address, fields)).status).toBe(409)
})

test('an administrator can remove another’s role, but not their own or an unknown one', async () => {
  const bea = await admin({ firstName: 'Bea' })
  const remove = (id: string) => office.post(removeAction, `/settings/administrators/${id}/remove`, {}, { id })
  await remove(ann.id)
  await remove('nobody')
  expect(await prisma.user.count({ where: { role: 'admin' } })).toBe(2)
  expect((await office.get(removeLoader, '/x', { id: 'nobody' })).status).toBe(404)
  await remove(bea.id)
  expect(await prisma.user.findUnique({ where: { id: bea.id } })).toMatchObject({ role: 'customer' })
})
