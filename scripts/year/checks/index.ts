import type { LocalDate } from '../../../app/utils/dates'
import type { World } from '../world'
import { wrongFeeds } from './feeds'
import { wrongHorses } from './horses'
import { wrongLines } from './lines'
import { wrongMakeups } from './makeups'
import { wrongMoney } from './money'
import { wrongNotices } from './notices'
import { wrongPlaces } from './places'
import { wrongRides } from './rides'
import { storedSpanish } from './stored-english'

const CHECKS: Record<string, (world: World) => string[] | Promise<string[]>> = {
  money: wrongMoney,
  rides: wrongRides,
  calendars: wrongFeeds,
  makeups: wrongMakeups,
  lines: wrongLines,
  places: wrongPlaces,
  horses: wrongHorses,
  messages: wrongNotices,
  language: storedSpanish,
  log: (world) => world.loggedErrors(),
}

/** Ends a day: the provider catches up, every job has run, and everything that the school shows is compared. */
export async function checkDay(world: World, day: LocalDate): Promise<void> {
  const { faults } = world.provider.sandbox
  faults.calm()
  faults.events = 'deliver'
  await faults.release()
  if (world.clock.today <= day) await world.pass(day, '23:30')
  await world.settle()
  for (const [name, check] of Object.entries(CHECKS))
    world.violations.push(...(await check(world)).map((what) => `after ${day}: ${name}: ${what}`))
}
