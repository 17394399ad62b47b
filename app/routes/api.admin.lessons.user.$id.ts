import type { LoaderFunctionArgs } from '@remix-run/node'
import { notFound } from '~/models/refused'
import { ridesAnswer } from '~/models/ride-api.server'
import { findStudent } from '~/models/student.server'
import { apiAnswer } from '~/services/api.server'
import { requireApiAdmin } from '~/services/auth.server'

/** GET /api/admin/lessons/user/{id}?upcoming=: any student's rides, for the office (specification, section 7). */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    const riderId = params.id ?? ''
    if (!(await findStudent(riderId))) throw notFound('Student not found')
    return ridesAnswer(riderId, new URL(request.url).searchParams.get('upcoming'))
  })
