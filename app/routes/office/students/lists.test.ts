import { beforeAll, expect, test } from 'vitest'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { loader as donationsLoader } from '~/routes/office/donations/donations'
import { loader as paymentsLoader } from '~/routes/office/payments/payments'
import { admin, rider, signedIn } from '../../../../test/factories'
import type { Visitor } from '../../../../test/visitor'
import { loader as exportLoader } from './export'
import { loader } from './management'
import { loader as listLoader } from './month'

let office: Visitor
let emma: { id: string }

beforeAll(async () => {
  setClock('2026-11-20T15:00:00Z')
  office = await signedIn(await admin())
  emma = await rider({ email: 'emma@stone.example' })
  return () => setClock(null)
})

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
  ['/payments?year=2026&students=9', paymentsLoader, '/payments?year=2026&students=1'],
])('%s is past the end and leads to the last page', async (path, list, last) => {
  const answer = await office.get(list, path)
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, last])
  expect((await office.get(list, last)).status).toBe(200)
})
