import { addDays } from '../../app/utils/dates'
import { paths } from '../../app/utils/paths'
import { type Did, type Doing, familyOf, ownRiders, pick, presses, ridersOf } from './doing'
import type { FamilyKind, OfficeKind } from './kinds'
import type { World } from './world'

/** The plans that are not published, and have not begun. */
const draftsOf = (world: World) =>
  world.rows<{ id: number }>('SELECT id FROM seasons WHERE published_at IS NULL AND starts_on > $1 ORDER BY id', [
    world.clock.today,
  ])

/** Weekly rides as the plan's addresses name them, and the lessons that they are in. */
async function ridesOf(world: World): Promise<{ ride: string; lesson: string; rider: string }[]> {
  return world.rows(
    `SELECT student_id || ' ' || lesson AS ride, lesson, student_id AS rider
     FROM (SELECT student_id, day_of_week || ' ' || scheduled_time || ' ' || lesson_type AS lesson FROM weekly_schedule
       WHERE student_id IS NOT NULL AND is_active AND deleted_from_date IS NULL) w ORDER BY 1`,
  )
}

/** What the office does with next season. */
export const SEASON_STEPS: Record<Extract<OfficeKind, `${string} a season`>, Doing> = {
  async 'plan a season'(world, step) {
    const { a, b, c, who } = step
    const { office, times, types } = world.school
    const season = pick(await draftsOf(world), a)?.id
    if (season === undefined || b % 7 === 0) {
      const startsOn = addDays(world.clock.today, 2 + (a % 9))
      const did = await presses(office, paths.seasons(), 'Plan It', { name: `Season ${a}`, startsOn }, ['season'])
      const made = (await draftsOf(world)).at(-1)
      if (!made || a % 3 === 0) return did
      const through = addDays(world.clock.today, 1)
      return presses(office, paths.askAboutSeason(made.id), 'Ask Families', { through }, ['season'])
    }
    const rides = await ridesOf(world)
    const [one, other] = [pick(rides, who), pick(rides, c)]
    const weekday = c % 2 === 0 ? 2 : 6
    const time = { dayOfWeek: String(weekday), time: pick(times, c)!, type: pick(types, a)! }
    const to = c % 3 === 0 ? `${weekday} ${time.time} ${time.type}` : (other?.lesson ?? 'nowhere')
    const subjects = [one?.rider, 'season']
    if (b % 7 === 1) return presses(office, paths.addSeasonLesson(season), 'Add Lesson', time, ['season'])
    if (b % 7 === 2 && one) {
      const end = paths.seasonLesson(season, one.lesson)
      return presses(office, end, /^(End|Keep|Remove) This Lesson$/, {}, subjects)
    }
    if (b % 7 === 3) {
      const riderId = pick(await ridersOf(world), who) ?? ''
      return presses(office, paths.addToSeason(season), 'Add Student', { riderId, to }, [riderId, 'season'])
    }
    if (b % 7 === 4) {
      const through = addDays(world.clock.today, c % 4)
      return presses(office, paths.askAboutSeason(season), 'Ask Families', { through }, ['season'])
    }
    if (b % 7 === 5) return presses(office, paths.season(season), 'Solve', {}, ['season'])
    if (!one) return null
    const wanted = c % 5 === 0 ? 'nowhere' : to
    return presses(
      office,
      paths.seasonRide(season, one.ride),
      'Save',
      { to: wanted, 'times[0]': to.slice(0, 7) },
      subjects,
    )
  },
  async 'publish a season'(world, { a, b }) {
    const season = pick(await draftsOf(world), a)?.id
    if (season === undefined) return null
    const riders = (await ridesOf(world)).map(({ rider }) => rider)
    if (b % 3 === 0) world.beyond.allowAll()
    return presses(world.school.office, paths.publishSeason(season), 'Publish', b % 3 === 0 ? { beyond: 'on' } : {}, [
      'season',
      ...riders,
    ])
  },
}

/** What families do about it. */
export const SEASON_ANSWERS: Record<Extract<FamilyKind, 'say which times'>, Doing> = {
  async 'say which times'(world, { who, a, b, c }): Promise<Did | null> {
    const family = familyOf(world, who)
    const [asked] = await world.rows<{ id: number }>(
      'SELECT id FROM seasons WHERE published_at IS NULL AND asked_through >= $1 ORDER BY id DESC LIMIT 1',
      [world.clock.today],
    )
    if (!asked) return null
    const time = `${c % 2 === 0 ? 2 : 6} ${pick(world.school.times, b)}`
    const answer = { [`rides[${a % 2}].times[0]`]: time }
    return presses(family.person, paths.nextSeason(asked.id), 'Save', answer, [...(await ownRiders(family)), 'season'])
  },
}
