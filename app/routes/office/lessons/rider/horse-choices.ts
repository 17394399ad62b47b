import { withConcerns } from '~/components/office/concerns'
import { exchangeValue } from '~/models/schedule/attendance/attendance.schema'
import type { LessonHorse } from '~/models/schedule/change/horses/set-horse.server'
import { sayGap } from '~/models/schedule/horses/limit-reached'
import type { RiderFacts } from '~/models/schedule/match/match'
import type { HorseRow } from '~/models/schedule/snapshot/horse-lock.server'
import { formatOtherWork, type OtherWork, workDuring } from '~/models/schedule/vocabulary/other-work'
import { overlaps } from '~/models/schedule/vocabulary/overlap'
import { type Rest, restsOn } from '~/models/schedule/vocabulary/rest'
import type { RosterLesson, RosterRider } from '~/models/schedule/week/roster.server'
import { NO_HORSE_VALUE } from '~/models/vocabulary/attendance'
import { formatTimeOfDay, minuteOfDay } from '~/utils/time-of-day'

type Choosable = Pick<HorseRow, 'id'> & Partial<Pick<HorseRow, 'rest' | 'dayLimit' | 'gapMinutes'>>

const NO_LIMITS = { maxWeightLb: null, minLevel: null }

/** What horses do on the day of a ride. */
interface DayOfHorses {
  uses: LessonHorse[]
  /** Other work. */
  work: (OtherWork & { horseId: number })[]
}

interface Ride {
  lesson: Pick<RosterLesson, 'date' | 'time' | 'duration' | 'riders'>
  rider: Pick<RosterRider, 'riderId' | 'horse'>
}

/**
 * Returns the horses for a ride; a horse that is at rest, in an overlapping lesson or at other work says so and can't
 * be chosen. The horse of another rider in the lesson is exchanged for the rider's own.
 */
export function horseChoices(
  horses: HorseRow[],
  { uses, work }: DayOfHorses,
  { lesson, rider }: Ride,
  facts: RiderFacts,
) {
  const from = minuteOfDay(lesson.time)
  const withRiders = uses
    .filter((use) => minuteOfDay(use.time) < from + lesson.duration && from < minuteOfDay(use.time) + use.duration)
    .filter((use) => use.riderId !== rider.riderId)
    .map((use) => [use.horseId, `with ${use.rider}, ${formatTimeOfDay(use.time)}`] as const)
  const working = work.flatMap((one) =>
    workDuring(lesson, [one]) ? [[one.horseId, formatOtherWork(one)] as const] : [],
  )
  const busy = new Map([...working, ...withRiders])
  // A removed horse stays on the rides that it had.
  const gone = rider.horse && !horses.some(({ id }) => id === rider.horse?.id) ? [{ ...rider.horse, ...NO_LIMITS }] : []
  const own = rider.horse?.id
  const rests = ({ rest = null }: { rest?: Rest | null }) => restsOn({ rest }, lesson.date)
  const isNear = (id: number, gap: number) =>
    [...uses.filter((use) => use.riderId !== rider.riderId || use.time !== lesson.time), ...work].some(
      (one) => one.horseId === id && overlaps(one, lesson, gap),
    )
  const note = ({ id, rest = null, dayLimit, gapMinutes = 0 }: Choosable) => {
    const outings = [...uses, ...work].filter(({ horseId }) => horseId === id).length
    if (rests({ rest })) return 'resting'
    const doing = busy.get(id)
    if (doing) return doing
    if (isNear(id, gapMinutes)) return sayGap({ gapMinutes })
    return outings > 0 ? `${outings}${dayLimit ? ` of ${dayLimit}` : ''} that day` : ''
  }
  const canGo = (id: number | undefined) => horses.some((horse) => horse.id === id && !rests(horse))
  const choice = (horse: Choosable & { name: string }) => {
    const other = horse.id === own ? undefined : lesson.riders.find((one) => one.horse?.id === horse.id)
    if (other && canGo(horse.id) && canGo(own))
      return { value: exchangeValue(other), label: `${horse.name} (swap with ${other.name})` }
    return {
      value: String(horse.id),
      label: [horse.name, note(horse) && `(${note(horse)})`].filter(Boolean).join(' '),
      disabled: horse.id !== own && (busy.has(horse.id) || rests(horse)),
    }
  }
  return [
    { value: NO_HORSE_VALUE, label: 'Not assigned' },
    ...[...horses, ...gone].map((horse) => {
      const { label, ...one } = choice(horse)
      return { ...one, label: withConcerns(label, horse, facts) }
    }),
  ]
}
