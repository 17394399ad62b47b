import { settleRides } from '~/models/notices/told-rides.server'
import { closeDay } from '~/models/schedule/change/close-day.server'
import { lessonsOn } from '~/models/schedule/week/roster.server'
import { addDays, firstOn, type LocalDate } from '~/utils/dates'
import type { SeededPeople } from './people'

/** Days until it, past the weeks that visitors look at first. */
const AHEAD = 20
const THURSDAY = 4
const MONDAY = 1
/** The length of the break after it, in days. */
const BREAK_DAYS = 2

/** Cancels a lesson because its instructor is away: its riders have a makeup, and their families and the instructor are notified. */
export async function seedCanceled({ adminId }: Pick<SeededPeople, 'adminId'>, today: LocalDate): Promise<void> {
  const date = firstOn(THURSDAY, addDays(today, AHEAD))
  const lesson = (await lessonsOn(date)).find(({ riders, instructor }) => instructor && riders.length > 1)
  if (!lesson?.instructor) throw new Error('Nobody teaches two riders on a Thursday')
  const { time, type, riders, instructor } = lesson
  const closing = { from: null, reason: `${instructor.name} is away`, only: [{ date, time, type }] }
  const told = [instructor.id, ...riders.map(({ riderId }) => riderId)].map((riderId) => ({ riderId, time, type }))
  await closeDay(adminId, date, closing, { also: (tx) => settleRides(tx, date, told) })
}

/** Closes the days of a break, which packages leave out, without makeup lessons. */
export async function seedBreak({ adminId }: Pick<SeededPeople, 'adminId'>, today: LocalDate): Promise<void> {
  const monday = firstOn(MONDAY, addDays(today, AHEAD + 7))
  for (let day = 0; day < BREAK_DAYS; day++) {
    const date = addDays(monday, day)
    const told = (await lessonsOn(date)).flatMap(({ time, type, riders, instructor }) =>
      [...riders.map(({ riderId }) => riderId), ...(instructor ? [instructor.id] : [])].map((riderId) => ({
        riderId,
        time,
        type,
      })),
    )
    const closing = { from: null, reason: 'Winter break', noMakeups: true }
    await closeDay(adminId, date, closing, { also: (tx) => settleRides(tx, date, told) })
  }
}
