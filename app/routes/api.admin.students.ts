import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node'
import { notFound } from '~/models/refused'
import { newStudentSchema } from '~/models/student.schema'
import { addStudent } from '~/models/student.server'
import { toApiRow } from '~/models/student-list'
import { findStudentRow, listStudents } from '~/models/student-list.server'
import { monthParam } from '~/models/student-query'
import { apiAnswer, methodNotAllowed, readJson } from '~/services/api.server'
import { requireApiAdmin } from '~/services/auth.server'
import { today } from '~/services/clock.server'

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
