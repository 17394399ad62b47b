import { Prisma } from '~/generated/prisma/client'
import { personMatchesSql } from '~/models/people/accounts/name-sql.server'
import { loadRoster } from '~/models/schedule/week/roster.server'
import { displayName } from '~/models/vocabulary/user'
import { prisma } from '~/platform/db.server'
import { matchesSql, searchWords } from '~/platform/search.server'
import { addDays, type LocalDate, toDbDate, weekStart } from '~/utils/dates'

/** The most students, and the most horses, that are shown. */
const SHOWN = 25

interface FoundRow {
  id: string
  firstName: string | null
  lastName: string | null
  email: string | null
  phone: string | null
  parentName: string | null
  guardianId: string | null
  guardian: { firstName: string | null; lastName: string | null; email: string | null } | null
  removed: boolean
  active: boolean
  count: number
}

const findStudents = (search: string) =>
  prisma.$queryRaw<FoundRow[]>(Prisma.sql`
    SELECT u.id, u.first_name AS "firstName", u.last_name AS "lastName", u.email, u.phone, u.parent_name AS "parentName",
           u.guardian_id AS "guardianId", u.hidden_at IS NOT NULL AS removed, u.active,
           (count(*) OVER ())::integer AS count,
           (SELECT json_build_object('firstName', g.first_name, 'lastName', g.last_name, 'email', g.email)
            FROM users g WHERE g.id = u.guardian_id) AS guardian
    FROM users u WHERE u.role = 'customer' AND ${personMatchesSql(search)}
    ORDER BY removed, u.last_name, u.first_name, u.id LIMIT ${SHOWN}`)

const findHorses = (search: string, today: LocalDate) =>
  prisma.$queryRaw<{ id: number; name: string; onRest: boolean; removed: boolean }[]>(Prisma.sql`
    SELECT h.id, h.name, horse_rests(h, ${toDbDate(today)}::date) AS "onRest", NOT h.is_active AS removed FROM horses h
    WHERE ${matchesSql(Prisma.sql`h.name`, search)} ORDER BY removed, h.name LIMIT ${SHOWN}`)

/** Finds students and horses, removed ones last, with the rides of this week of those students. Null without a word to search for. */
export async function searchOffice(search: string, today: LocalDate) {
  if (!searchWords(search).length) return null
  const [rows, horses] = await Promise.all([findStudents(search), findHorses(search, today)])
  const rides = rows.length ? await ridesOfWeek(today, rows.length === 1 ? rows[0]?.id : undefined) : []
  const students = rows.map(({ count, guardian, firstName, lastName, ...row }) => ({
    ...row,
    name: displayName({ firstName, lastName, email: row.email }),
    guardian: guardian && displayName(guardian),
    rides: rides.filter(({ riderId }) => riderId === row.id),
  }))
  return { students, total: rows[0]?.count ?? 0, horses }
}
export type OfficeSearch = NonNullable<Awaited<ReturnType<typeof searchOffice>>>

/** Returns rides of one rider, or of everyone. */
async function ridesOfWeek(today: LocalDate, only?: string) {
  const from = weekStart(today)
  const { days } = await loadRoster({ from, to: addDays(from, 6), riderIds: only ? [only] : null })
  return days.flatMap(({ lessons }) =>
    lessons.flatMap(({ date, time, type, riders }) =>
      riders.map(({ riderId, horse, attendance }) => ({ riderId, date, time, type, horse: horse?.name, attendance })),
    ),
  )
}
