import type { LoaderFunctionArgs } from '@remix-run/node'
import { canViewRider } from '~/models/accounts/viewer.server'
import { ridesAnswer } from '~/models/rides/ride-api.server'
import { findStudent } from '~/models/students/student.server'
import { notFound } from '~/platform/refused'
import { apiAnswer } from '~/web/api.server'
import { requireApiViewer } from '~/web/auth.server'

/** GET /api/lessons/user/{id}?upcoming=: one's own rides or those of a rider one answers for; 404 for anybody else's. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    const viewer = await requireApiViewer(request)
    const riderId = params.id ?? ''
    if (!(await canViewRider(viewer, riderId)) || !(await findStudent(riderId))) throw notFound('Student not found')
    return ridesAnswer(riderId, new URL(request.url).searchParams.get('upcoming'))
  })
