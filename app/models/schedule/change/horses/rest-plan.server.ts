import { createHash } from 'node:crypto'
import { findActiveHorse } from '~/models/schedule/horses/horse.server'
import { horsesOfDay, loadDayPlan, partOfPlan, type ShownPlan } from '~/models/schedule/horses/plan/day-plan.server'
import type { DayPlan, DayRide } from '~/models/schedule/horses/plan/solve-day.server'
import { asSaved, moreOnOtherDays } from '~/models/schedule/horses/plan/week.server'
import { type RideAhead, ridesWith } from '~/models/schedule/horses/rest/rides-ahead.server'
import { isToCome } from '~/models/schedule/vocabulary/ahead.server'
import { formatRest, type Rest, restsOn } from '~/models/schedule/vocabulary/rest'
import { lessonsOn } from '~/models/schedule/week/roster.server'
import { rideKey } from '~/models/schedule/week/week'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import type { Db } from '~/platform/tx.server'
import type { LocalDate } from '~/utils/dates'

export interface RestPlan {
  id: number
  name: string
  /** `Resting through Dec 5: abscess`, as it is to be; null if it does not rest. */
  resting: string | null
  /** The same of what is saved. */
  saved: string | null
  /** The rides of this horse, and those that change horses so that more have one. */
  days: ShownPlan[]
  /** Rides of later days, which come once these are saved. */
  later: number
  /** Of the days: what the plan was made from. */
  version: string
}

/** Days of one form. */
const MAX_DAYS = 14

/**
 * The days on which a resting horse has rides to come, as it rests or as it is to `rest`. Each ride of it begins with another horse that suits,
 * if one is free.
 * @throws Refused 404
 */
export async function loadRestPlan(id: number, rest?: Rest): Promise<RestPlan> {
  const horse = await findActiveHorse(id)
  const wanted = rest ?? horse.rest
  const rides = await ridesHit(id, wanted)
  const shown = daysOf(rides)
  const days: DayPlan[] = []
  for (const date of shown) {
    // What is proposed for one day counts toward the week of the next.
    const besides = moreOnOtherDays(days.map(asSaved), days, date)
    days.push(await loadDayPlan(date, { insteadOf: id, besides }))
  }
  return {
    id,
    name: horse.name,
    resting: formatRest(wanted, today()),
    saved: formatRest(horse.rest, today()),
    days: days.map((day) => shownOf(day, id)),
    later: rides.filter(({ date }) => !shown.includes(date)).length,
    version: await planVersion(id, wanted),
  }
}

/** Its rides on days of a rest that have not begun. @throws Refused 404 */
export const ridesHit = async (id: number, rest: Rest | null, db: Db = prisma): Promise<RideAhead[]> =>
  (await ridesWith(id, db)).rides.filter((ride) => restsOn({ rest }, ride.date) && isToCome(ride))

const daysOf = (rides: readonly RideAhead[]): LocalDate[] =>
  [...new Set(rides.map(({ date }) => date))].slice(0, MAX_DAYS)

function shownOf(day: DayPlan, id: number): ShownPlan {
  const rides = day.rides.map((ride): DayRide => {
    const had = ride.savedHorseId
    if (!ride.proposed || had === null || had === id) return ride
    const horse = day.horses.find((one) => one.id === had)?.name
    return {
      ...ride,
      note: [`Changes from ${horse}, so that more riders have a horse`, ride.note].filter(Boolean).join('. '),
    }
  })
  const horses = day.horses.map((horse) => (horse.id === id ? { ...horse, onRest: true } : horse))
  const plan = { ...day, rides, horses }
  return partOfPlan(
    plan,
    rides.filter(
      ({ proposed, begun, attendance, savedHorseId }) =>
        proposed || (!begun && attendance === 'scheduled' && savedHorseId === id),
    ),
  )
}

/**
 * Stands for all that the plan depends on: the horse's rest, its rides, and who rides which horse on those days, which can go out. A mark of
 * a rider who rides changes nothing of it.
 */
export async function planVersion(id: number, rest: Rest | null, db: Db = prisma): Promise<string> {
  const rides = await ridesHit(id, rest, db)
  const hash = createHash('sha256')
  for (const date of daysOf(rides)) hash.update(await factsOfDay(date, db))
  hash.update(JSON.stringify(rides.map(({ date, time, riderId }) => [date, time, riderId])))
  return hash.digest('base64url')
}

/** Who rides which horse on a day, and which can go out. */
export async function factsOfDay(date: LocalDate, db: Db): Promise<string> {
  const lessons = await lessonsOn(date, db)
  const riders = lessons.flatMap(({ time, type, duration, riders }) =>
    riders.map(({ riderId, horse, attendance }) => [
      ...[rideKey({ date, time, riderId }), type, duration, horse?.id],
      attendance === 'absent' || attendance === 'reschedule',
    ]),
  )
  return JSON.stringify([date, riders, await horsesOfDay(date, db)])
}
