import { z } from 'zod'
import { t } from '#text'
import { MAX_QUANTITY, PAYMENT_TYPES, START_MONTHS, type StartMonth } from '~/models/money/catalog/order-choice'
import { METHOD_TYPES, type MethodType } from '~/models/vocabulary/fee'
import { Refused } from '~/platform/refused'
import { addMonths, isLocalDate, type LocalDate, monthStart } from '~/utils/dates'
import { idField, withoutTime } from '~/utils/fields'
import { ORDER_METHODS } from './pricing'

export const NOTHING_SELECTED = 'No Items Selected: Please select at least one item'
const MISSING_START_DATE = 'Missing Start Date: Please select when you want your purchase to take effect.'

export const WRONG_QUANTITIES = 'Please check the quantities.'

const WRONG_START_DATE =
  'Start Date not understood: it is this-month, next-month, or a day of this month or of the next 12, such as 2026-12-01.'

const isStartMonth = (text: string): text is StartMonth => Object.hasOwn(START_MONTHS, text)

const START_WORDS = new Map<string, StartMonth>([
  ['current', 'this-month'],
  ['next', 'next-month'],
])

/** Reads a choice by its value or its label, `2026-12`, or a day; null for any other text. */
function startOf(text: string): StartMonth | LocalDate | null {
  const word = text
    .toLowerCase()
    .replace(/\(.*\)/, '')
    .trim()
    .replaceAll(' ', '-')
  if (isStartMonth(word)) return word
  const day = /^\d{4}-\d\d$/.test(text) ? `${text}-01` : withoutTime(text)
  return START_WORDS.get(word) ?? (isLocalDate(day) ? day : null)
}

const startDate = z
  .string(MISSING_START_DATE)
  .trim()
  .min(1, { error: MISSING_START_DATE, abort: true })
  .transform((text, context) => {
    const start = startOf(text)
    if (start !== null) return start
    context.addIssue({ code: 'custom', message: WRONG_START_DATE })
    return z.NEVER
  })

/** The method in a program's request: `method`, or `payment_method` or `payment_method_types` as the provider calls it. */
export const methodInput = {
  method: z.enum(METHOD_TYPES).optional(),
  payment_method: z.enum(METHOD_TYPES).optional(),
  payment_method_types: z.array(z.enum(METHOD_TYPES)).length(1, 'must name one of card and us_bank_account').optional(),
}
interface MethodInput {
  method?: MethodType | undefined
  payment_method?: MethodType | undefined
  payment_method_types?: MethodType[] | undefined
}

const methodsNamed = ({ method, payment_method, payment_method_types: [type] = [] }: MethodInput) =>
  [method, payment_method, type].filter((named) => named !== undefined)

/** Returns the method; undefined if none is named. */
export const methodOf = (body: MethodInput): MethodType | undefined => methodsNamed(body)[0]

/** Refines a body with `methodInput`: two different methods are refused, since one of them costs a fee. */
export const methodsAgree: [(body: MethodInput) => boolean, { error: string; path: string[] }] = [
  (body: MethodInput): boolean => new Set(methodsNamed(body)).size <= 1,
  { error: 'is another method than `method` or `payment_method`', path: ['payment_method_types'] },
]

/** Identifies an order, so that a form that is sent again makes no second one. */
export const nonceField = z.string().regex(/^[\w-]{16,64}$/)

/** If it is left out, a line is for the family's first rider. */
const riderField = z.string().min(1).max(64)

export const lineSchema = z.object({
  type: z.enum(['package', 'addon']),
  id: idField,
  quantity: z.int().min(0).max(MAX_QUANTITY),
  paymentType: z.enum(PAYMENT_TYPES).optional(),
  riderId: riderField.optional(),
})
export type PurchaseLine = z.infer<typeof lineSchema>

const choiceOfLines = (items: PurchaseLine[]) => ({
  packageId: items.find(({ type }) => type === 'package')?.id ?? null,
  addOns: items.filter(({ type }) => type === 'addon').map(({ id, quantity }) => ({ addOnId: id, quantity })),
})

/** A purchase. It has no amounts: prices are the school's. */
export const purchaseSchema = z.object({
  items: z
    .array(lineSchema)
    .max(300)
    .transform((items) => items.filter((item) => item.quantity > 0))
    .refine((items) => items.length > 0, NOTHING_SELECTED),
  startDate,
  method: z.enum(ORDER_METHODS).default('card'),
  nonce: nonceField,
})
export type Purchase = z.infer<typeof purchaseSchema>

