import { addSeasonLesson, saveRide, solveSeasonPlan } from '~/models/schedule/season/edit-season.server'
import { type Plan, seatsOf, spotsOf } from '~/models/schedule/season/plan'
import { addSeason, loadPlan } from '~/models/schedule/season/season.server'
import { timeKey } from '~/models/schedule/season/to-place'
import { levelFits } from '~/models/vocabulary/level'
import { prisma } from '~/platform/db.server'
import { addDays, formatMonth, type LocalDate, toDbDate, weekStart } from '~/utils/dates'

const WEEKS_AHEAD = 6
const DAYS_TO_ANSWER = 14
/** Every so many weekly rides, the family has answered. */
const ANSWERS = 4

/** Next season's plan: families have been asked, some have answered, one lesson is new, and the riders who could be placed are. */
export async function seedSeason(adminId: string, today: LocalDate): Promise<void> {
  const startsOn = weekStart(addDays(today, 7 * WEEKS_AHEAD))
  const id = await addSeason({ name: formatMonth(startsOn), startsOn })
  const askedThrough = toDbDate(addDays(today, DAYS_TO_ANSWER))
  await prisma.season.update({ where: { id }, data: { askedThrough } })
  const terms = { duration: 60, capacity: 4, level: null, arena: 'Outdoor', instructorId: null }
  await addSeasonLesson(adminId, id, { dayOfWeek: 6, time: '13:00', type: 'Group Lesson', ...terms })
  const plan = await loadPlan(id)
  for (const [i, { seat, lesson }] of seatsOf(plan).entries()) {
    if (i % ANSWERS !== 1 || !lesson) continue
    const times = timesFor(plan, seat.riderId, lesson.type).filter((time) => time !== timeKey(lesson))
    if (times.length > 0)
      await saveRide(id, seat.key, { times: [0, 3].map((n) => times[(i + n) % times.length] as string) })
  }
  await solveSeasonPlan(id)
}

/** The times of lessons that suit a rider. */
function timesFor(plan: Plan, riderId: string, type: string): string[] {
  const level = plan.riders.get(riderId)?.level ?? null
  const suits = (lesson: Plan['week']['lessons'][number]) =>
    lesson.type === type && levelFits(spotsOf(plan, lesson).level, level) === 'fits'
  return [...new Set(plan.week.lessons.filter(suits).map(timeKey))]
}
