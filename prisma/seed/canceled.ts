import { closeDay } from '~/models/closing/close-day.server'
import { settleDay } from '~/models/notices/told-rides.server'
import { lessonsOn } from '~/models/schedule/roster.server'
import { addDays, firstOn, type LocalDate } from '~/utils/dates'
import type { SeededPeople } from './people'

/** Days until it, past the weeks that visitors look at first. */
const AHEAD = 20
const THURSDAY = 4

/** A lesson that the office canceled because its instructor is away: its riders have a makeup, and their families and the instructor know. */
export async function seedCanceled({ adminId }: Pick<SeededPeople, 'adminId'>, today: LocalDate): Promise<void> {
  const date = firstOn(THURSDAY, addDays(today, AHEAD))
  const lesson = (await lessonsOn(date)).find(({ riders, instructor }) => instructor && riders.length > 1)
  if (!lesson?.instructor) throw new Error('Nobody teaches two riders on a Thursday')
  const { time, type, riders, instructor } = lesson
  const closing = { from: null, reason: `${instructor.name} is away`, only: [{ date, time, type }] }
  const told = [instructor.id, ...riders.map(({ riderId }) => riderId)]
  await closeDay(adminId, date, closing, (tx) => settleDay(tx, date, told))
}
