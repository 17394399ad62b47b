import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node'
import { newStudentSchema } from '~/models/students/student.schema'
import { addStudent } from '~/models/students/student.server'
import { toApiRow } from '~/models/students/student-list'
import { findStudentRow, listStudents } from '~/models/students/student-list.server'
import { monthParam } from '~/models/students/student-query'
import { today } from '~/platform/clock.server'
import { notFound } from '~/platform/refused'
import { apiAnswer, methodNotAllowed, readJson } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

/** GET /api/admin/students?month=2026-11: every student of the office's lists (specification, sections 3 and 7). */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    const month = monthParam(new URL(request.url).searchParams.get('month'), today())
    return (await listStudents({ month })).students.map(toApiRow)
  })

/** POST /api/admin/students adds one. */
export async function action({ request }: ActionFunctionArgs) {
  if (request.method !== 'POST') return methodNotAllowed('GET, POST')
  return apiAnswer(request, async () => {
    const viewer = await requireApiAdmin(request)
    const id = await addStudent(viewer.id, await readJson(request, newStudentSchema))
    const student = await findStudentRow(id, monthParam(null, today()))
    if (!student) throw notFound('Student not found')
    return json(toApiRow(student), { status: 201 })
  })
}
