import type { ActionFunctionArgs } from '@remix-run/node'
import { notFound } from '~/models/refused'
import { markAttendance } from '~/models/schedule/attendance.server'
import { findRideRef } from '~/models/schedule/ride-record.server'
import { attendanceSchema } from '~/models/schedule/schedule-api.schema'
import { apiAnswer, methodNotAllowed, readJson } from '~/services/api.server'
import { requireApiAdmin } from '~/services/auth.server'

/** PATCH /api/admin/lessons/{lessonId}/attendance {attendance}: records what became of a ride (specification, section 7). */
export const action = ({ request, params }: ActionFunctionArgs) =>
  apiAnswer(
    request,
    async () => {
      if (request.method !== 'PATCH') return methodNotAllowed('PATCH')
      const viewer = await requireApiAdmin(request)
      const { attendance } = await readJson(request, attendanceSchema)
      const ride = await findRideRef(params.id ?? '')
      if (!ride) throw notFound('Lesson not found')
      await markAttendance(viewer.id, ride, { attendance })
      return { message: 'Attendance Recorded', attendance }
    },
    'Failed to update attendance. Please try again.',
  )

export const loader = () => methodNotAllowed('PATCH')
