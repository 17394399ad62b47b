import { rideReminderEmail } from '~/emails/notices/ride-reminder'
import { ridersOfNewcomers } from '~/models/imports/import.server'
import { findNoticeSettings } from '~/models/notices/notice-settings.server'
import { toldLesson } from '~/models/notices/told-rides'
import { claimReminders, remindedOf } from '~/models/notices/told-rides.server'
import { conditionOf } from '~/models/schedule/horses/given-horse'
import { horsesOut } from '~/models/schedule/horses/given-horse.server'
import { rideId } from '~/models/schedule/vocabulary/ride-id'
import { loadRoster, type RosterLesson } from '~/models/schedule/week/roster.server'
import { isMarked } from '~/models/schedule/week/week'
import { isAway } from '~/models/vocabulary/away'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { type Tx, withTx } from '~/platform/tx.server'
import { addDays, instantInZone, type LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { timeInZone } from '~/utils/time-of-day'
import { queueNotice } from './queue-notice.server'

/** The most families per transaction. */
const BATCH = 100

interface Ride extends Pick<RosterLesson, 'time' | 'type'> {
  horse: string | null
  instructor: string | null
  arena: string | null
}

interface Rider {
  /** All lessons that the family knows of on that day, including announced absences. */
  lessons: string[]
  rides: Ride[]
}

/**
 * Reminds families of tomorrow's rides, from the school's reminder time on: riders who are added later that day are
 * reminded by the next run. Returns how many families were notified.
 */
export async function remindOfTomorrow(): Promise<number> {
  const { remindAt, remindNote } = await findNoticeSettings()
  if (timeInZone(getEnv().schoolTimezone, now()) < remindAt) return 0
  const date = addDays(today(), 1)
  const riders = await ridersToRemind(date)
  const families = await familiesOf([...riders.keys()])
  let told = 0
  for (let from = 0; from < families.length; from += BATCH) {
    const ids = families.slice(from, from + BATCH).flat()
    told += await withTx((tx) => remind(tx, { date, note: remindNote }, ids, riders))
  }
  return told
}

/** Queries the rides, the riders already reminded, and the horses, one statement each. */
async function ridersToRemind(date: LocalDate): Promise<Map<string, Rider>> {
  const [{ days }, reminded, out] = await Promise.all([
    loadRoster({ from: date, to: date }),
    remindedOf(date),
    horsesOut(date),
  ])
  // A horse that cannot go is not announced: the office has yet to choose another, unless it gave a reason for this one.
  const horseOf = (horse: { id: number; name: string } | null) => {
    const given = horse && out.get(horse.id)
    if (!given) return null
    const { onDay, inWeek, dayAgreed, weekAgreed } = given
    const unasked = { ...given, onDay: onDay - dayAgreed, inWeek: inWeek - weekAgreed }
    return conditionOf(unasked, date).length === 0 ? given.name : null
  }
  const all = new Map<string, Rider>()
  for (const { time, type, duration, instructor, arena, riders } of days[0]?.lessons ?? []) {
    for (const { riderId, attendance, horse, source } of riders) {
      if (source === 'record' || reminded.has(riderId)) continue
      const rider = all.get(riderId) ?? { lessons: [], rides: [] }
      all.set(riderId, rider)
      rider.lessons.push(toldLesson({ date, time, type, duration }, isAway({ attendance })))
      if (isMarked(attendance)) continue
      rider.rides.push({ time, type, horse: horseOf(horse), instructor: instructor?.name ?? null, arena })
    }
  }
  return new Map([...all].filter(([, { rides }]) => rides.length > 0))
}

/** Groups riders by family, so that each family gets one email; without families that moved in and have not been invited yet. */
async function familiesOf(riderIds: readonly string[]): Promise<string[][]> {
  const unknowing = await ridersOfNewcomers()
  const rows = await prisma.$queryRaw<{ ids: string[] }[]>`
    SELECT array_agg(id ORDER BY id) AS ids
    FROM (SELECT id, CASE WHEN email IS NULL THEN coalesce(guardian_id, id) ELSE id END AS reader FROM users
          WHERE id = ANY(${[...riderIds]}) AND id <> ALL(${unknowing})) r
    GROUP BY reader ORDER BY 1`
  return rows.map(({ ids }) => ids)
}

async function remind(
  tx: Tx,
  { date, note }: { date: LocalDate; note: string | null },
  ids: readonly string[],
  riders: ReadonlyMap<string, Rider>,
) {
  const lessons = new Map(ids.map((id) => [id, riders.get(id)?.lessons ?? []]))
  const claimed = await claimReminders(tx, date, lessons)
  const { told } = await queueNotice(tx, {
    kind: 'ride-reminder',
    riderIds: ids.filter((id) => claimed.has(id)),
    keyOf: (_, [first]) => `ride-reminder:${date}:${first?.id}`,
    compose(letter, theirs) {
      const rides = theirs.flatMap(({ id, name }) =>
        (riders.get(id)?.rides ?? []).map((ride) => ({ ...ride, name, date, riderId: id })),
      )
      rides.sort((a, b) => (a.time < b.time ? -1 : 1))
      const startOf = (ride: Ride | undefined) => ride && instantInZone(date, ride.time, getEnv().schoolTimezone)
      const [first, ...others] = rides
      const path = first && others.length === 0 ? paths.cantCome(rideId(first)) : paths.scheduledRides()
      const absenceUrl = `${getEnv().appUrl}${path}`
      const content = rideReminderEmail({ ...letter, date, rides, note, absenceUrl })
      return { ...content, begins: startOf(first), until: startOf(rides.at(-1)) }
    },
  })
  return told
}
