import { displayName, given } from '~/models/accounts/user'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import type { Db } from '~/platform/tx.server'
import { formatPhone } from '~/utils/phone'
import { findRetention } from './retention.server'

/** Who is erased together: an account, then its riders. */
export interface Erasure {
  /** Of the first of them. */
  name: string
  people: { id: string; name: string; names: string[]; contacts: string[] }[]
  emails: string[]
}

/** Null if there is no such family, or it was erased. */
export async function peopleOf(db: Db, id: string): Promise<Erasure | null> {
  const rows = await db.user.findMany({
    where: { OR: [{ id }, { guardianId: id }, { mergedIntoId: id }], role: 'customer', erasedAt: null },
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
  if (plain(typed) !== plain(name)) throw new Refused(`Please type ${name}`, 'confirm')
}

/** What has to be done first, in sentences without their last stop. */
export async function hindrances(db: Db, { people }: Erasure): Promise<string[]> {
  const ids = people.map(({ id }) => id)
  const theirs = { userId: { in: ids } }
  const running = await db.subscription.count({
    where: { OR: [theirs, { riderId: { in: ids } }], status: { notIn: ['canceled', 'incomplete_expired'] } },
  })
  const open = await db.order.count({
    where: { OR: [theirs, { items: { some: { riderId: { in: ids } } } }], status: { in: ['pending', 'processing'] } },
  })
  const moving = await db.paymentTransaction.count({
    where: { ...theirs, status: { in: ['processing', 'requires_action'] } },
  })
  const issues = await db.paymentIssue.count({ where: { ...theirs, closedAt: null } })
  return [
    running && 'A subscription is still running. Cancel it, and wait until its last day is over',
    (open || moving) && 'A payment isn’t finished. Wait until it has gone through or failed',
    issues && 'A payment needs a look. Take care of it in Payments',
  ].filter((reason) => typeof reason === 'string')
}

/** What an administrator reads before erasing. */
export async function erasureToConfirm(id: string) {
  const family = await peopleOf(prisma, id)
  if (!family) return null
  const ids = family.people.map((one) => one.id)
  const [reasons, places, payments, rides, waivers, { waivers: waiverMonths }, guardian] = await Promise.all([
    hindrances(prisma, family),
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
    places,
    payments,
    rides,
    waivers,
    waiverMonths,
  }
}
