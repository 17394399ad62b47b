import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { bare, rowList, text } from '~/platform/row-lists.server'
import type { MethodType } from '../pricing'

/** A saved method as the provider has it. */
export interface ProviderMethod {
  id: string
  type: MethodType
  /** `credit`, `debit`, `prepaid` or `unknown`; null for a bank account. */
  funding: string | null
  label: string
  detail: string
  isDefault: boolean
  /** The one before it in the list that is the same card or account, saved twice. */
  copyOf: string | null
}

/** What the provider last said, and whether it still holds. Times are in milliseconds. */
export interface KnownMethods {
  customerId: string | null
  methods: ProviderMethod[] | null
  askedAt: number | null
  askUntil: number | null
  changes: number
}

const HOUR = 60 * 60 * 1000
/** A change that nobody told of is seen after this time. What is paid with is asked of the provider at once, always. */
const LONGEST = 7 * 24 * HOUR
/** A family that began to change what is saved, there or here, has done it by then. */
const BUSY = HOUR

const millis = (column: string) => bare(`round(extract(epoch FROM ${column}) * 1000)`)

/** For a statement of lists: at most one row. */
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

/** The methods of a customer, if nothing was told of a change since the provider was asked; else null. */
export function stillKnown(known: KnownMethods | undefined, customerId: string): ProviderMethod[] | null {
  if (known?.customerId !== customerId || known.askedAt === null || isBusy(known)) return null
  return now().getTime() - known.askedAt < LONGEST ? known.methods : null
}

const isBusy = ({ askUntil }: KnownMethods) => askUntil !== null && now().getTime() < askUntil

/** Keeps what the provider has said, unless a change was told of since `known` was read, or may come without a word. */
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

/** Called before the family changes what is saved, or goes where it can: for the next hour the provider is asked each time. */
export async function methodsMayChange(userId: string): Promise<void> {
  const askUntil = new Date(now().getTime() + BUSY)
  await prisma.$executeRaw`
    INSERT INTO known_methods AS k (user_id, ask_until, changes) VALUES (${userId}, ${askUntil}, 1)
    ON CONFLICT (user_id) DO UPDATE
    SET customer_id = NULL, methods = NULL, asked_at = NULL, ask_until = excluded.ask_until, changes = k.changes + 1`
}

/** The provider has told of a change. */
export async function methodsHaveChanged(customerId: string): Promise<void> {
  await prisma.$executeRaw`
    INSERT INTO known_methods AS k (user_id, changes) SELECT id, 1 FROM users WHERE stripe_customer_id = ${customerId}
    ON CONFLICT (user_id) DO UPDATE SET customer_id = NULL, methods = NULL, asked_at = NULL, changes = k.changes + 1`
}
