import { Prisma } from '~/generated/prisma/client'
import { namesSql } from '~/models/people/accounts/name-sql.server'
import { LISTED } from '~/models/people/accounts/rider-of.server'
import { OTHER_COLORS } from '~/models/vocabulary/plot'
import { displayName } from '~/models/vocabulary/user'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { type Db, withTx } from '~/platform/tx.server'
import { addDays, addMonths, type LocalDate, monthEnd, monthStart, startOfDayInZone } from '~/utils/dates'
import { type Cents, centsOf, decimalOf } from '~/utils/money'
import { pageCount, rowsOfPage } from '~/utils/paging'
import type { PlatformDonation } from './donation.schema'
import { settleCredits } from './donation-credit.server'
import { type Comparison, compareRows, type ExternalRow, type ExternalTable, saveRows } from './external-rows.server'

const table: ExternalTable = {
  name: 'donations',
  externalColumn: 'zeffy_id',
  async find(db, ids) {
    const rows = await db.donation.findMany({ where: { zeffyId: { in: ids } } })
    return rows.map((row) => ({ ...row, externalId: row.zeffyId }))
  },
  defaults: () => ({ currency: 'USD', recurring: false, status: 'completed', donatedAt: now() }),
  update: (tx, id, data) => tx.donation.update({ where: { id }, data, select: { id: true } }),
}

const toRow = ({ zeffyId, extra, amount, ...data }: PlatformDonation): ExternalRow => ({
  externalId: zeffyId,
  data: { ...data, amount: decimalOf(amount) },
  extra,
})

export async function unknownStudents(db: Db, donations: PlatformDonation[]): Promise<Set<string>> {
  const named = new Set(donations.flatMap(({ studentId }) => studentId ?? []))
  if (!named.size) return named
  const known = await db.user.findMany({ where: { id: { in: [...named] }, role: 'customer' }, select: { id: true } })
  for (const { id } of known) named.delete(id)
  return named
}

export const isStudent = async (id: string): Promise<boolean> =>
  (await prisma.user.count({ where: { id, ...LISTED } })) > 0

export const UNKNOWN_STUDENT = 'Student not found'

export const compareDonations = (donations: PlatformDonation[]): Promise<Comparison[]> =>
  compareRows(prisma, table, donations.map(toRow))

/** Saves each donation once, however often it arrives, and settles its credit. @throws Refused if a student is unknown. */
export const saveDonations = (donations: PlatformDonation[]): Promise<Comparison[]> =>
  withTx(async (tx) => {
    if ((await unknownStudents(tx, donations)).size) throw new Refused('invalid', UNKNOWN_STUDENT, 'studentId')
    const saved = await saveRows(tx, table, donations.map(toRow))
    // Most new donations have no student and earn no credit.
    const touched = saved.filter(
      ({ outcome }, i) => outcome === 'changed' || (outcome === 'new' && donations[i]?.studentId),
    )
    if (touched.length)
      await settleCredits(
        tx,
        touched.map(({ externalId }) => externalId),
      )
    return saved
  })

interface DonationTotals {
  /** The total in cents. */
  total: Cents
  thisMonth: Cents
  recurringDonors: number
  totalDonors: number
}

const donorNameSql = Prisma.raw(namesSql('donor_first_name', 'donor_last_name'))

/**
 * Counts completed donations. A donor is identified by an email address, or a name without one; a donation without
 * either counts as one donor.
 */
export async function donationTotals(today: LocalDate, zone: string): Promise<DonationTotals> {
  const from = startOfDayInZone(monthStart(today), zone)
  const before = startOfDayInZone(addDays(monthEnd(today), 1), zone)
  const [row] = await prisma.$queryRaw<{ total: string; month: string; recurring: number; donors: number }[]>`
    SELECT coalesce(sum(amount), 0)::text AS total,
           coalesce(sum(amount) FILTER (WHERE donated_at >= ${from} AND donated_at < ${before}), 0)::text AS month,
           (count(DISTINCT donor) FILTER (WHERE recurring))::int AS recurring,
           count(DISTINCT donor)::int AS donors
    FROM (SELECT amount, donated_at, recurring,
                 coalesce(lower(donor_email), nullif(lower(${donorNameSql}), ''),
                          zeffy_id) AS donor
          FROM donations WHERE status = 'completed') AS completed`
  return {
    total: centsOf(row?.total ?? '0'),
    thisMonth: centsOf(row?.month ?? '0'),
    recurringDonors: row?.recurring ?? 0,
    totalDonors: row?.donors ?? 0,
  }
}

