import { z } from 'zod'
import { idField } from '~/utils/fields'
import { parseCents } from '~/utils/money'

const AMOUNT = 'Enter an amount, for example 25.00'

/** An amount in cents, from typed dollars or a number of them. */
export const creditAmountSchema = z
  .union([z.string(), z.number()], AMOUNT)
  .transform((typed) => parseCents(String(typed)) ?? 0)
  .refine((cents) => cents > 0, AMOUNT)

/** `month` is in the form 2026-11. */
export const creditUseSchema = z.object({
  credit: idField,
  month: z.string(),
  amount: creditAmountSchema,
})
export const creditUndoSchema = z.object({ undo: idField })
