import { birthDateOf, isUnder13 } from '~/models/people/accounts/age'
import { overlaps } from '~/models/schedule/vocabulary/overlap'
import { loadRoster } from '~/models/schedule/week/roster.server'
import { monthAndYear } from '~/models/vocabulary/month'
import { ENDED_STATUSES } from '~/models/vocabulary/subscription'
import { displayName } from '~/models/vocabulary/user'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { bare, listStatement, queryLists, type RowsOf, rowList, text } from '~/platform/row-lists.server'
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
  _count: { select: { riders: true } },
} as const

interface Pair {
  /** The surviving account. */
  kept: Account
  /** The account whose rows move. */
  merged: Account
}
type Account = Awaited<ReturnType<typeof findAccounts>>[number]

async function findAccounts(db: Db, ids: string[]) {
  const users = await db.user.findMany({ where: { id: { in: ids }, role: 'customer', erasedAt: null }, select })
  return users.map((user) => ({ ...user, name: displayName(user) || 'No name' }))
}

/** Whether the surviving account, which the office served until now, takes over the other account's email. */
export const takesEmail = ({ kept, merged }: Pair): boolean =>
  kept.email === null && kept.guardianId === null && merged.email !== null

/** Finds both accounts; null if one of them is not a student. */
export async function findPair(db: Db, keptId: string, mergedId: string): Promise<Pair | null> {
  const accounts = await findAccounts(db, [keptId, mergedId])
  const [kept, merged] = [keptId, mergedId].map((id) => accounts.find((one) => one.id === id))
  return kept && merged ? { kept, merged } : null
}

/** Whether a child known to be under 13 would get the other account's email, or an account with an email a child's birth date. */
const isChildWithEmail = ({ kept, merged }: Pair): boolean =>
  kept.guardianId === null &&
  (kept.email ?? merged.email) !== null &&
  isUnder13(birthDateOf(kept.birthDate ?? merged.birthDate), today())

export const UNFINISHED = 'A payment isn’t finished. Wait until it has gone through or failed'

const ENDED = ENDED_STATUSES.map((status) => `'${status}'`).join(', ')

/** Rows of `$1`, the surviving account, and of `$2`, the merged one. */
const STOPS = {
  running: rowList<{ userId: string; riderId: string }>(
    { userId: text('s.user_id'), riderId: text('s.rider_id') },
    `subscriptions s WHERE (s.user_id IN ($1, $2) OR s.rider_id IN ($1, $2)) AND s.status NOT IN (${ENDED})`,
  ),
  // A payment that was not tried, or has failed, is closed first.
  counts: rowList<{ moving: number; issues: number }>(
    {
      moving: bare(`(SELECT count(*) FROM orders o WHERE o.status = 'processing'
          AND (o.user_id = $2 OR EXISTS (SELECT FROM order_items i WHERE i.order_id = o.id AND i.rider_id = $2)))
        + (SELECT count(*) FROM payment_transactions WHERE user_id = $2 AND status = 'processing')`),
      issues: bare('(SELECT count(*) FROM payment_issues WHERE user_id = $2 AND closed_at IS NULL)'),
    },
    '(SELECT) x',
  ),
  orders: rowList<{ id: number }>(
    { id: bare('x.id') },
    `(SELECT i.order_id AS id FROM order_items i WHERE i.rider_id IN ($1, $2)
      GROUP BY i.order_id HAVING count(DISTINCT i.rider_id) = 2 ORDER BY 1 LIMIT 3) x`,
    'x.id',
  ),
  months: rowList<{ year: number; month: number }>(
    { year: bare('x.year'), month: bare('x.month') },
    `(${YEARLY.map(
      ({ table, months }, i) => `(
        SELECT ${i} AS i, a.year, m.month FROM ${table} a JOIN ${months} m ON m.record_id = a.id
        JOIN ${table} b ON b.year = a.year AND b.user_id = $1 JOIN ${months} n ON n.record_id = b.id AND n.month = m.month
        WHERE a.user_id = $2 AND m.amount > 0 AND n.amount > 0 ORDER BY 2, 3 LIMIT 3)`,
    ).join(' UNION ALL ')}) x`,
    'x.i, x.year, x.month',
  ),
  against: rowList<{ name: string }>(
    { name: text('x.name') },
    `(SELECT h.name FROM horse_wishes w JOIN horses h ON h.id = w.horse_id WHERE w.student_id IN ($1, $2)
      GROUP BY h.id, h.name HAVING count(DISTINCT w.good) = 2 ORDER BY 1 LIMIT 3) x`,
    'x.name',
  ),
}
const WHAT_STOPS = listStatement(STOPS)

