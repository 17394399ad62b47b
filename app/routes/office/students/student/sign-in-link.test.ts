import { beforeEach, expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { action as auth } from '~/routes/auth/auth'
import { admin, emptyTables, rider, signedIn } from '../../../../../test/factories'
import { Visitor } from '../../../../../test/visitor'
import { loader as log } from '../../settings/log'
import { action, loader } from './sign-in-link'
import { action as noteAction, loader as page } from './student'

let office: Visitor
let emma: { id: string }
beforeEach(async () => {
  await emptyTables()
  office = await signedIn(await admin())
  emma = await rider({ email: 'emma@stone.example' })
})

test('The office gets a sign-in link as text if no email goes out, and keeps its own session', async () => {
  const address = `/students/${emma.id}/sign-in-link?month=2026-10`
  expect((await office.get(loader, address, emma)).body).toMatchObject({
    name: 'Emma Stone',
    closeTo: `/students/${emma.id}?month=2026-10`,
  })
  const { body } = await office.post(action, address, {}, emma)
  expect(body.link).toMatch(/\/auth\?token=/)
  expect((await office.page()).viewer).toMatchObject({ role: 'admin' })
  const family = await signedIn(emma)
  expect((await family.post(action, address, {}, emma)).status).toBe(403)
})

test('The office can lift a family’s limit of tries, which stays for others', async () => {
  const other = await rider({ email: 'anemma@stone.example' })
  const resetAt = new Date(Date.now() + 60_000)
  const own = (id: string, email: string) => [
    `sign-in:email:${email}`,
    `sign-in:from:10.0.0.1:${email}`,
    `link:mailbox:${email}`,
    `second-factor:${id}:others`,
    `text-code:${id}`,
    `password-change:${id}`,
  ]
  const kept = [...own(other.id, 'anemma@stone.example'), 'sign-in:source:10.0.0.1', `order:${emma.id}`]
  const keys = [...kept, ...own(emma.id, 'emma@stone.example'), 'text-code', 'text-code:abroad']
  await prisma.rateLimit.createMany({ data: keys.map((key) => ({ key, count: 99, resetAt })) })
  const address = `/students/${emma.id}/sign-in-link`
  const login = () =>
    new Visitor().post(auth, '/auth', { intent: 'login', email: 'emma@stone.example', password: 'no' })
  expect((await login()).status).toBe(429)
  expect((await (await signedIn(emma)).post(action, address, { lift: 'yes' }, emma)).status).toBe(403)
  expect((await office.post(action, address, { lift: 'yes' }, emma)).status).toBe(302)
  await expect(office).toToast('Emma Stone Can Try Again')
  const left = await prisma.rateLimit.findMany({ where: { key: { in: keys } }, orderBy: { key: 'asc' } })
  expect(left.map(({ key }) => key).sort()).toEqual(kept.sort())
  expect((await login()).status).toBe(400)
  const { body } = await office.get(log, '/settings/log?show=accounts')
  expect(body.lines[0].what).toBe('let an account try again at once: Emma Stone')
})

test('A deleted note comes back as it was', async () => {
  const notes = async () => (await office.get(page, `/students/${emma.id}`, emma)).body.notes
  const post = (fields: Record<string, string>) => office.post(noteAction, `/students/${emma.id}`, fields, emma)
  await post({ text: 'Afraid of geese', readers: 'barn' })
  const before = await notes()
  await post({ delete: String(before[0].id) })
  expect(await notes()).toEqual([])
  await post((await office.page()).toast?.undo?.fields ?? {})
  expect(await notes()).toEqual(before)
})
