import { beforeEach, expect, test } from 'vitest'
import { admin, emptyTables, rider, signedIn } from '../../../../../test/factories'
import type { Visitor } from '../../../../../test/visitor'
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
