import type { LoaderFunctionArgs } from '@remix-run/node'
import { ridesAnswer } from '~/models/rides/ride-api.server'
import { findStudent } from '~/models/students/student.server'
import { notFound } from '~/platform/refused'
import { apiAnswer } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

/** GET /api/admin/lessons/user/{id}?upcoming=: any student's rides, for the office (specification, section 7). */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    const riderId = params.id ?? ''
    if (!(await findStudent(riderId))) throw notFound('Student not found')
    return ridesAnswer(riderId, new URL(request.url).searchParams.get('upcoming'))
  })
