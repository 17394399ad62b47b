import { z } from 'zod'
import { creditAmountSchema } from '~/models/money/donations/credit.schema'
import { creditsOf, spendCredit, undoCreditUse } from '~/models/money/donations/credit.server'
import { findStudent } from '~/models/people/families/student.server'
import { monthParam } from '~/models/students/student-query'
import { today } from '~/platform/clock.server'
import { notFound } from '~/platform/refused'
import { idField } from '~/utils/fields'
import { decimalOf } from '~/utils/money'
import { call } from './table/call'
import { done, instant } from './table/fields'

const student = z.object({ id: z.string() })

/** What sponsors gave for a student, and the months that it pays for. Amounts are text. */
export const sponsorships = [
  call({
    method: 'get',
    path: '/students/{id}/credits',
    for: 'admin',
    summary: 'A student’s sponsorship credits with their uses, the oldest first.',
    params: student,
    shows: ({ params }) => params.id,
    answer: z.array(
      z.strictObject({
        id: z.int(),
        donor: z.string(),
        donatedAt: instant,
        creditAmount: z.string(),
        usedAmount: z.string(),
        remainingAmount: z.string(),
        uses: z.array(
          z.strictObject({ id: z.int(), month: z.string(), amount: z.string(), by: z.string(), at: instant }),
        ),
      }),
    ),
    async run({ params: { id } }) {
      if (!(await findStudent(id))) throw notFound('Student not found')
      const credits = await creditsOf(id)
      return credits.map(({ amount, used, left, uses, ...credit }) => ({
        ...credit,
        creditAmount: decimalOf(amount),
        usedAmount: decimalOf(used),
        remainingAmount: decimalOf(left),
        uses: uses.map(({ monthName: _, amount, ...use }) => ({ ...use, amount: decimalOf(amount) })),
      }))
    },
  }),
  call({
    method: 'post',
    path: '/students/{id}/credits',
    for: 'admin',
    summary: 'Pays for a month of the student with a part of a credit; this month if `month` is left out.',
    params: student,
    body: z.object({ creditId: idField, month: z.string().optional(), amount: creditAmountSchema }),
    answer: done.extend({ remainingAmount: z.string() }),
    status: 201,
    async run({ viewer, params: { id }, body: { creditId, month, amount } }) {
      const paid = { creditId, studentId: id, month: monthParam(month, today()), amount }
      return { message: 'Credit Used', remainingAmount: decimalOf(await spendCredit(viewer.id, paid)) }
    },
  }),
  call({
    method: 'delete',
    path: '/students/{id}/credits/uses/{useId}',
    for: 'admin',
    summary: 'Gives what was used back to its credit.',
    params: student.extend({ useId: idField }),
    missing: 'Credit not found',
    answer: done,
    async run({ viewer, params: { id, useId } }) {
      await undoCreditUse(viewer.id, id, useId)
      return { message: 'Credit restored' }
    },
  }),
]
