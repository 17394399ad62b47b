import { expect, test } from 'vitest'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { loader as donationsLoader } from '~/routes/office/donations/donations'
import { loader as byMonthLoader } from '~/routes/office/payments/by-month/by-month'
import { action as saveRow } from '~/routes/office/payments/by-month/offline'
import { loader as paymentsLoader } from '~/routes/office/payments/payments'
import { loader as unpaidLoader } from '~/routes/office/payments/unpaid'
import { admin, rider, signedIn } from '../../../../test/factories'
import { loader as exportLoader } from './export'
import { loader } from './management'
import { loader as listLoader } from './month'

setClock('2026-11-20T15:00:00Z')
const office = await signedIn(await admin())
const emma = await rider({ email: 'emma@stone.example' })

test.each([
  ['+1 (555) 010-0300', '+1 (555) 010-0300'],
  ['+441632960961', '+441632960961'],
  ['+1', `"'+1"`],
  ['+1555010030*2', `"'+1555010030*2"`],
  ['=1+1', `"'=1+1"`],
  ['-5550100300', `"'-5550100300"`],
])('The phone number %j is the cell %j of the exported list', async (phone, cell) => {
  await prisma.user.update({ where: { id: emma.id }, data: { phone } })
  const { body } = await office.get(exportLoader, '/students/export')
  expect(String(body).trim().split('\r\n')[1]).toContain(`emma@stone.example,${cell},`)
})

test.each([
  ['/students?month=2026-11&page=9', listLoader, '/students?month=2026-11'],
  ['/students?month=2026-11&status=unpaid&page=9', listLoader, '/students?month=2026-11&status=unpaid'],
  ['/students-management?month=2026-11&page=9', loader, '/students-management?month=2026-11'],
  ['/donations?page=9&events=9', donationsLoader, '/donations?page=1&events=1'],
  ['/payments?page=9', paymentsLoader, '/payments?page=1'],
  ['/payments/by-month?year=2026&students=9', byMonthLoader, '/payments/by-month?year=2026&students=1'],
  ['/payments/unpaid?month=2026-11&students=9', unpaidLoader, '/payments/unpaid?month=2026-11&students=1'],
])('%s is past the end and leads to the last page', async (path, list, last) => {
  const answer = await office.get(list, path)
  expect(answer).toRedirect(last)
  expect((await office.get(list, last)).status).toBe(200)
})

test.each([
  ['/payments?year=2025&students=2', '/payments/by-month?year=2025&students=2'],
  ['/payments?year=2026&q=Stone', '/payments/by-month?year=2026&q=Stone'],
  [
    '/payments?year=2026&q=Stone&status=unpaid&month=2026-10&sort=owed',
    '/payments/unpaid?year=2026&q=Stone&month=2026-10&sort=owed',
  ],
])('%s, an old address from when Payments was one page, leads to %s', async (before, now) => {
  expect(await office.get(paymentsLoader, before)).toRedirect(now)
})

test('The year by month has its own page, and is also on a student’s page of payments', async () => {
  const { body } = await office.get(paymentsLoader, '/payments?year=2026&q=')
  expect(body).toMatchObject({ ofStudent: null, count: 0, offline: { rows: [] } })
  const theirs = await office.get(paymentsLoader, `/payments?student=${emma.id}&status=unpaid&q=x`)
  expect(theirs.body.ofStudent).toMatchObject({ id: emma.id, packageName: null, students: [{ id: emma.id }] })
  const saved = await office.post(saveRow, `/payments/offline?student=${emma.id}`, { userId: emma.id, year: '2026' })
  expect(saved).toRedirect(`/payments?student=${emma.id}`)
  const row = await office.post(saveRow, '/payments/offline?year=2026&students=2', { userId: emma.id, year: '2026' })
  expect(row).toRedirect('/payments/by-month?year=2026&students=2')
})