/** Returns what blocks a merge, in sentences without the final period. */
export async function whatStops(db: Db, pair: Pair): Promise<string[]> {
  const rows = await queryLists(WHAT_STOPS, [pair.kept.id, pair.merged.id], db)
  return stopsFound(pair, rows, await ridesAtOnce(db, pair.kept.id, pair.merged.id))
}

function stopsFound(pair: Pair, rows: RowsOf<typeof STOPS>, rides: string[]): string[] {
  const { kept, merged } = pair
  const pays = (id: string) => rows.running.some(({ userId }) => userId === id)
  const isPaidFor = (id: string) => rows.running.some(({ riderId }) => riderId === id)
  const both = isPaidFor(merged.id) && isPaidFor(kept.id)
  const { moving, issues } = rows.counts[0] ?? { moving: 0, issues: 0 }
  return [
    kept.id === merged.id && 'These are the same account',
    kept.mergedIntoId && `${kept.name} was merged into another account`,
    merged.mergedIntoId && `${merged.name} was merged into another account already`,
    kept.hiddenAt &&
      !kept.mergedIntoId &&
      `${kept.name} was removed from the lists. Restore the account that stays first`,
    (kept.guardianId === merged.id || merged.guardianId === kept.id) &&
      'One is the guardian of the other, so they are two people. Take the rider out of the family first',
    merged._count.riders > 0 &&
      kept.guardianId &&
      `${merged.name} is a guardian, and ${kept.name} has one. Keep ${merged.name} instead`,
    isChildWithEmail(pair) && `${kept.name} would be under 13 and have an email. Link the child to a guardian first`,
    both && 'Both have a subscription that is running. Cancel one of them first',
    pays(merged.id) &&
      !both &&
      `${merged.name} pays for a subscription that is running, and it can’t change its account. Keep ${merged.name} instead, or cancel it first`,
    moving > 0 && UNFINISHED,
    issues > 0 && 'A payment needs a look. Take care of it in Payments',
    ...rows.orders.map(({ id }) => `Order ${id} was bought for both, each with an allowance of its own`),
    ...rows.months.map((row) => `Both have an amount noted for ${monthAndYear(row)}. Clear one of them first`),
    ...rides,
    ...rows.against.map(
      ({ name }) => `${name} is good with one of them and not with the other. Remove one of the two first`,
    ),
  ].filter((reason) => typeof reason === 'string')
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

const COUNTED = [
  ...MOVED.flatMap(({ noun, ...rest }) => (noun ? [{ ...rest, noun }] : [])),
  ...YEARLY.map(({ table, noun }) => ({ table, column: 'user_id', noun })),
]
const TO_CONFIRM = listStatement({
  ...STOPS,
  moves: rowList<{ i: number; count: number }>(
    { i: bare('x.i'), count: bare('x.count') },
    `(${COUNTED.map(({ table, column }, i) => `SELECT ${i} AS i, count(*) AS count FROM ${table} WHERE ${column} = $2`).join(' UNION ALL ')}) x`,
    'x.i',
  ),
})

/** Returns what the office reads before it merges two accounts. */
export async function mergeToConfirm(keptId: string, mergedId: string) {
  const pair = await findPair(prisma, keptId, mergedId)
  if (!pair) return null
  const [rows, rides] = await Promise.all([
    queryLists(TO_CONFIRM, [keptId, mergedId]),
    ridesAtOnce(prisma, keptId, mergedId),
  ])
  const moves = rows.moves.flatMap(({ i, count }) => {
    const [one, several] = COUNTED[i]?.noun ?? []
    return count ? [`${count} ${count === 1 ? one : several}`] : []
  })
  const reasons = stopsFound(pair, rows, rides)
  const plain = ({ id, name, email, phone }: Account) => ({ id, name, email, phone })
  const fills = [...formatFacts(missingFacts(pair.kept, pair.merged)), ...(takesEmail(pair) ? ['email'] : [])]
  // It may have saved methods: the provider is not asked.
  const mayHaveMethods = pair.merged.stripeCustomerId !== null
  return { kept: plain(pair.kept), merged: plain(pair.merged), reasons, moves, fills, mayHaveMethods }
}
