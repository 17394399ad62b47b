import type { LoaderFunctionArgs } from '@remix-run/node'
import type { Month } from '~/models/allowance/allowance'
import { toApiRow } from '~/models/students/student-list'
import { listStudents } from '~/models/students/student-list.server'
import { readStudentView } from '~/models/students/student-query'
import { today } from '~/platform/clock.server'
import { csvResponse } from '~/platform/csv.server'
import { requireAdmin } from '~/web/auth.server'

const HEADER = [
  ...['First Name', 'Last Name', 'Email', 'Phone', 'Parent', 'Packages', 'Lessons Used', 'Lessons', 'Private Used'],
  ...['Private', 'Hacks Used', 'Hacks', 'Horse Use Used', 'Horse Use', 'Makeups Used', 'Makeups', 'Absences'],
  ...['Payment Status', 'Last Payment'],
]
const PAGE_SIZE = 200

/** The list as it is searched, as a file: all of its pages. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { month, monthKey, search } = readStudentView(new URL(request.url).searchParams, today())
  return csvResponse(`students_${monthKey}.csv`, HEADER, rows(month, search))
}

async function* rows(month: Month, search: string) {
  for (let page = 1; ; page++) {
    const { students } = await listStudents({ month, search, page, pageSize: PAGE_SIZE })
    yield students.map((student) => {
      const row = toApiRow(student)
      return [
        ...[row.firstName, row.lastName, row.email, row.phone, row.parentName, student.packages.join('; ')],
        ...[row.lessonsUsed, row.totalLessons, row.privateLessonsUsed, row.totalPrivateLessons],
        ...[row.hacksUsed, row.totalHacks, row.horseUseUsed, row.totalHorseUse, row.makeupsUsed, row.totalMakeups],
        ...[row.absences, row.paymentStatus, row.lastPayment],
      ]
    })
    if (students.length < PAGE_SIZE) return
  }
}
