import { unpaidOrders } from '~/models/money/payments/orders/unpaid-orders.server'
import { ENDED_STATUSES } from '~/models/vocabulary/subscription'
import { displayName, given } from '~/models/vocabulary/user'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import type { Db } from '~/platform/tx.server'
import { formatPhone } from '~/utils/phone'
import { findRetention } from './retention.server'

/** The people who are erased together: an account, then its riders. */
export interface Erasure {
  /** The name of the first of them. */
  name: string
  people: { id: string; name: string; names: string[]; contacts: string[] }[]
  emails: string[]
}

/** Returns an account's IDs: itself, its riders, and what was merged into any of them, however deep. */
export const idsOfFamily = async (db: Db, id: string): Promise<string[]> =>
  (
    await db.$queryRaw<{ id: string }[]>`
      WITH RECURSIVE family AS (
        SELECT id FROM users WHERE id = ${id}
        UNION SELECT u.id FROM users u JOIN family f ON f.id IN (u.guardian_id, u.merged_into_id))
      SELECT id FROM family`
  ).map((row) => row.id)

/** Returns the people; null if there is no such family, or it was erased. */
export async function peopleOf(db: Db, id: string): Promise<Erasure | null> {
  const rows = await db.user.findMany({
    where: { id: { in: await idsOfFamily(db, id) }, role: 'customer', erasedAt: null },
    select: { id: true, firstName: true, lastName: true, email: true, phone: true, parentName: true },
    orderBy: { id: 'asc' },
  })
  const own = rows.find((row) => row.id === id)
  if (!own) return null
  const people = [own, ...rows.filter((row) => row !== own)].map(({ id, phone, parentName, ...row }) => {
    const whole = displayName({ ...row, email: null })
    return {
      id,
      name: displayName(row),
      names: [whole, given(parentName)].filter(Boolean),
      contacts: [
        ...new Set([row.email, phone, formatPhone(phone)].filter((text): text is string => Boolean(text?.trim()))),
      ],
    }
  })
  return {
    name: people[0]?.name ?? '',
    people,
    emails: rows.flatMap(({ email }) => (email ? [email.toLowerCase()] : [])),
  }
}

/** @throws Refused unless the name was typed to confirm. */
export function refuseUnlessTyped({ name }: Erasure, typed: string): void {
  const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()
  if (plain(typed) !== plain(name)) throw new Refused('invalid', `Please type ${name}`, 'confirm')
}

/** Selects orders that one of them pays, or that are for one of them. */
const ordersOf = (ids: string[]) => ({ OR: [{ userId: { in: ids } }, { items: { some: { riderId: { in: ids } } } }] })

/** Returns their purchases that can still be paid. */
export const unpaidOrdersOf = (db: Db, ids: string[]): Promise<number[]> => unpaidOrders(db, ordersOf(ids))

/** Returns their subscriptions, at the provider, that have an unpaid month. */
export const unpaidMonthsOf = async (db: Db, ids: string[]): Promise<string[]> =>
  (
    await db.subscription.findMany({
      where: {
        OR: [{ userId: { in: ids } }, { riderId: { in: ids } }],
        stripeSubscriptionId: { not: null },
        transactions: { some: { status: { in: ['requires_action', 'failed'] } } },
      },
      select: { stripeSubscriptionId: true },
    })
  ).flatMap(({ stripeSubscriptionId }) => stripeSubscriptionId ?? [])

/** Returns what has to be done first, in sentences without the final period. */
export async function hindrances(db: Db, { people }: Erasure): Promise<string[]> {
  const ids = people.map(({ id }) => id)
  const theirs = { userId: { in: ids } }
  const running = await db.subscription.count({
    where: { OR: [theirs, { riderId: { in: ids } }], status: { notIn: ENDED_STATUSES } },
  })
  // A payment that was not tried, or has failed, is closed first.
  const moving =
    (await db.order.count({ where: { ...ordersOf(ids), status: 'processing' } })) +
    (await db.paymentTransaction.count({ where: { ...theirs, status: 'processing' } }))
  const issues = await db.paymentIssue.count({ where: { ...theirs, closedAt: null } })
  return [
    running && 'A subscription is still running. Cancel it, and wait until its last day is over',
    moving && 'A payment isn’t finished. Wait until it has gone through or failed',
    issues && 'A payment needs a look. Take care of it in Payments',
  ].filter((reason) => typeof reason === 'string')
}

/** Returns what an administrator reads before erasing. */
export async function erasureToConfirm(id: string) {
  const family = await peopleOf(prisma, id)
  if (!family) return null
  const ids = family.people.map((one) => one.id)
  const [reasons, unpaid, places, payments, rides, waivers, { waivers: waiverMonths }, guardian] = await Promise.all([
    hindrances(prisma, family),
    unpaidOrdersOf(prisma, ids),
    prisma.weeklyPlace.count({ where: { studentId: { in: ids }, isActive: true, deletedFromDate: null } }),
    prisma.paymentTransaction.count({ where: { userId: { in: ids } } }),
    prisma.ride.count({ where: { studentId: { in: ids } } }),
    prisma.waiverSignature.count({ where: { riderId: { in: ids } } }),
    findRetention(),
    prisma.user.findUnique({ where: { id }, select: { guardianId: true } }),
  ])
  return {
    name: family.name,
    riders: family.people.slice(1).map((one) => one.name),
    hasGuardian: guardian?.guardianId != null,
    reasons,
    unpaid: unpaid.length,
    places,
    payments,
    rides,
    waivers,
    waiverMonths,
  }
}
