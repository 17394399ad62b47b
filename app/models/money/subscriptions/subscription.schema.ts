import { z } from 'zod'
import { MAX_QUANTITY } from '~/models/money/catalog/order-choice'
import { lineSchema, methodInput, methodOf, methodsAgree, purchaseSchema } from '~/models/money/payments/order.schema'
import { METHOD_TYPES } from '~/models/vocabulary/fee'
import { idField } from '~/utils/fields'

/** The rider; if it is left out, the account itself, or its first rider with a subscription that it pays. */
export const riderId = lineSchema.shape.riderId
const recurring = z.literal('recurring', { error: 'must be recurring; one-time purchases go to /api/payment/create' })

const addOnSchema = z.object({
  addOnId: idField,
  quantity: z.int().min(0).max(MAX_QUANTITY),
  paymentType: recurring.optional(),
})

const listOf = <AddOn extends { addOnId: number; quantity: number }>(addOn: z.ZodType<AddOn>) =>
  z
    .array(addOn)
    .max(50)
    .default([])
    .refine(
      (addOns) => new Set(addOns.map(({ addOnId }) => addOnId)).size === addOns.length,
      'Each add-on can be listed once',
    )
    .transform((addOns) => addOns.filter(({ quantity }) => quantity > 0))

/** PUT /api/subscriptions: what a family wants every month. `keep` undoes a cancellation. */
export const changeSchema = z
  .object({
    packageId: idField.nullish(),
    packagePaymentType: recurring.optional(),
    addOns: listOf(addOnSchema),
    keep: z.boolean().default(false),
    riderId,
  })
  .transform(({ packageId, addOns, keep, riderId }) => ({
    keep,
    riderId,
    packageId: packageId ?? null,
    addOns: addOns.map(({ addOnId, quantity }) => ({ addOnId, quantity })),
  }))

const startSchema = purchaseSchema.extend({
  method: z.enum(METHOD_TYPES).optional(),
  nonce: purchaseSchema.shape.nonce.optional(),
  items: purchaseSchema.shape.items.refine(
    (items) => items.every(({ type, quantity }) => type !== 'package' || quantity === 1),
    'A subscription can include a package only once',
  ),
})

/**
 * POST /api/subscriptions and /api/subscriptions/create: a package with add-ons, or a list of items. Without `method`
 * the default saved method decides; the same `nonce` starts nothing twice. An add-on may be one-time: with the first
 * month. `riderId`, of the whole or of each item, is the rider it is for.
 */
export const createSchema = z
  .object({
    packageId: idField.nullish(),
    packagePaymentType: recurring.optional(),
    addOns: listOf(addOnSchema.extend({ paymentType: lineSchema.shape.paymentType })),
    items: z.array(lineSchema).optional(),
    startDate: startSchema.shape.startDate.default('this-month'),
    ...methodInput,
    nonce: startSchema.shape.nonce,
    riderId,
  })
  .refine(...methodsAgree)
  .transform(
    ({ packageId, addOns, items, startDate, nonce, riderId, ...named }): z.input<typeof startSchema> => ({
      startDate,
      method: methodOf(named),
      nonce,
      items: items ?? [
        ...(packageId ? [{ type: 'package' as const, id: packageId, quantity: 1, riderId }] : []),
        ...addOns.map(({ addOnId: id, quantity, paymentType }) => ({
          type: 'addon' as const,
          id,
          quantity,
          paymentType,
          riderId,
        })),
      ],
    }),
  )
  .pipe(startSchema)
