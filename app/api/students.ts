import { z } from 'zod'
import { resetUsage, undoReset } from '~/models/allowance/usage.server'
import { oneTimeCredits } from '~/models/money/subscriptions/one-time-credits.server'
import { newStudentSchema, studentPatchSchema } from '~/models/people/accounts/student.schema'
import { addStudent, findStudent, lockStudent, runningFor } from '~/models/people/families/student.server'
import { setHidden } from '~/models/students/hide-student.server'
import { editStudent } from '~/models/students/student-edit.server'
import { PAYMENT_STATUSES, type StudentRow, toApiRow } from '~/models/students/student-list'
import { findStudentRow, listStudents, studentStats } from '~/models/students/student-list.server'
import { monthParam } from '~/models/students/student-query'
import { COUNTERS } from '~/models/vocabulary/counters'
import { daysOfMonth, monthKey } from '~/models/vocabulary/month'
import { today } from '~/platform/clock.server'
import { notFound } from '~/platform/refused'
import { withTx } from '~/platform/tx.server'
import { call } from './table/call'
import { count, day, monthInput, monthQuery, succeeded } from './table/fields'
import { linkNext } from './table/next-page'

const STUDENTS_OF_A_PAGE = 500

const student = z
  .strictObject({
    id: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    parentName: z.string().nullable(),
    active: z.boolean(),
    package: z.strictObject({ id: z.int(), name: z.string(), price: z.number() }).nullable(),
    /** Null if nothing is due: there is neither a ride nor a package that month. */
    paymentStatus: z.enum(PAYMENT_STATUSES).nullable(),
    lastPayment: day.nullable(),
    lessonsUsed: count,
    totalLessons: count,
    privateLessonsUsed: count,
    totalPrivateLessons: count,
    hacksUsed: count,
    totalHacks: count,
    horseUseUsed: count,
    totalHorseUse: count,
    oneTimeHorseUse: count,
    makeupsUsed: count,
    totalMakeups: count,
    absences: count,
    currentMonth: z.int(),
    currentYear: z.int(),
  })
  .meta({ id: 'Student' })

const one = z.object({ id: z.string() })
const monthOf = ({ month, year }: { month?: string | number; year?: number } = {}) => monthParam(month, today(), year)

async function apiRows(rows: readonly StudentRow[], month: ReturnType<typeof monthOf>) {
  const ids = rows.map(({ id }) => id)
  const creditsOf = await oneTimeCredits(ids, daysOfMonth(month).from)
  return rows.map((row) => ({ ...toApiRow(row), oneTimeHorseUse: creditsOf(row.id).oneTimeHorseUse }))
}

/** @throws Refused 404 */
async function studentRow(id: string, month: ReturnType<typeof monthOf>) {
  const row = await findStudentRow(id, month)
  const [answer] = row ? await apiRows([row], month) : []
  if (!answer) throw notFound('Student not found')
  return answer
}

/** Returns the list of students, which has two addresses. */
const list = (path: `/${string}`) =>
  call({
    method: 'get',
    path,
    for: 'admin',
    summary:
      'The students of the office’s lists in a month, by last name: 500 at most. If there are more, the header Link names the call for the next ones. `paymentStatus` is Paid, Clearing, Renews (a subscription charges the month automatically, and has not yet), Pending, or null where nothing is due; /api/admin/stats counts them.',
    fault: 'Failed to fetch students',
    query: monthQuery.extend({ after: z.string().min(1).optional() }),
    answer: z.array(student),
    async run({ headers, query: { after, ...asked } }) {
      const month = monthOf(asked)
      if (after && !(await findStudent(after))) throw notFound('Student not found')
      const { students, total } = await listStudents({ month, after, pageSize: STUDENTS_OF_A_PAGE })
      if (total > students.length) linkNext(headers, path, { ...asked, after: students.at(-1)?.id })
      return apiRows(students, month)
    },
  })

