import type { MethodType } from '~/models/vocabulary/fee'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { bare, rowList, text } from '~/platform/row-lists.server'

/** A saved method as the provider describes it. */
export interface ProviderMethod {
  id: string
  type: MethodType
  /** `credit`, `debit`, `prepaid` or `unknown`; null for a bank account. */
  funding: string | null
  label: string
  detail: string
  isDefault: boolean
  /** The ID of an earlier method in the list that is the same card or account, saved twice. */
  copyOf: string | null
}

/** The provider's last answer, and whether it is still valid. Times are in milliseconds. */
export interface KnownMethods {
  customerId: string | null
  methods: ProviderMethod[] | null
  askedAt: number | null
  askUntil: number | null
  changes: number
}

const HOUR = 60 * 60 * 1000
/** After this time a change without an event is noticed, in milliseconds. A payment always asks the provider directly. */
const LONGEST = 7 * 24 * HOUR
/** By then, in milliseconds, a family that began to change its methods, there or here, has finished. */
const BUSY = HOUR

const millis = (column: string) => bare(`round(extract(epoch FROM ${column}) * 1000)`)

/** Selects the stored answer, in at most one row, for a statement of lists. */
export const knownMethodLists = (account: string) => ({
  knownMethods: rowList<KnownMethods>(
    {
      customerId: text('customer_id'),
      methods: bare('methods'),
      askedAt: millis('asked_at'),
      askUntil: millis('ask_until'),
      changes: bare('changes'),
    },
    `known_methods WHERE user_id = ${account}`,
  ),
})

/** Returns the methods of a customer if no change was reported since the provider was asked; otherwise null. */
export function stillKnown(known: KnownMethods | undefined, customerId: string): ProviderMethod[] | null {
  if (known?.customerId !== customerId || known.askedAt === null || isBusy(known)) return null
  return now().getTime() - known.askedAt < LONGEST ? known.methods : null
}

const isBusy = ({ askUntil }: KnownMethods) => askUntil !== null && now().getTime() < askUntil

/** Stores the provider's answer, unless a change was reported since `known` was read, or may come without an event. */
export async function cacheMethods(
  userId: string,
  answer: { customerId: string; methods: ProviderMethod[] },
  known: KnownMethods | undefined,
): Promise<void> {
  if (known && isBusy(known)) return
  const methods = JSON.stringify(answer.methods)
  await prisma.$executeRaw`
    INSERT INTO known_methods AS k (user_id, customer_id, methods, asked_at)
    VALUES (${userId}, ${answer.customerId}, ${methods}::jsonb, ${now()})
    ON CONFLICT (user_id) DO UPDATE
    SET customer_id = excluded.customer_id, methods = excluded.methods, asked_at = excluded.asked_at
    WHERE k.changes = ${known?.changes ?? 0}`
}

/** Call this before the family changes its methods, or goes where it can: for the next hour the provider is asked each time. */
export async function methodsMayChange(userId: string): Promise<void> {
  const askUntil = new Date(now().getTime() + BUSY)
  await prisma.$executeRaw`
    INSERT INTO known_methods AS k (user_id, ask_until, changes) VALUES (${userId}, ${askUntil}, 1)
    ON CONFLICT (user_id) DO UPDATE
    SET customer_id = NULL, methods = NULL, asked_at = NULL, ask_until = excluded.ask_until, changes = k.changes + 1`
}

/** Records a change that the provider reported. */
export async function methodsHaveChanged(customerId: string): Promise<void> {
  await prisma.$executeRaw`
    INSERT INTO known_methods AS k (user_id, changes) SELECT id, 1 FROM users WHERE stripe_customer_id = ${customerId}
    ON CONFLICT (user_id) DO UPDATE SET customer_id = NULL, methods = NULL, asked_at = NULL, changes = k.changes + 1`
}