interface DonationMonths {
  /** The largest purposes of these months; the last one is the rest. */
  purposes: string[]
  /** The first days of the months, oldest first, with cents in the order of the purposes. */
  months: { first: LocalDate; amounts: Cents[] }[]
}

const MONTHS_SHOWN = 12

/** Returns completed donations of the last twelve months by month and purpose. */
export async function donationMonths(today: LocalDate, zone: string): Promise<DonationMonths> {
  const firsts = Array.from({ length: MONTHS_SHOWN }, (_, i) => addMonths(monthStart(today), i + 1 - MONTHS_SHOWN))
  const from = startOfDayInZone(firsts[0] ?? today, zone)
  const rows = await prisma.$queryRaw<{ first: LocalDate; purpose: string; total: string }[]>`
    SELECT date_trunc('month', donated_at AT TIME ZONE ${zone})::date::text AS first,
           coalesce(nullif(purpose, ''), campaign_name, 'General fund') AS purpose, sum(amount)::text AS total
    FROM donations WHERE status = 'completed' AND donated_at >= ${from} GROUP BY 1, 2`
  const sums = new Map<string, Cents>()
  for (const { purpose, total } of rows) sums.set(purpose, (sums.get(purpose) ?? 0) + centsOf(total))
  const ranked = [...sums].sort((a, b) => b[1] - a[1]).map(([purpose]) => purpose)
  const shown = ranked.length > OTHER_COLORS ? ranked.slice(0, OTHER_COLORS - 1) : ranked
  const purposes = shown.length < ranked.length ? [...shown, 'Other'] : shown
  const months = firsts.map((first) => {
    const amounts = purposes.map(() => 0)
    for (const row of rows.filter((row) => row.first === first)) {
      const i = shown.indexOf(row.purpose)
      amounts[i < 0 ? shown.length : i]! += centsOf(row.total)
    }
    return { first, amounts }
  })
  return { purposes, months }
}

const withStudent = {
  student: { select: { id: true, firstName: true, lastName: true, email: true } },
  credit: { select: { creditAmount: true, usedAmount: true } },
} satisfies Prisma.DonationInclude

const newestFirst = [{ donatedAt: 'desc' }, { id: 'desc' }] satisfies Prisma.DonationOrderByWithRelationInput[]

type Found = Prisma.DonationGetPayload<{ include: typeof withStudent }>

const toDonation = ({ student, credit, amount, extra: _, donorErased: __, ...donation }: Found) => ({
  ...donation,
  amount: centsOf(amount),
  studentName: student && displayName(student),
  /** In cents. */
  creditLeft: credit && centsOf(credit.creditAmount.sub(credit.usedAmount)),
})
type Donation = ReturnType<typeof toDonation>

const PAGE = 25

/** Lists donations, newest first; amounts in cents. */
export async function listDonations(page: number): Promise<{ count: number; pages: number; donations: Donation[] }> {
  const [count, found] = await Promise.all([
    prisma.donation.count(),
    prisma.donation.findMany({ include: withStudent, orderBy: newestFirst, ...rowsOfPage(page, PAGE) }),
  ])
  return { count, pages: pageCount(count, PAGE), donations: found.map(toDonation) }
}

/**
 * Lists donations, newest first: the first `most`, or those after a given one; amounts in cents. `more` says whether
 * others follow.
 * @throws Refused 404
 */
export async function donationsAfter(
  before: number | undefined,
  most: number,
): Promise<{ donations: Donation[]; more: boolean }> {
  const last = before && (await prisma.donation.findUnique({ where: { id: before } }))
  if (before && !last) throw notFound('Donation not found')
  const found = await prisma.donation.findMany({
    where: last
      ? { OR: [{ donatedAt: { lt: last.donatedAt } }, { donatedAt: last.donatedAt, id: { lt: last.id } }] }
      : {},
    include: withStudent,
    orderBy: newestFirst,
    take: most + 1,
  })
  return { donations: found.slice(0, most).map(toDonation), more: found.length > most }
}