/** The students and their counters. */
export const students = [
  list('/admin/students'),
  list('/admin/students-monthly'),
  call({
    method: 'post',
    path: '/admin/students',
    for: 'admin',
    summary: 'Adds a student.',
    body: newStudentSchema,
    status: 201,
    answer: student,
    run: async ({ viewer, body }) => studentRow(await addStudent(viewer.id, body), monthOf()),
  }),
  call({
    method: 'patch',
    path: '/admin/students/{id}',
    for: 'admin',
    summary: 'Changes a student’s row of a month; what is not sent stays.',
    params: one,
    shows: ({ params }) => params.id,
    body: studentPatchSchema,
    answer: student,
    // Whoever reads the mail of an address can sign in with it, so changing one needs a confirmation.
    confirms: async ({ params: { id }, body: { email } }) =>
      email !== undefined && email !== (await findStudent(id))?.email,
    async run({
      viewer,
      params: { id },
      body: { month: ofMonth, year, active, level, weightLb, packageId, reason = null, ...fields },
    }) {
      const month = monthOf({ month: ofMonth, year })
      const { firstName, lastName, email, phone, parentName, birthDate } = fields
      const usage = COUNTERS.flatMap(({ name, usedField }) => {
        const used = fields[usedField]
        return used === undefined ? [] : [{ counter: name, used }]
      })
      const contact = { firstName, lastName, email, phone, parentName }
      await editStudent(viewer.id, id, {
        month,
        contact,
        level,
        birthDate,
        weightLb,
        blocked: active === undefined ? undefined : !active,
        packageId,
        usage,
        reason,
      })
      return studentRow(id, month)
    },
  }),
  call({
    method: 'delete',
    path: '/admin/students/{id}',
    for: 'admin',
    summary: 'Hides a student from the office’s lists.',
    params: one,
    answer: succeeded.extend({ warning: z.string().optional() }),
    async run({ viewer, params: { id } }) {
      const { subscription } = await runningFor(id)
      await setHidden(viewer.id, id, true)
      const warning = subscription && `A subscription is still running: ${subscription}`
      return { success: true, message: 'Student removed', ...(warning ? { warning } : {}) }
    },
  }),
  call({
    method: 'get',
    path: '/admin/stats',
    for: 'admin',
    summary:
      'What the four cards of the students’ list show. `pending` counts the rows that are Pending or Clearing, `clearing` the latter alone; with `paid`, `renews` and `nothingDue` they are all students.',
    query: monthQuery,
    answer: z.strictObject({
      totalStudents: count,
      paid: count,
      pending: count,
      clearing: count,
      renews: count,
      nothingDue: count,
      thisMonth: count,
      month: z.int(),
      year: z.int(),
    }),
    async run({ query }) {
      const month = monthOf(query)
      const { total, pending, clearing, ridden, ...counts } = await studentStats(month)
      return { totalStudents: total, ...counts, pending: pending + clearing, clearing, thisMonth: ridden, ...month }
    },
  }),
  call({
    method: 'post',
    path: '/reset-monthly-usage',
    for: 'admin',
    summary: 'Resets everyone’s counters of this month; `month`, `studentId` and `undo` narrow it or undo it.',
    body: z.object({
      ...monthInput,
      studentId: z.string().min(1).optional(),
      undo: z.boolean().default(false),
    }),
    answer: z.strictObject({ message: z.string(), month: z.string(), students: count }),
    fault: 'Failed to reset monthly usage',
    async run({ viewer, body: { studentId, undo, ...asked } }) {
      const month = monthOf(asked)
      if (studentId !== undefined) await withTx((tx) => lockStudent(tx, studentId))
      const students = await (undo ? undoReset : resetUsage)(viewer.id, month, studentId)
      return { message: undo ? 'Reset undone' : 'Monthly usage reset', month: monthKey(month), students }
    },
  }),
]
