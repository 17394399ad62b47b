import type { LoaderFunctionArgs } from '@remix-run/node'
import { notFound } from '~/models/refused'
import { ridesAnswer } from '~/models/ride-api.server'
import { findStudent } from '~/models/student.server'
import { apiAnswer } from '~/services/api.server'
import { canViewRider, requireApiViewer } from '~/services/auth.server'

/** GET /api/lessons/user/{id}?upcoming=: one's own rides or those of a rider one answers for; 404 for anybody else's. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    const viewer = await requireApiViewer(request)
    const riderId = params.id ?? ''
    if (!(await canViewRider(viewer, riderId)) || !(await findStudent(riderId))) throw notFound('Student not found')
    return ridesAnswer(riderId, new URL(request.url).searchParams.get('upcoming'))
  })
