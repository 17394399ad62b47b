import { z } from 'zod'
import { ADD_ON_TYPES, type AddOnType } from '~/models/vocabulary/catalog'
import { tooLong } from '~/utils/fields'
import { type Cents, parseCents } from '~/utils/money'

const HIGHEST_PRICE: Cents = 999_999
const PRICE = 'Please enter a price from 0 to 9,999.99, for example 220.00'

const price = z.string({ error: PRICE }).transform((typed, context) => {
  const cents = parseCents(typed)
  if (cents !== null && cents <= HIGHEST_PRICE) return cents
  context.addIssue({ code: 'custom', message: PRICE })
  return z.NEVER
})

const wholeTo = (max: number) => {
  const message = `Please enter a whole number from 0 to ${max}`
  return z.coerce.number(message).int(message).min(0, message).max(max, message)
}

const tick = z.union([z.boolean(), z.literal('on').transform(() => true)]).default(false)

const name = z
  .string({ error: 'Please enter a name' })
  .trim()
  .min(1, 'Please enter a name')
  .max(100, tooLong(100))
  // The provider's page and the reports list names separated by commas.
  .regex(/^[^\p{Cc},]*$/u, "Names can't contain commas")

const common = {
  name,
  price,
  description: z
    .string()
    .trim()
    .max(300, tooLong(300))
    .nullish()
    .transform((text) => text || null),
  sortOrder: wholeTo(999),
  active: tick,
}

export const packageSchema = z.object({
  ...common,
  lessonsPerMonth: wholeTo(99),
  privateLessonsPerMonth: wholeTo(99),
  makeupLessons: wholeTo(99),
  hacksPerMonth: wholeTo(99),
})

/** An add-on keeps its type: it says what was bought. */
export const addOnSchema = z.object({ ...common, isRecurring: tick })

export const newAddOnSchema = addOnSchema.extend({
  type: z.enum(Object.keys(ADD_ON_TYPES) as [AddOnType, ...AddOnType[]], 'Please choose what it counts as'),
})

export type PackageChange = z.output<typeof packageSchema>
export type AddOnChange = z.output<typeof addOnSchema>
export type NewAddOn = z.output<typeof newAddOnSchema>
