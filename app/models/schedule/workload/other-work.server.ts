import { z } from 'zod'
import { type HorseRow, lockHorses } from '~/models/schedule/snapshot/horse-lock.server'
import { lockWeekdays } from '~/models/schedule/snapshot/lock-weekdays.server'
import { formatOtherWork } from '~/models/schedule/vocabulary/other-work'
import { type AuditAction, audit } from '~/platform/audit.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { translateViolations } from '~/platform/violation.server'
import { dayOfWeek, formatDay, fromDbDate, type LocalDate, toDbDate } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'
import type { NewWork } from './other-work.schema'

const GONE = 'This work is no longer in the record'

interface Noted {
  id: number
  horseId: number
  horse: string
  date: LocalDate
}

/**
 * Records a horse's other work. It is a record of the past: neither rest nor a limit refuses it, and it counts toward
 * the limits.
 * @throws Refused 404 if the horse was removed; 400 for a future day; 409 if the horse was in a ride or at other work
 * then.
 */
export async function addOtherWork(actorId: string, { minutes: duration, ...work }: NewWork): Promise<Noted> {
  const { horseId, date } = work
  if (date > today()) throw new Refused('date_out_of_range', 'Choose a day up to today', 'date')
  return write({ ...work, duration }, async (tx, horse) => {
    if (!horse?.isActive) throw notFound('This horse no longer exists.')
    const row = { horseId, ...columnsOf({ ...work, duration }) }
    const { id } = await tx.horseWork.create({ data: row, select: { id: true } })
    const noted = { id, horseId, horse: horse.name, date }
    await note(tx, actorId, 'work.add', { ...noted, work: { ...work, duration } })
    return noted
  })
}

/** Removes other work. The audit log keeps it, and Undo restores it. @throws Refused 404 */
export const removeOtherWork = (actorId: string, id: number): Promise<Noted> =>
  withTx(async (tx) => {
    const [row] = await tx.$queryRaw<{ horseId: number }[]>`
      SELECT horse_id AS "horseId" FROM horse_work WHERE id = ${id} FOR UPDATE`
    if (!row) throw notFound(GONE)
    const { id: _, horse, workDate, ...work } = await tx.horseWork.delete({ where: { id }, include: { horse: true } })
    const noted = { id, horseId: row.horseId, horse: horse.name, date: fromDbDate(workDate) }
    await note(tx, actorId, 'work.remove', { ...noted, work: { ...work, date: noted.date } })
    return noted
  })

const removedSchema = z.object({
  horseId: z.int(),
  date: z.string(),
  time: z.string(),
  duration: z.int(),
  kind: z.string(),
  who: z.string().nullable(),
})

/**
 * Restores removed work; once, however often it is requested.
 * @throws Refused 404 if the log does not know it; 409 if the horse was in a ride or at other work then.
 */
export async function restoreOtherWork(actorId: string, id: number): Promise<Noted> {
  const entry = await prisma.auditEntry.findFirst({
    where: { action: 'work.remove', entity: 'horse', detail: { path: ['work'], equals: id } },
    orderBy: { id: 'desc' },
  })
  const { data: work } = removedSchema.safeParse(entry?.detail)
  if (!work) throw notFound(GONE)
  return write(work, async (tx, horse) => {
    if (!horse) throw notFound(GONE)
    const noted = { id, horseId: work.horseId, horse: horse.name, date: work.date }
    if (await tx.horseWork.count({ where: { id } })) return noted
    await tx.horseWork.create({ data: { id, horseId: work.horseId, ...columnsOf(work) } })
    await note(tx, actorId, 'work.restore', { ...noted, work })
    return noted
  })
}

type Work = z.output<typeof removedSchema>

const columnsOf = ({ date, time, duration, kind, who }: Work) => ({
  workDate: toDbDate(date),
  time,
  duration,
  kind,
  who,
})

/** Writes under the same locks as assigning the horse to a ride of that day. Conflicts are named. */
const write = <Result>(work: Work, change: (tx: Tx, horse: HorseRow | undefined) => Promise<Result>): Promise<Result> =>
  translateViolations({ horse_work_once: () => busy(work), horse_work_not_riding: () => busy(work) }, () =>
    withTx(async (tx) => {
      await lockWeekdays(tx, [dayOfWeek(work.date)])
      const [horse] = await lockHorses(tx, [work.horseId])
      return change(tx, horse)
    }),
  )

async function busy({ horseId, date, time, duration }: Work): Promise<Refused> {
  const [there] = await prisma.$queryRaw<{ horse: string; rider: string | null; kind: string; time: string }[]>`
    SELECT h.name AS horse, u.student_name AS rider, coalesce(w.kind, '') AS kind, o.start_time AS time
    FROM horse_outings o JOIN horses h ON h.id = o.horse_id
    LEFT JOIN horse_usage u ON u.id = o.ride_id
    LEFT JOIN horse_work w ON w.id = o.work_id
    WHERE o.horse_id = ${horseId} AND o.day = ${toDbDate(date)}::date
      AND lesson_minutes(o.start_time, o.duration) && lesson_minutes(${time}, ${duration}::integer)
    ORDER BY o.start_time LIMIT 1`
  if (!there)
    return new Refused('horse_unavailable', 'The horse was busy at that time just now. Please try again.', 'time')
  const what =
    there.rider === null
      ? formatOtherWork({ ...there, duration })
      : `with ${there.rider} at ${formatTimeOfDay(there.time)}`
  const did = there.rider === null ? 'has' : 'is'
  return new Refused('horse_unavailable', `${there.horse} ${did} ${what} on ${formatDay(date)}`, 'time')
}

const note = (tx: Tx, actorId: string, action: AuditAction, { id, horseId, horse, work }: Noted & { work: Work }) =>
  audit(tx, { actorId, action, entity: 'horse', entityId: horseId, detail: { work: id, name: horse, ...work } })
