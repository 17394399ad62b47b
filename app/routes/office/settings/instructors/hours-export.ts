import type { LoaderFunctionArgs } from '@remix-run/node'
import { decimalHours, type InstructorHours } from '~/models/schedule/instructors/hours'
import { hoursOfMonth } from '~/models/schedule/instructors/hours.server'
import { monthKey } from '~/models/vocabulary/month'
import { type Columns, csvResponse } from '~/platform/csv/csv.server'
import { requireAdmin } from '~/web/auth.server'
import { confirmDownload } from '~/web/confirm/confirm.server'
import { askedMonth } from './hours-month.server'

const COLUMNS: Columns<InstructorHours> = [
  ['Instructor', ({ name }) => name],
  ['Lessons', ({ lessons }) => String(lessons)],
  ['Rides', ({ rides }) => String(rides)],
  ['Hours', ({ minutes }) => decimalHours(minutes)],
  ['Hours ahead', ({ ahead }) => decimalHours(ahead)],
]

/** Returns the screen's table as CSV. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  await confirmDownload(request)
  const month = askedMonth(request)
  return csvResponse(`instructor_hours_${monthKey(month)}.csv`, COLUMNS, [await hoursOfMonth(month)])
}
