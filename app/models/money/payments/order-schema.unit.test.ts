import { expect, test } from 'vitest'
import { z } from 'zod'
import { methodInput, methodOf, methodsAgree, orderOf, purchaseSchema } from './order.schema'

const startDate = purchaseSchema.shape.startDate
const startMonth = (text: string) => orderOf({ startDate: startDate.parse(text) }, '2026-11-20').startMonth

test.each([
  ['this-month', 'this-month'],
  ['This Month (Immediate)', 'this-month'],
  ['This Month', 'this-month'],
  ['current', 'this-month'],
  ['2026-11', 'this-month'],
  ['2026-11-30T12:00:00.000Z', 'this-month'],
  ['next-month', 'next-month'],
  ['Next Month', 'next-month'],
  ['next', 'next-month'],
  ['2026-12', '2026-12-01'],
  ['2026-12-15', '2026-12-01'],
  ['2026-12-01T12:00:00.000Z', '2026-12-01'],
])('A purchase that starts %j starts %s', (text, month) => {
  expect(startMonth(text)).toBe(month)
})

test.each(['soon', 'toString', 'constructor', '2026-13', '2026-02-30', 'last month'])(
  'A start of %j is not understood',
  (text) => {
    expect(startDate.safeParse(text).error?.issues[0]?.message).toContain('Start Date not understood')
  },
)

const chosen = z
  .object(methodInput)
  .refine(...methodsAgree)
  .transform(methodOf)

test.each([
  [{}, undefined],
  [{ method: 'us_bank_account' }, 'us_bank_account'],
  [{ payment_method_types: ['us_bank_account'] }, 'us_bank_account'],
  [{ payment_method: 'us_bank_account' }, 'us_bank_account'],
  [{ method: 'card', payment_method_types: ['card'] }, 'card'],
])('%j pays by %s', (body, method) => {
  expect(chosen.parse(body)).toBe(method)
})

test.each([
  [{ method: 'card', payment_method_types: ['us_bank_account'] }],
  [{ method: 'card', payment_method: 'us_bank_account' }],
  [{ payment_method: 'pm_1' }],
  [{ payment_method_types: ['card', 'us_bank_account'] }],
  [{ payment_method_types: [] }],
  [{ payment_method_types: ['cash'] }],
])('%j is refused: no one could say what is paid', (body) => {
  expect(chosen.safeParse(body).success).toBe(false)
})
