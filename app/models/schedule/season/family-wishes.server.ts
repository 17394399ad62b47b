import { t } from '#text'
import { type FamilyRider, familyRider, ridersOfFamily } from '~/models/people/families/family.server'
import { lockStudent } from '~/models/people/families/student.server'
import { levelFits } from '~/models/vocabulary/level'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { type Db, withTx } from '~/platform/tx.server'
import { formatComing, type LocalDate } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { saveWishes } from './edit-season.server'
import type { OwnWish } from './family-wishes.schema'
import {
  lessonsOfType,
  type OfferedTime,
  offeredTimes,
  type Plan,
  readTime,
  type Season,
  seatsOf,
  spotsOf,
  timesOf,
  typeOf,
} from './plan'
import { byWeekday, type SeasonLesson, type Seat, sayTime, weeklyKey } from './season'
import { findSeason, loadPlan, lockDraft } from './season.server'
import { timeKey } from './to-place'

/** A rider's weekly rides of a type. */
interface OwnRide {
  riderId: string
  rider: string
  type: string
  /** Their times now, such as `Tuesday 4:30 PM`. */
  now: string[]
  /** The times to choose from, by weekday. */
  offered: ReturnType<typeof offeredTimes>
  /** What the family has said, the best first. */
  said: (OfferedTime & { isOffered: boolean })[]
}

/** A season of which families are asked. */
interface AskedSeason extends Season {
  askedThrough: LocalDate
}

export interface OwnSeason {
  season: Pick<AskedSeason, 'id' | 'name' | 'startsOn' | 'askedThrough'>
  /** Whether the family can still say or change its times, or the season has become the week. */
  state: 'open' | 'closed' | 'published'
  rides: OwnRide[]
}

/** @throws Refused 404 if families are not asked about the season. */
function requireAsked(season: Season): AskedSeason {
  const { askedThrough } = season
  if (!askedThrough) throw notFound(t('This season no longer exists'))
  return { ...season, askedThrough }
}

const isOpen = ({ askedThrough }: AskedSeason): boolean => today() <= askedThrough

/** The weekly rides of a plan that riders have now: those whose families are asked. */
export const askedSeats = (plan: Pick<Plan, 'week'>): Seat[] =>
  seatsOf(plan).flatMap(({ seat }) => (seat.from ? [seat] : []))

/** What an account's family is asked about a season. @throws Refused 404 if it is not asked. */
export async function ownSeason(userId: string, seasonId: number): Promise<OwnSeason> {
  const asked = requireAsked(await findSeason(seasonId))
  const { id, name, startsOn, askedThrough } = asked
  const season = { id, name, startsOn, askedThrough }
  if (asked.publishedAt) return { season, state: 'published', rides: [] }
  const rides = await ownRides(await loadPlan(seasonId), userId)
  return { season, state: isOpen(asked) ? 'open' : 'closed', rides }
}

async function ownRides(plan: Plan, userId: string, db: Db = prisma): Promise<OwnRide[]> {
  const seats = groupBy(askedSeats(plan), ({ riderId }) => riderId)
  return (await ridersOfFamily(userId, db)).flatMap((rider) =>
    [...groupBy(seats.get(rider.id) ?? [], (seat) => typeOf(plan, seat))].map(([type, ofType]) =>
      ownRide(plan, rider, type, ofType),
    ),
  )
}

function ownRide(plan: Plan, { id, firstName }: FamilyRider, type: string, seats: readonly Seat[]): OwnRide {
  const level = plan.riders.get(id)?.level ?? null
  const fits = (lesson: SeasonLesson) => levelFits(spotsOf(plan, lesson).level, level) === 'fits'
  const isNow = ({ key }: SeasonLesson) => seats.some(({ from }) => from && weeklyKey(from) === key)
  const lessons = lessonsOfType(plan, type).filter((lesson) => fits(lesson) || isNow(lesson))
  const offered = new Set(lessons.map(timeKey))
  return {
    ...{ riderId: id, rider: firstName, type },
    now: seats
      .flatMap(({ from }) => from ?? [])
      .sort(byWeekday)
      .map(sayTime),
    offered: offeredTimes(lessons),
    said: seats
      .slice(0, 1)
      .flatMap((seat) =>
        timesOf(plan, seat).map((value) => ({ value, label: sayTime(readTime(value)), isOffered: offered.has(value) })),
      ),
  }
}

/**
 * Saves the times that work for a family, the best first, for each of these rides; none takes back what it said. Locks the riders and then the
 * season, in the order of publishing.
 * @throws Refused 404 if it is not asked, or for another family's rider or ride; 409 after the last day; 400 for a time that is not offered.
 */
export const saveOwnWishes = (userId: string, seasonId: number, wishes: readonly OwnWish[]): Promise<void> =>
  withTx(async (tx) => {
    requireAsked(await findSeason(seasonId, tx))
    for (const rider of [...new Set(wishes.map((wish) => wish.rider))].sort()) {
      await familyRider(userId, rider, tx)
      await lockStudent(tx, rider)
    }
    const season = requireAsked(await lockDraft(tx, seasonId))
    if (!isOpen(season)) {
      const last = formatComing(today(), season.askedThrough)
      throw new Refused('ask_office', t('Answers were open through {last}. Please tell the office.', { last }))
    }
    const rides = await ownRides(await loadPlan(seasonId, tx), userId, tx)
    for (const { rider, type, times } of wishes) {
      const ride = rides.find((one) => one.riderId === rider && one.type === type)
      if (!ride) throw notFound(t('This ride is no longer on the schedule'))
      const offered = new Set(ride.offered.flatMap(({ options }) => options.map(({ value }) => value)))
      const gone = times.find((time) => !offered.has(time))
      if (gone) {
        throw new Refused(
          'invalid',
          t('{rider}: {time} is no longer offered. Choose another time.', {
            rider: ride.rider,
            time: sayTime(readTime(gone)),
          }),
        )
      }
      await saveWishes(tx, seasonId, { riderId: rider, type }, times)
    }
  })
