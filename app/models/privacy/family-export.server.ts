import { inLanguage } from '#text'
import type { MonthAllowance } from '~/models/allowance/allowance'
import { allowancesOf } from '~/models/allowance/allowance.server'
import { familyRideHistory, upcomingFamilyRides } from '~/models/schedule/rides/ride.server'
import { rideColumns, rideRows } from '~/models/schedule/rides/ride-report.server'
import { COUNTERS } from '~/models/vocabulary/counters'
import { monthKey } from '~/models/vocabulary/month'
import { displayName } from '~/models/vocabulary/user'
import { now, today } from '~/platform/clock.server'
import { csvText } from '~/platform/csv/csv.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { listStatement, queryLists, rowList, text } from '~/platform/row-lists.server'
import { formatInstant } from '~/utils/dates'
import { readmeOf } from './export-readme'
import { MESSAGES } from './subjects/messages'
import { MONEY } from './subjects/money'
import { PEOPLE } from './subjects/people'
import { RIDING } from './subjects/riding'
import type { Subject } from './subjects/subject'

export const SUBJECTS: readonly Subject[] = [...PEOPLE, ...RIDING, ...MONEY, ...MESSAGES]

type Row = Record<string, string | number | null>
type Files = Record<string, Row[]>

interface ExportFile {
  /** With slashes. */
  name: string
  text: string
}

interface Family {
  id: string
  name: string
  /** The account, then its riders. */
  riders: { id: string; name: string }[]
  emails: string[]
}

/** Finds a family; null if it does not exist, or was erased. */
export async function findFamily(id: string): Promise<Family | null> {
  const named = { id: true, firstName: true, lastName: true, email: true } as const
  const user = await prisma.user.findFirst({
    where: { id, erasedAt: null, role: { in: ['customer', 'admin'] } },
    select: {
      ...named,
      riders: { where: { erasedAt: null }, select: named, orderBy: [{ firstName: 'asc' }, { id: 'asc' }] },
    },
  })
  if (!user) return null
  const people = [user, ...user.riders]
  return {
    id,
    name: displayName(user),
    riders: people.map((one) => ({ id: one.id, name: displayName(one) })),
    emails: people.flatMap(({ email }) => (email ? [email.toLowerCase()] : [])),
  }
}

interface Extra {
  /** The payment provider's stored methods, in its own words; null if it does not answer. */
  savedMethods: Row[] | null
  /** Whether the office's internal notes are included. */
  notes: boolean
}

/** Everything that the school holds of a family, as the files of an archive: one JSON, a CSV for each subject and a README. */
export const exportFiles = (family: Family, extra: Extra): Promise<ExportFile[]> =>
  // Its titles and values are those of the database, in one language whoever downloads it.
  inLanguage('en', () => filesOf(family, extra))

async function filesOf(family: Family, { savedMethods, notes }: Extra): Promise<ExportFile[]> {
  const files: Files = {
    ...(await tableFiles(family, notes)),
    rides: await rides(family),
    allowance: await allowances(family),
    'saved-payment-methods': savedMethods ?? [],
  }
  const filled = Object.entries(files).filter(([, rows]) => rows.length > 0)
  const at = formatInstant(now(), getEnv().schoolTimezone)
  const everything = { name: family.name, writtenOn: at, people: family.riders.map(({ name }) => name), ...files }
  return [
    {
      name: 'README.txt',
      text: readmeOf({ name: family.name, at, counts: files, asked: savedMethods !== null, notes }),
    },
    { name: 'everything.json', text: `${JSON.stringify(everything, null, 2)}\n` },
    ...filled.map(([name, rows]) => ({ name: `${name}.csv`, text: csvOf(rows) })),
  ]
}

const csvOf = (rows: readonly Row[]): string =>
  csvText(
    Object.keys(rows[0] ?? {}).map((title) => [title, (row: Row) => row[title] ?? null] as const),
    rows,
  )

/** Reads the tables in one statement, so that all files show the same moment. */
async function tableFiles({ id, riders, emails }: Family, notes: boolean): Promise<Files> {
  const asked = SUBJECTS.filter(({ forOffice }) => notes || !forOffice)
  const lists = Object.fromEntries(
    asked.map(({ file, columns, from, orderBy }) => {
      const cells = Object.entries(columns).map(([title, sql]) => [title, text(`(${sql})::text`)])
      return [file, rowList<Record<string, string | null>>(Object.fromEntries(cells), from, orderBy)]
    }),
  )
  return queryLists(listStatement(lists), [riders.map((rider) => rider.id), id, getEnv().schoolTimezone, emails])
}

/** Lists rides as the family sees them: with coming days, and instructors by name. */
async function rides({ riders }: Family): Promise<Row[]> {
  const day = today()
  const rows: Row[] = []
  for (const { id } of riders) {
    const past = await familyRideHistory([id], day)
    const known = new Set(past.map(({ date, time }) => `${date} ${time}`))
    const ahead = (await upcomingFamilyRides([id], day)).filter(({ date, time }) => !known.has(`${date} ${time}`))
    for (const row of rideRows([...past.reverse(), ...ahead])) {
      rows.push(Object.fromEntries(rideColumns().map(([title, value]) => [title, value(row)])))
    }
  }
  return rows
}

const isUsed = (month: MonthAllowance) => COUNTERS.some(({ key }) => month[key].allowed > 0 || month[key].used > 0)

/** Lists allowances from the month of the account's first day on; empty months are left out. */
async function allowances({ id, riders }: Family): Promise<Row[]> {
  const { createdAt } = await prisma.user.findUniqueOrThrow({ where: { id }, select: { createdAt: true } })
  const from = await firstDay(
    riders.map((rider) => rider.id),
    createdAt,
  )
  const months = await allowancesOf(
    riders.map((rider) => rider.id),
    from,
    today(),
  )
  return riders.flatMap(({ id, name }) =>
    (months.get(id) ?? []).filter(isUsed).map((month) => ({
      Rider: name,
      Month: monthKey(month),
      ...Object.fromEntries(
        COUNTERS.flatMap(({ key, label }) => [
          [label, month[key].allowed],
          [`${label} Used`, month[key].used],
        ]),
      ),
    })),
  )
}

async function firstDay(riderIds: string[], createdAt: Date): Promise<string> {
  const [row] = await prisma.$queryRaw<{ day: string }[]>`
    SELECT least(${createdAt}::date,
                 (SELECT min(valid_from) FROM package_purchases WHERE user_id = ANY(${riderIds})),
                 (SELECT min(scheduled_date) FROM lessons WHERE student_id = ANY(${riderIds})))::text AS day`
  return row?.day ?? today()
}
