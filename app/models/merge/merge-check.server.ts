import { birthDateOf, isUnder13 } from '~/models/people/accounts/age'
import { overlaps } from '~/models/schedule/vocabulary/overlap'
import { loadRoster } from '~/models/schedule/week/roster.server'
import { monthAndYear } from '~/models/vocabulary/month'
import { ENDED_STATUSES } from '~/models/vocabulary/subscription'
import { displayName } from '~/models/vocabulary/user'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import type { Db } from '~/platform/tx.server'
import { addMonths, formatDay, type LocalDate } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { MOVED, YEARLY } from './merge-columns'
import { FACT_COLUMNS, formatFacts, missingFacts } from './merge-facts'

const select = {
  ...FACT_COLUMNS,
  id: true,
  email: true,
  role: true,
  active: true,
  guardianId: true,
  hiddenAt: true,
  erasedAt: true,
  mergedIntoId: true,
  stripeCustomerId: true,
  riders: { select: { id: true } },
} as const

interface Pair {
  /** The surviving account. */
  kept: Account
  /** The account whose rows move. */
  merged: Account
}
type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

async function findAccount(db: Db, id: string) {
  const user = await db.user.findFirst({ where: { id, role: 'customer', erasedAt: null }, select })
  return user && { ...user, name: displayName(user) || 'No name' }
}

/** Whether the surviving account, which the office served until now, takes over the other account's email. */
export const takesEmail = ({ kept, merged }: Pair): boolean =>
  kept.email === null && kept.guardianId === null && merged.email !== null

/** Finds both accounts; null if one of them is not a student. */
export async function findPair(db: Db, keptId: string, mergedId: string): Promise<Pair | null> {
  const kept = await findAccount(db, keptId)
  const merged = await findAccount(db, mergedId)
  return kept && merged && { kept, merged }
}

/** Whether a child known to be under 13 would get the other account's email, or an account with an email a child's birth date. */
const isChildWithEmail = ({ kept, merged }: Pair): boolean =>
  kept.guardianId === null &&
  (kept.email ?? merged.email) !== null &&
  isUnder13(birthDateOf(kept.birthDate ?? merged.birthDate), today())

export const UNFINISHED = 'A payment isn’t finished. Wait until it has gone through or failed'

/** Returns what blocks a merge, in sentences without the final period. */
export async function whatStops(db: Db, pair: Pair): Promise<string[]> {
  const { kept, merged } = pair
  const ids = [kept.id, merged.id]
  const running = await db.subscription.findMany({
    where: {
      OR: [{ userId: { in: ids } }, { riderId: { in: ids } }],
      status: { notIn: ENDED_STATUSES },
    },
    select: { userId: true, riderId: true },
  })
  const pays = (id: string) => running.some(({ userId }) => userId === id)
  const isPaidFor = (id: string) => running.some(({ riderId }) => riderId === id)
  const both = isPaidFor(merged.id) && isPaidFor(kept.id)
  // A payment that was not tried, or has failed, is closed first.
  const onItsWay = { OR: [{ userId: merged.id }, { items: { some: { riderId: merged.id } } }], status: 'processing' }
  const moving =
    (await db.order.count({ where: onItsWay })) +
    (await db.paymentTransaction.count({ where: { userId: merged.id, status: 'processing' } }))
  const issues = await db.paymentIssue.count({ where: { userId: merged.id, closedAt: null } })
  return [
    kept.id === merged.id && 'These are the same account',
    kept.mergedIntoId && `${kept.name} was merged into another account`,
    merged.mergedIntoId && `${merged.name} was merged into another account already`,
    kept.hiddenAt &&
      !kept.mergedIntoId &&
      `${kept.name} was removed from the lists. Restore the account that stays first`,
    (kept.guardianId === merged.id || merged.guardianId === kept.id) &&
      'One is the guardian of the other, so they are two people. Take the rider out of the family first',
    merged.riders.length > 0 &&
      kept.guardianId &&
      `${merged.name} is a guardian, and ${kept.name} has one. Keep ${merged.name} instead`,
    isChildWithEmail(pair) && `${kept.name} would be under 13 and have an email. Link the child to a guardian first`,
    both && 'Both have a subscription that is running. Cancel one of them first',
    pays(merged.id) &&
      !both &&
      `${merged.name} pays for a subscription that is running, and it can’t change its account. Keep ${merged.name} instead, or cancel it first`,
    moving && UNFINISHED,
    issues && 'A payment needs a look. Take care of it in Payments',
    ...(await ordersOfBoth(db, ids)),
    ...(await monthsOfBoth(db, kept.id, merged.id)),
    ...(await ridesAtOnce(db, kept.id, merged.id)),
    ...(await wishesAgainst(db, ids)),
  ].filter((reason) => typeof reason === 'string')
}

