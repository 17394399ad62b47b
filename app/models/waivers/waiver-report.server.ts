import { isListed } from '~/models/people/accounts/rider-of.server'
import { isRider } from '~/models/people/families/family.server'
import { displayName } from '~/models/vocabulary/user'
import type { Columns } from '~/platform/csv/csv.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { formatInstant, fromDbDate } from '~/utils/dates'
import { lacksWaiver } from './unsigned-sql'

/** Students of the office's list who ride, as a condition on `users u`. */
const LISTED = `${isListed('u').text} AND ${isRider('u')}`

/** Returns how many riders there are, and how many of them have nothing to sign. */
export async function waiverCoverage(): Promise<{ riders: number; signed: number }> {
  const [row] = await prisma.$queryRawUnsafe<{ riders: number; signed: number }[]>(
    `SELECT count(*)::integer AS riders, (count(*) FILTER (WHERE NOT ${lacksWaiver('u.id')}))::integer AS signed
     FROM users u WHERE ${LISTED}`,
  )
  return row ?? { riders: 0, signed: 0 }
}

/** Lists riders in the office's list who have a waiver to sign, by name. */
export const ridersMissing = (): Promise<{ id: string; name: string }[]> =>
  prisma.$queryRawUnsafe<{ id: string; name: string }[]>(
    `SELECT u.id, coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email, '') AS name
     FROM users u WHERE ${LISTED} AND ${lacksWaiver('u.id')} ORDER BY lower(u.last_name), lower(u.first_name), u.id`,
  )

/** Selects riders in the office's list who have a waiver to sign, as a condition on `users u`. */
export const isUnsignedRider = `${isRider('u')} AND ${lacksWaiver('u.id')}`

interface ReportRow {
  rider: string
  version: number
  title: string
  how: string
  name: string
  at: string
  paperOn: string | null
  recordedBy: string | null
  note: string | null
  withdrawn: string | null
  digest: string
}

export const WAIVER_COLUMNS: Columns<ReportRow> = [
  ['Rider', ({ rider }) => rider],
  ['Version', ({ version }) => version],
  ['Title', ({ title }) => title],
  ['How', ({ how }) => how],
  ['Signed By', ({ name }) => name],
  ['Signed or Recorded', ({ at }) => at],
  ['Date on Paper', ({ paperOn }) => paperOn],
  ['Recorded By', ({ recordedBy }) => recordedBy],
  ['Note', ({ note }) => note],
  ['Withdrawn', ({ withdrawn }) => withdrawn],
  ['SHA-256', ({ digest }) => digest],
]

const PAGE = 500

/** Yields every signature without its drawing, newest first, one page at a time. */
export async function* waiverPages(): AsyncGenerator<ReportRow[]> {
  const zone = getEnv().schoolTimezone
  for (let before: number | undefined; ; ) {
    const rows = await prisma.waiverSignature.findMany({
      where: before === undefined ? {} : { id: { lt: before } },
      orderBy: { id: 'desc' },
      take: PAGE,
      select: {
        ...{ id: true, riderName: true, kind: true, typedName: true, signedAt: true, paperOn: true, note: true },
        ...{ withdrawnNote: true, digest: true },
        version: { select: { number: true, title: true } },
        rider: { select: { firstName: true, lastName: true, email: true } },
        recordedBy: { select: { firstName: true, lastName: true, email: true } },
      },
    })
    yield rows.map((row) => ({
      rider: row.riderName || displayName(row.rider),
      version: row.version.number,
      title: row.version.title,
      how: row.kind === 'paper' ? 'On paper' : 'Signed here',
      name: row.typedName,
      at: formatInstant(row.signedAt, zone),
      paperOn: row.paperOn && fromDbDate(row.paperOn),
      recordedBy: row.recordedBy && displayName(row.recordedBy),
      note: row.note,
      withdrawn: row.withdrawnNote,
      digest: row.digest,
    }))
    if (rows.length < PAGE) return
    before = rows.at(-1)?.id
  }
}
