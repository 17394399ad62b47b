import type { RideChange } from '~/models/schedule/attendance/ride-plan'
import { type Allowing, changeRides } from '~/models/schedule/change/change-rides.server'
import type { Book } from '~/models/schedule/snapshot/book'
import { rideState } from '~/models/schedule/snapshot/ride-state'
import type { RideRef } from '~/models/schedule/vocabulary/ride-id'
import { displayName } from '~/models/vocabulary/user'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { type LocalDate, toDbDate } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'

/**
 * Null frees the horse. Returns the lines of the log, by which it can be undone; none if nothing changed.
 * @throws Refused 409 if the horse is on rest, busy or beyond its limit without a reason, or the ride changed since
 * `version`.
 */
export async function assignHorse(
  actorId: string,
  { date, ...ride }: RideRef,
  { allows, ...choice }: { horseId: number | null; version?: string; overReason?: string } & Allowing,
): Promise<{ changes: number[] }> {
  const { changes } = await changeRides(actorId, date, [{ ...ride, ...choice }], { allows })
  return { changes }
}

interface Exchange extends Pick<RideChange, 'attendance' | 'version' | 'overReason'> {
  /** The other ride of the lesson, as the form showed it. */
  other: Pick<RideChange, 'riderId' | 'version'>
}

/**
 * Two riders of a lesson exchange their horses, in one step.
 * @throws Refused 409 if one of them has no horse; else as `assignHorse`, for both rides.
 */
export async function exchangeHorses(
  actorId: string,
  { date, ...ride }: RideRef,
  { other, allows, ...wish }: Exchange & Allowing,
): Promise<{ changes: number[] }> {
  const pick = (book: Book) => {
    const horseOf = ({ riderId }: { riderId: string }) => rideState(book, { ...ride, date, riderId }).horse?.horseId
    const [own, theirs] = [horseOf(ride), horseOf(other)]
    if (own === undefined || theirs === undefined) {
      throw new Refused('nothing_to_do', 'Both students need a horse to swap. Please choose again.', 'horseId')
    }
    return [
      { ...ride, ...wish, horseId: theirs },
      { ...ride, ...other, horseId: own, overReason: wish.overReason },
    ]
  }
  const { changes } = await changeRides(actorId, date, pick, { allows })
  return { changes }
}

export interface LessonHorse {
  time: TimeOfDay
  duration: number
  horseId: number
  horse: string
  riderId: string
  rider: string
}

export async function horseUsesOn(date: LocalDate): Promise<LessonHorse[]> {
  const rows = await prisma.horseUsage.findMany({
    where: { usageDate: toDbDate(date) },
    select: {
      horseId: true,
      lessonTime: true,
      duration: true,
      studentId: true,
      horse: { select: { name: true } },
      student: { select: { firstName: true, lastName: true, email: true } },
    },
    orderBy: { lessonTime: 'asc' },
  })
  return rows.map((row) => ({
    horseId: row.horseId,
    horse: row.horse.name,
    riderId: row.studentId,
    rider: displayName(row.student),
    time: row.lessonTime,
    duration: row.duration,
  }))
}