export type FirstOfMonth = `${number}-${string}-01`

const MONTHS_AHEAD = 12

/**
 * Converts a request's choice to the code's names: the JSON key `startDate` has a word, or any day of the wanted month.
 * @throws Refused for a month that is over or too far ahead.
 */
export function orderOf<Body extends { startDate: string }>({ startDate, ...rest }: Body, today: LocalDate) {
  if (isStartMonth(startDate)) return { ...rest, startMonth: startDate }
  const [first, thisMonth] = [monthStart(startDate), monthStart(today)]
  if (first < thisMonth || first > addMonths(thisMonth, MONTHS_AHEAD))
    throw new Refused('date_out_of_range', t(WRONG_START_DATE), 'startDate')
  return { ...rest, startMonth: first === thisMonth ? ('this-month' as const) : (first as FirstOfMonth) }
}

const wrongQuantity = () => t('Choose a quantity from 0 to {most}', { most: MAX_QUANTITY })

const quantity = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() === '' ? 0 : Number(value)),
  z
    .number({ error: wrongQuantity })
    .int({ error: wrongQuantity })
    .min(0, { error: wrongQuantity })
    .max(MAX_QUANTITY, { error: wrongQuantity }),
)

/** Parses a field `also-{rider}`: `p3.5x2.6x1o` is package 3, add-on 5 twice, and add-on 6 once with the first month only. */
function linesOfOther(riderId: string, text: string): PurchaseLine[] {
  return text.split('.').flatMap((part): PurchaseLine[] => {
    const [, packageId, addOnId, count, once] = /^(?:p(\d{1,9})|(\d{1,9})x(\d{1,2})(o?))$/.exec(part) ?? []
    if (packageId) return [{ type: 'package', id: Number(packageId), quantity: 1, riderId }]
    const many = Number(count)
    if (!addOnId || many < 1 || many > MAX_QUANTITY) return []
    return [
      {
        type: 'addon',
        id: Number(addOnId),
        quantity: many,
        riderId,
        ...(once && { paymentType: 'one-time' as const }),
      },
    ]
  })
}

/**
 * Reads the fields `package`, `addon-{id}` and `often-{id}`, which are for the rider in `rider`, if present, and
 * `also-{rider}`, which contain the choice for other riders.
 */
export function linesOfForm(form: FormData | URLSearchParams): {
  items: PurchaseLine[]
  errors: Record<string, string>
} {
  const items: PurchaseLine[] = []
  const errors: Record<string, string> = {}
  const named = riderField.safeParse(form.get('rider'))
  const rider = named.success ? { riderId: named.data } : {}
  const chosen = form.get('package')
  if (typeof chosen === 'string' && chosen !== '') {
    const parsed = idField.safeParse(chosen)
    if (parsed.success) items.push({ type: 'package', id: parsed.data, quantity: 1, ...rider })
    else errors.package = t('Please select a package')
  }
  for (const [name, value] of form.entries()) {
    const other = /^also-(.{1,64})$/.exec(name)?.[1]
    if (other && other !== rider.riderId) items.push(...linesOfOther(other, String(value)))
    const match = /^addon-(\d{1,9})$/.exec(name)
    if (!match) continue
    const parsed = quantity.safeParse(value)
    if (!parsed.success) errors[name] = parsed.error.issues[0]?.message ?? t('Choose a quantity')
    else if (parsed.data > 0) {
      const once = form.get(`often-${match[1]}`) === 'one-time'
      items.push({
        type: 'addon',
        id: Number(match[1]),
        quantity: parsed.data,
        ...(once && { paymentType: 'one-time' }),
        ...rider,
      })
    }
  }
  return { items, errors }
}

/** Parses the form that changes a subscription: what the family wants every month. */
export const monthlyFormSchema = z.record(z.string(), z.string()).transform((fields, context) => {
  const { items, errors } = linesOfForm(new URLSearchParams(fields))
  const wrong = Object.entries(errors)
  for (const [field, message] of wrong) context.addIssue({ code: 'custom', path: [field], message })
  if (wrong.length) context.addIssue({ code: 'custom', message: t(WRONG_QUANTITIES) })
  return choiceOfLines(items)
})
