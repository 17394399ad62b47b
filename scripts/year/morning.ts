import type { LocalDate } from '../../app/utils/dates'
import type { World } from './world'

const DAYS_OF_A_SESSION = 5

/** Begins a day: the night's jobs have run, and people whose sessions end are signed in. */
export async function startOfDay(world: World, day: LocalDate): Promise<void> {
  await world.pass(day, '06:00')
  // Nobody has a second step, which would be required once the office has been here for a week.
  await world.rows('DELETE FROM second_factors')
  world.days++
  if (world.days % DAYS_OF_A_SESSION === 0) {
    const { office, instructors } = world.school
    for (const person of [office, ...instructors]) await world.admit(person)
  }
}
