export const MAX_QUANTITY = 10
export const START_MONTHS = { 'this-month': 'This Month (Immediate)', 'next-month': 'Next Month' } as const
export type StartMonth = keyof typeof START_MONTHS

export const PAYMENT_TYPES = ['one-time', 'recurring'] as const
export type PaymentType = (typeof PAYMENT_TYPES)[number]
export const isPaymentType = (text: unknown): text is PaymentType => PAYMENT_TYPES.includes(text as PaymentType)

/** Limits a quantity. Anything but a whole number is 0. */
export const boundedQuantity = (quantity: number): number =>
  Math.min(MAX_QUANTITY, Math.max(0, Number.isInteger(quantity) ? quantity : 0))
