import { expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { loader as rootLoader } from '~/root'
import { emptyOnly, openOffice } from '../../../test/factories'
import { statementsOf } from '../../../test/statements'
import { loader as paymentsByMonth } from './payments/by-month/by-month'
import { loader as payments } from './payments/payments'
import { loader as unpaid } from './payments/unpaid'
import { loader as search } from './search/search'
import { loader as management } from './students/management'
import { loader as students } from './students/month'

const { office } = await openOffice('2026-11-20T15:00:00Z')

/** Creates students, each with a ride, a grant and twelve offline amounts. */
async function fill(count: number) {
  await emptyOnly('offline_payments', 'lessons', 'package_purchases', 'offline_payment_months', 'user_add_ons')
  await prisma.$executeRaw`DELETE FROM users WHERE role = 'customer'`
  await prisma.$executeRaw`
    INSERT INTO users (id, email, password, first_name, last_name, updated_at)
    SELECT 's' || n, 's' || n || '@q.example', 'none', 'Student', 'No' || n, now() FROM generate_series(1, ${count}::int) n`
  await prisma.$executeRaw`
    INSERT INTO offline_payments (user_id, year) SELECT id, 2026 FROM users WHERE role = 'customer'`
  await prisma.$executeRaw`
    INSERT INTO offline_payment_months (record_id, month, amount) SELECT id, m, 100 FROM offline_payments, generate_series(1, 12) m`
  await prisma.$executeRaw`
    INSERT INTO lessons (student_id, type, scheduled_date, scheduled_time, attendance, updated_at)
    SELECT user_id, 'Group Lesson', '2026-11-10', '16:00', 'present', now() FROM offline_payments`
  await prisma.$executeRaw`
    INSERT INTO package_purchases (user_id, lessons, valid_from, valid_to, updated_at)
    SELECT user_id, 4, '2026-11-01', '2026-11-30', now() FROM offline_payments`
}

// Parallel statements may come in any order, and the number of a list's parameters makes no difference.
const shapeOf = (statements: string[]) => statements.map((text) => text.replace(/\$\d+(,\$\d+)*/g, '$')).sort()

test.each([
  ['/students', students, 7],
  ['/students-management', management, 7],
  ['/payments', payments, 5],
  ['/payments/by-month', paymentsByMonth, 7],
  ['/students?status=unpaid', students, 6],
  ['/payments/unpaid', unpaid, 2],
  ['/search?q=student', search, 4],
])('%s sends the database the same statements for 10 students and for 300', async (path, loader, count) => {
  const page = () => Promise.all([office.get(loader, path), office.get(rootLoader, path)])
  await fill(10)
  const few = await statementsOf(page)
  await fill(300)
  const many = await statementsOf(page)
  expect(many.answer[0].status).toBe(200)
  expect(shapeOf(many.statements)).toEqual(shapeOf(few.statements))
  expect(few.statements).toHaveLength(count)
})
