import type { LoaderFunctionArgs } from '@remix-run/node'
import { type StudentRow, statusWord, toApiRow } from '~/models/students/student-list'
import { listStudents } from '~/models/students/student-list.server'
import { readStudentView } from '~/models/students/student-query'
import type { UnpaidRow } from '~/models/students/unpaid'
import { listUnpaid } from '~/models/students/unpaid.server'
import type { Month } from '~/models/vocabulary/month'
import { today } from '~/platform/clock.server'
import { type Columns, csvResponse } from '~/platform/csv/csv.server'
import { decimalOf } from '~/utils/money'
import { requireAdmin } from '~/web/auth.server'
import { confirmDownload } from '~/web/confirm/confirm.server'

type Row = ReturnType<typeof toApiRow> &
  Pick<StudentRow, 'packages' | 'guardian' | 'guardianContact'> & { status: string }

const COLUMNS: Columns<Row> = [
  ['First Name', ({ firstName }) => firstName],
  ['Last Name', ({ lastName }) => lastName],
  ['Email', ({ email, guardianContact }) => email ?? guardianContact?.email ?? null],
  ['Phone', ({ phone, guardianContact }) => phone ?? guardianContact?.phone ?? null],
  ['Parent', ({ parentName, guardian }) => parentName ?? guardian],
  ['Packages', ({ packages }) => packages.join('; ')],
  ['Lessons Used', ({ lessonsUsed }) => lessonsUsed],
  ['Lessons', ({ totalLessons }) => totalLessons],
  ['Private Used', ({ privateLessonsUsed }) => privateLessonsUsed],
  ['Private', ({ totalPrivateLessons }) => totalPrivateLessons],
  ['Hacks Used', ({ hacksUsed }) => hacksUsed],
  ['Hacks', ({ totalHacks }) => totalHacks],
  ['Horse Use Used', ({ horseUseUsed }) => horseUseUsed],
  ['Horse Use', ({ totalHorseUse }) => totalHorseUse],
  ['Makeups Used', ({ makeupsUsed }) => makeupsUsed],
  ['Makeups', ({ totalMakeups }) => totalMakeups],
  ['Absences', ({ absences }) => absences],
  ['Payment Status', ({ status }) => status],
  ['Last Payment', ({ lastPayment }) => lastPayment],
]
const UNPAID_COLUMNS: Columns<UnpaidRow> = [
  ['Student', ({ name }) => name],
  ['Email', ({ payer }) => payer?.email ?? null],
  ['Phone', ({ phone }) => phone],
  ['Parent', ({ parentName }) => parentName],
  ['Package', ({ what }) => what],
  ['Owed', ({ owed }) => (owed === null ? null : decimalOf(owed))],
  ['Unpaid Since', ({ since }) => since],
]
const PAGE_SIZE = 200

/**
 * Returns the riders of the search as CSV: all pages. A parent who doesn't ride is named in the rows of the children.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  await confirmDownload(request)
  const { month, monthKey, search, unpaid, unsigned, order } = readStudentView(
    new URL(request.url).searchParams,
    today(),
  )
  if (unpaid) {
    const { students } = await listUnpaid({ month, search, order })
    return csvResponse(`unpaid_${monthKey}.csv`, UNPAID_COLUMNS, [students])
  }
  return csvResponse(`students_${monthKey}.csv`, COLUMNS, pagesOf({ month, search, unsigned }))
}

function toRow(student: StudentRow): Row {
  const { packages, guardian, guardianContact } = student
  return { ...toApiRow(student), packages, guardian, guardianContact, status: statusWord(student) }
}

async function* pagesOf(query: { month: Month; search: string; unsigned: boolean }): AsyncGenerator<Row[]> {
  for (let after: string | undefined; ; ) {
    const { students } = await listStudents({ ...query, after, pageSize: PAGE_SIZE })
    yield students.filter(({ rides }) => rides).map(toRow)
    if (students.length < PAGE_SIZE) return
    after = students.at(-1)?.id
  }
}
