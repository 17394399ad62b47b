import type { ActionFunctionArgs } from '@remix-run/node'
import { attendanceRecordSchema, NO_HORSE } from '~/models/attendance/attendance.schema'
import { markAttendance } from '~/models/attendance/attendance.server'
import { findHorse } from '~/models/horses/horse.server'
import { Refused } from '~/platform/refused'
import { apiAnswer, methodNotAllowed, readJson } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

/** POST /api/lessons/attendance: records what became of a ride and assigns the horse that was chosen (specification, section 7). */
export const action = ({ request }: ActionFunctionArgs) =>
  apiAnswer(request, async () => {
    if (request.method !== 'POST') return methodNotAllowed('POST')
    const viewer = await requireApiAdmin(request)
    const record = await readJson(request, attendanceRecordSchema)
    const makeup = record.lessonType === 'makeup' && record.attendanceStatus === 'present'
    const attendance = makeup ? 'makeup' : record.attendanceStatus
    await markAttendance(
      viewer.id,
      {
        riderId: record.studentId,
        date: record.lessonDate,
        time: record.lessonTime,
        type: record.rideType ?? undefined,
      },
      {
        attendance,
        horseId: await chosenHorse(record.horseName),
        version: record.version,
        overReason: record.overReason,
      },
    )
    return { message: 'Attendance Recorded', attendanceStatus: attendance }
  })

export const loader = () => methodNotAllowed('POST')

/** `none` leaves the horse as it is (specification, section 4). */
async function chosenHorse(name: string | null | undefined): Promise<number | undefined> {
  if (!name || name.toLowerCase() === NO_HORSE) return undefined
  const horse = await findHorse(name)
  if (!horse?.isActive) throw new Refused('There is no such horse', 'horseName')
  return horse.id
}