async function ordersOfBoth(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: number }[]>`
    SELECT i.order_id AS id FROM order_items i WHERE i.rider_id = ANY(${ids})
    GROUP BY i.order_id HAVING count(DISTINCT i.rider_id) = 2 ORDER BY 1 LIMIT 3`
  return rows.map(({ id }) => `Order ${id} was bought for both, each with an allowance of its own`)
}

/** Returns months for which the office recorded an amount for both. */
async function monthsOfBoth(db: Db, kept: string, merged: string): Promise<string[]> {
  const reasons: string[] = []
  for (const { table, months } of YEARLY) {
    const rows = await db.$queryRawUnsafe<{ year: number; month: number }[]>(
      `SELECT a.year, m.month FROM ${table} a JOIN ${months} m ON m.record_id = a.id
       JOIN ${table} b ON b.year = a.year AND b.user_id = $2 JOIN ${months} n ON n.record_id = b.id AND n.month = m.month
       WHERE a.user_id = $1 AND m.amount > 0 AND n.amount > 0 ORDER BY 1, 2 LIMIT 3`,
      merged,
      kept,
    )
    reasons.push(...rows.map((row) => `Both have an amount noted for ${monthAndYear(row)}. Clear one of them first`))
  }
  return reasons
}

/** Returns horses that are good with one of them and not to be given to the other: the surviving account has one line for each horse. */
async function wishesAgainst(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT h.name FROM horse_wishes w JOIN horses h ON h.id = w.horse_id WHERE w.student_id = ANY(${ids})
    GROUP BY h.id, h.name HAVING count(DISTINCT w.good) = 2 ORDER BY 1 LIMIT 3`
  return rows.map(({ name }) => `${name} is good with one of them and not with the other. Remove one of the two first`)
}

const MAX = 3

/** Returns rides that overlap, from the week and the ledger, from the first ride to three months ahead. */
async function ridesAtOnce(db: Db, kept: string, merged: string): Promise<string[]> {
  const { days } = await loadRoster({ to: addMonths(today(), 3), riderIds: [kept, merged] }, db)
  const found = new Map<string, { date: LocalDate; time: string }>()
  for (const { lessons } of days) {
    const of = (id: string) => lessons.filter(({ riders }) => riders.some(({ riderId }) => riderId === id))
    for (const one of of(merged)) {
      const other = of(kept).find((lesson) => overlaps(one, lesson))
      // A weekly lesson conflicts every week: the first conflict is enough.
      const key = `${one.time} ${one.type}`
      if (other && !found.has(key)) found.set(key, { date: one.date, time: one.time })
    }
  }
  return [...found.values()]
    .slice(0, MAX)
    .map(({ date, time }) => `Both ride on ${formatDay(date)} at ${formatTimeOfDay(time)}. Take one of them off first`)
}

/** Returns what would move, in the office's words. */
async function whatMoves(mergedId: string): Promise<string[]> {
  const counted = [
    ...MOVED.flatMap(({ noun, ...rest }) => (noun ? [{ ...rest, noun }] : [])),
    ...YEARLY.map(({ table, noun }) => ({ table, column: 'user_id', noun })),
  ]
  const columns = counted.map(({ table, column }) => `(SELECT count(*)::integer FROM ${table} WHERE ${column} = $1)`)
  const [row] = await prisma.$queryRawUnsafe<[{ counts: number[] }]>(
    `SELECT ARRAY[${columns.join(', ')}] AS counts`,
    mergedId,
  )
  return counted.flatMap(({ noun: [one, several] }, i) => {
    const count = row.counts[i] ?? 0
    return count ? [`${count} ${count === 1 ? one : several}`] : []
  })
}

/** Returns what the office reads before it merges two accounts. */
export async function mergeToConfirm(keptId: string, mergedId: string) {
  const pair = await findPair(prisma, keptId, mergedId)
  if (!pair) return null
  const [reasons, moves] = await Promise.all([whatStops(prisma, pair), whatMoves(mergedId)])
  const plain = ({ id, name, email, phone }: Account) => ({ id, name, email, phone })
  const fills = [...formatFacts(missingFacts(pair.kept, pair.merged)), ...(takesEmail(pair) ? ['email'] : [])]
  // It may have saved methods: the provider is not asked.
  const mayHaveMethods = pair.merged.stripeCustomerId !== null
  return { kept: plain(pair.kept), merged: plain(pair.merged), reasons, moves, fills, mayHaveMethods }
}
