import type { Prisma } from '~/generated/prisma/client'
import { displayName } from '~/models/vocabulary/user'
import { prisma } from '~/platform/db.server'
import { notFound } from '~/platform/refused'
import { fromDbDate, type LocalDate, toDbDate } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'

const select = {
  id: true,
  studentId: true,
  dayOfWeek: true,
  scheduledTime: true,
  lessonType: true,
  duration: true,
  arena: true,
  rideType: { select: { baseType: true } },
  isActive: true,
  startDate: true,
  deletedFromDate: true,
  createdAt: true,
  updatedAt: true,
  student: { select: { firstName: true, lastName: true, email: true } },
} satisfies Prisma.WeeklyPlaceSelect

const answer = ({ student, rideType, ...row }: Prisma.WeeklyPlaceGetPayload<{ select: typeof select }>) => ({
  ...row,
  studentName: student && displayName(student),
  secondOf: rideType.baseType,
  scheduledTime: formatTimeOfDay(row.scheduledTime),
  startDate: fromDbDate(row.startDate),
  deletedFromDate: row.deletedFromDate && fromDbDate(row.deletedFromDate),
})
type WeeklyScheduleRow = ReturnType<typeof answer>

/** Lists the places on a day or later, with times like `9:00 AM`. */
export async function listWeeklySchedule(day: LocalDate): Promise<WeeklyScheduleRow[]> {
  const rows = await prisma.weeklyPlace.findMany({
    where: { isActive: true, OR: [{ deletedFromDate: null }, { deletedFromDate: { gt: toDbDate(day) } }] },
    orderBy: [{ dayOfWeek: 'asc' }, { scheduledTime: 'asc' }, { lessonType: 'asc' }, { id: 'asc' }],
    select,
  })
  return rows.map(answer)
}

export async function findWeeklySchedule(id: number): Promise<WeeklyScheduleRow> {
  const row = await prisma.weeklyPlace.findUnique({ where: { id }, select })
  if (!row) throw notFound('Lesson not found')
  return answer(row)
}
