import type { OtherWork } from '~/models/schedule/vocabulary/other-work'
import { prisma } from '~/platform/db.server'
import type { Db } from '~/platform/tx.server'
import { fromDbDate, type LocalDate, toDbDate } from '~/utils/dates'

interface OtherWorkRow extends OtherWork {
  id: number
  horseId: number
  horse: string
  date: LocalDate
  /** Who rode or handled the horse; null if unknown. */
  who: string | null
}

/** Returns the work of every horse, or of one, between two days, both included; in order of time. */
export async function otherWorkIn(
  { from, to }: { from: LocalDate; to: LocalDate },
  horseId?: number,
  db: Db = prisma,
): Promise<OtherWorkRow[]> {
  const rows = await db.horseWork.findMany({
    where: { horseId, workDate: { gte: toDbDate(from), lte: toDbDate(to) } },
    include: { horse: { select: { name: true } } },
    orderBy: [{ workDate: 'asc' }, { time: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ workDate, horse, ...row }) => ({ ...row, horse: horse.name, date: fromDbDate(workDate) }))
}
