import type { ActionFunctionArgs } from '@remix-run/node'
import { markAttendance } from '~/models/attendance/attendance.server'
import { findRideRef } from '~/models/attendance/ride-record.server'
import { attendanceSchema } from '~/models/schedule/schedule-api.schema'
import { notFound } from '~/platform/refused'
import { apiAnswer, methodNotAllowed, readJson } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

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
