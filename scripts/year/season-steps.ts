import { addDays } from '../../app/utils/dates'
import { paths } from '../../app/utils/paths'
import { type Did, type Doing, familiesOf, ownRiders, pick, presses, ridersOf, tryEach } from './doing'
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
      const startsOn = addDays(world.clock.today, 6 + (a % 9))
      const did = await presses(office, paths.seasons(), 'Plan It', { name: `Season ${a}`, startsOn }, ['season'])
      const made = (await draftsOf(world)).at(-1)
      if (!made || a % 3 === 0) return did
      // Families have some days to answer.
      const through = addDays(world.clock.today, 4)
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
    const subjects = ['season', ...(await ridesOf(world)).map(({ rider }) => rider)]
    if (b % 3 === 0) world.beyond.allowAll()
    const fill: Record<string, string> = b % 3 === 0 ? { beyond: 'on' } : {}
    // Those that change nothing can't be published.
    return tryEach(await draftsOf(world), a, ({ id }) =>
      presses(world.school.office, paths.publishSeason(id), 'Publish', fill, subjects),
    )
  },
}

/** What families do about it. */
export const SEASON_ANSWERS: Record<Extract<FamilyKind, 'say which times'>, Doing> = {
  async 'say which times'(world, { who, a, b, c }): Promise<Did | null> {
    const [asked] = await world.rows<{ id: number }>(
      'SELECT id FROM seasons WHERE published_at IS NULL AND asked_through >= $1 ORDER BY id DESC LIMIT 1',
      [world.clock.today],
    )
    if (!asked) return null
    const time = `${c % 2 === 0 ? 2 : 6} ${pick(world.school.times, b)}`
    const answer = { [`rides[${a % 2}].times[0]`]: time }
    // Only who has weekly rides is asked.
    return tryEach(familiesOf(world), who, async (family) =>
      presses(family.person, paths.nextSeason(asked.id), 'Save', answer, [...(await ownRiders(family)), 'season']),
    )
  },
}
