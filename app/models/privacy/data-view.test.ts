import { beforeEach, expect, test } from 'vitest'
import { table } from '~/api'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { loader as paymentsLoader } from '~/routes/office/payments/payments'
import { loader as lessonsLoader } from '~/routes/office/students/lesson-history'
import { loader as editLoader } from '~/routes/office/students/student/edit'
import { loader as studentLoader } from '~/routes/office/students/student/student'
import { loader as receiptLoader } from '~/routes/portal/pay/receipt'
import { loader as historyLoader } from '~/routes/portal/rides/history'
import { admin, rider, signedIn } from '../../../test/factories'
import { statementsOf } from '../../../test/statements'
import { recordView } from './data-view.server'

const at = (time: string) => setClock(new Date(`2026-11-24T${time}:00Z`))
const kindsOf = async (subjectId: string) =>
  (await prisma.dataView.findMany({ where: { subjectId }, orderBy: { at: 'asc' } })).map(({ kind }) => kind)

beforeEach(async () => {
  at('15:10')
  await prisma.dataView.deleteMany()
})

test('A view is recorded once an hour for each kind and each office user, in one statement', async () => {
  const [ann, bob, emma] = await Promise.all([admin(), admin(), rider()])
  const { statements } = await statementsOf(() => recordView(ann.id, emma.id, 'student page'))
  expect(statements).toHaveLength(1)
  at('15:50')
  await recordView(ann.id, emma.id, 'student page')
  await recordView(ann.id, emma.id, 'payments')
  await recordView(bob.id, emma.id, 'student page')
  expect(await kindsOf(emma.id)).toEqual(['student page', 'payments', 'student page'])
  at('16:05')
  await Promise.all([1, 2, 3].map(() => recordView(ann.id, emma.id, 'student page')))
  expect(await kindsOf(emma.id)).toHaveLength(4)
})

test('Viewing one’s own data, or nobody’s, is not recorded', async () => {
  const emma = await admin()
  await recordView(emma.id, emma.id, 'receipt')
  await recordView(emma.id, 'nobody', 'receipt')
  expect(await prisma.dataView.count()).toBe(0)
})

test('The office’s screens and calls about one family are recorded, and the family’s own are not', async () => {
  const ann = await admin()
  const emma = await rider()
  const [office, family] = await Promise.all([signedIn(ann), signedIn(emma)])
  const { id } = await prisma.paymentTransaction.create({
    data: {
      userId: emma.id,
      amount: '10',
      description: 'Hack',
      status: 'succeeded',
      rawStatus: 'succeeded',
      providerCreatedAt: new Date(),
    },
  })
  const one = { id: emma.id }
  await office.get(editLoader, `/students/${emma.id}/edit`, one)
  await office.get(lessonsLoader, `/admin/students/${emma.id}`, one)
  await office.get(paymentsLoader, `/payments?student=${emma.id}`)
  await office.get(receiptLoader, `/receipts/${id}`, { id: String(id) })
  await office.get(historyLoader, `/ride-history?student=${emma.id}`)
  await office.api(`/api/admin/lessons/user/${emma.id}`)
  await office.api(`/api/admin/payment-transactions?studentId=${emma.id}`)
  await family.get(receiptLoader, `/receipts/${id}`, { id: String(id) })
  await family.get(historyLoader, '/ride-history')
  await family.api(`/api/lessons/user/${emma.id}`)
  expect((await kindsOf(emma.id)).sort()).toEqual([
    'edit form',
    'lesson history',
    'payments',
    'program',
    'receipt',
    'rides',
  ])
  const shown = await office.get(studentLoader, `/students/${emma.id}`, one)
  expect(shown.body.views).toHaveLength(6)
  expect(shown.body.views[0]).toMatchObject({ who: 'Ann Office', at: 'Nov 24, 2026, 10:10 AM' })
  expect((await kindsOf(emma.id)).filter((kind) => kind === 'student page')).toHaveLength(1)
})

test('A list of everyone does not count as a view of a family', async () => {
  const office = await signedIn(await admin())
  await rider()
  await office.get(paymentsLoader, '/payments')
  await office.api('/api/admin/students')
  await office.api('/api/admin/payment-transactions')
  expect(await prisma.dataView.count()).toBe(0)
})

test('Every call that returns one student’s data is recorded as a view', () => {
  const calls = Object.values(table).flat()
  const ofOne = calls.filter(
    ({ method, path, query }) =>
      (method === 'get' && /(user|students)\/\{id\}/.test(path)) ||
      (method === 'get' && query && 'studentId' in query.shape) ||
      path === '/admin/students/{id}',
  )
  const silent = ofOne.filter(({ noted, method }) => !noted && method !== 'delete')
  expect(ofOne.length).toBeGreaterThan(5)
  expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})
