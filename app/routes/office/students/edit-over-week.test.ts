import { expect, it } from 'vitest'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { admin, rider, signedIn } from '../../../../test/factories'
import { action, loader } from './edit-over-week'

setClock('2026-11-20T15:00:00Z')
const office = await signedIn(await admin())
const emma = await rider({ email: 'emma@stone.example' })

const path = () => `/admin/students/${emma.id}/edit?day=2026-12-08`
const form = { firstName: 'Emmy', lastName: 'Stone', email: 'emma@stone.example', phone: '555-0100-200' }

it('edits a student over the week, in the month of that week, and leads back to their lessons', async () => {
  const { body } = await office.get(loader, path(), emma)
  expect(body).toMatchObject({ monthName: 'December 2026', closeTo: `/admin/students/${emma.id}?day=2026-12-08` })
  const counters = {
    version: body.version,
    lessonsUsed: '2',
    privateLessonsUsed: '0',
    hacksUsed: '0',
    horseUseUsed: '0',
  }
  const answer = await office.post(action, path(), { ...form, ...counters, makeupsUsed: '0', packageId: '' }, emma)
  expect(answer).toRedirect(`/admin/students/${emma.id}?day=2026-12-08`)
  await expect(office).toToast('Student Updated', { description: 'Emmy Stone' })
  expect(await prisma.user.findUniqueOrThrow({ where: { id: emma.id } })).toMatchObject({ firstName: 'Emmy' })
  expect((await allowanceOf(emma.id, '2026-12-01')).lessons.used).toBe(2)
  expect((await allowanceOf(emma.id, '2026-11-20')).lessons.used).toBe(0)
})

it('keeps what another desk saved in the meantime', async () => {
  const { body } = await office.get(loader, path(), emma)
  await prisma.user.update({ where: { id: emma.id }, data: { phone: '555-0199' } })
  const { firstName, lastName, email, phone } = body.student
  const sent = { firstName, lastName, email, phone: phone ?? '', parentName: 'Ann Stone', packageId: '' }
  const counters = Object.fromEntries(
    body.counters.map(({ field, used }: { field: string; used: number }) => [field, String(used)]),
  )
  expect((await office.post(action, path(), { ...sent, ...counters, version: body.version }, emma)).status).toBe(302)
  expect(await prisma.user.findUniqueOrThrow({ where: { id: emma.id } })).toMatchObject({
    phone: '555-0199',
    parentName: 'Ann Stone',
  })
})

it('is for admins, and for students there are', async () => {
  const family = await signedIn(await rider())
  expect((await family.get(loader, path(), emma)).status).toBe(403)
  expect((await family.post(action, path(), form, emma)).status).toBe(403)
  expect((await office.get(loader, '/admin/students/nobody/edit', { id: 'nobody' })).status).toBe(404)
})
