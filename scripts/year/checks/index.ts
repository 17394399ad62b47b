import type { LocalDate } from '../../../app/utils/dates'
import type { World } from '../world'
import { wrongFeeds } from './feeds'
import { wrongHorses } from './horses'
import { wrongMakeups } from './makeups'
import { wrongMoney } from './money'
import { wrongNotices } from './notices'
import { wrongPlaces } from './places'
import { wrongRides } from './rides'
import { storedSpanish } from './stored-english'

/** Ends a day: the provider catches up, every job has run, and everything that the school shows is compared. */
export async function checkDay(world: World, day: LocalDate): Promise<void> {
  const { faults } = world.provider.sandbox
  faults.calm()
  faults.events = 'deliver'
  await faults.release()
  if (world.clock.today <= day) await world.pass(day, '23:30')
  await world.settle()
  const found = [
    ...(await wrongMoney(world)),
    ...(await wrongRides(world)),
    ...(await wrongFeeds(world)),
    ...(await wrongMakeups(world)),
    ...(await wrongPlaces(world)),
    ...(await wrongHorses(world)),
    ...(await wrongNotices(world)),
    ...(await storedSpanish(world)),
  ]
  world.violations.push(...[...found, ...world.loggedErrors()].map((what) => `after ${day}: ${what}`))
}
