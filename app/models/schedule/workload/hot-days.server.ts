import { prisma } from '~/platform/db.server'
import type { Db } from '~/platform/tx.server'
import { fromDbDate, type LocalDate, toDbDate } from '~/utils/dates'
import { sayFewer } from './workload'

/** Returns the number of rides taken off each horse's limit on the hot days between two days, both included. */
export async function hotDays(
  from: LocalDate,
  to: LocalDate,
  db: Db = prisma,
): Promise<{ date: LocalDate; fewer: number }[]> {
  const rows = await db.hotDay.findMany({
    where: { date: { gte: toDbDate(from), lte: toDbDate(to) } },
    orderBy: { date: 'asc' },
  })
  return rows.map(({ date, fewer }) => ({ date: fromDbDate(date), fewer }))
}

/** 0 on any other day. */
export const fewerOn = async (date: LocalDate, db: Db = prisma): Promise<number> =>
  (await hotDays(date, date, db))[0]?.fewer ?? 0

/** The limits of the horses on hot days between two days; undefined on any other day. */
export async function hotLimits(
  db: Db,
  from: LocalDate,
  to: LocalDate,
): Promise<(horseId: number, date: LocalDate) => number | undefined> {
  const rows = await db.$queryRaw<{ horseId: number; date: LocalDate; dayLimit: number }[]>`
    SELECT h.id AS "horseId", d.date::text AS date, limit_on_day(h.day_limit, d.fewer) AS "dayLimit"
    FROM hot_days d CROSS JOIN horses h WHERE d.date BETWEEN ${from}::date AND ${to}::date`
  const limits = new Map(rows.map(({ horseId, date, dayLimit }) => [`${date} ${horseId}`, dayLimit]))
  return (horseId, date) => limits.get(`${date} ${horseId}`)
}

/** Returns `Hot day: 1 fewer ride for each horse`. */
export const sayHot = (fewer: number): string => `${sayFewer(fewer)} for each horse`
