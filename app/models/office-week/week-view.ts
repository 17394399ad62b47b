import { coverWord } from '~/models/allowance/cover'
import { canceledOn, type DayClosing, sayClosed } from '~/models/schedule/closing/closed-day'
import type { Figures, FiguresOf } from '~/models/schedule/rides/figures'
import { formatFreePlaces, formatOverCapacity } from '~/models/schedule/vocabulary/free'
import { type Clashes, clashesAt } from '~/models/schedule/week/clashes'
import type { Roster, RosterLesson, RosterRider } from '~/models/schedule/week/roster'
import { isSameLesson } from '~/models/vocabulary/slot'
import type { LocalDate } from '~/utils/dates'

export interface CardRider {
  id: string
  name: string
  mark?: string
  /** Whether it is booked as a makeup, and not marked as one. */
  makeup?: true
  /** Whether the family called off. */
  told?: true
  horse?: string
  coat?: string
  /** What is wrong with the horse: it rests, was removed or goes out too often. */
  wrong?: string
  /** The used number of the ride's counter in its month; undefined if the type is logged only. */
  used?: number
  allowed?: number
  /** A note about a ride that is not covered; undefined if there is nothing to say. */
  word?: string
  /** Whether the office has to act: the ride is in this month, and unpaid. */
  due?: true
  /** Whether the rider of a coming ride has a waiver to sign. */
  unsigned?: true
}

export interface CardLesson extends Clashes {
  time: string
  type: string
  /** The ride type's color. */
  color: string
  /** The length in minutes. */
  duration: number
  instructor?: string
  arena?: string
  /** `2 free`, `held for Emma Novak` or `full`, for a coming lesson with a limit; `7 of 6` in `beyond`. */
  places?: string
  beyond?: string
  riders: CardRider[]
}

/** What was taken off the day: a rider of a lesson, or without one the whole lesson. */
export interface CardOff {
  time: string
  type: string
  id?: string
  name?: string
  /** The reason of a cancellation. */
  reason?: string
  /** Whether it was a one-time lesson: nothing is left to restore. */
  gone?: true
}

/** A day of the grid, which is the same for everyone at any time. */
export interface CardDay {
  date: LocalDate
  /** Why the school is closed; null if it is not. */
  closed: string | null
  lessons: CardLesson[]
  off: CardOff[]
}

interface Known {
  figuresOf: FiguresOf
  closings: Record<LocalDate, DayClosing[]>
  /** Riders with a waiver to sign. */
  unsigned: ReadonlySet<string>
  /** What is wrong with a horse on a day, by `2026-11-26 12`. */
  wrong: ReadonlyMap<string, string>
  /** The coats of horses, by name. */
  coats: ReadonlyMap<string, string>
}

export function cardDays(
  { days, types }: Roster,
  { figuresOf, closings, unsigned, wrong, coats }: Known,
  today: LocalDate,
): CardDay[] {
  const horseOf = ({ horse }: RosterRider, date: LocalDate) => {
    const text = horse && date >= today && wrong.get(`${date} ${horse.id}`)
    const coat = horse && coats.get(horse.name)
    return { ...(coat && { coat }), ...(text && { wrong: text }) }
  }
  const colors = new Map(types.map(({ name, color }) => [name, color]))
  return days.map(({ date, lessons, off }) => ({
    date,
    closed: sayClosed(closings[date], lessons),
    lessons: lessons.map((lesson) => ({
      time: lesson.time,
      type: lesson.type,
      color: colors.get(lesson.type) ?? '',
      duration: lesson.duration,
      ...(lesson.instructor && { instructor: lesson.instructor.name }),
      ...(lesson.arena && { arena: lesson.arena }),
      ...(date >= today && clashesAt(lesson, lessons)),
      ...(date >= today && cardPlaces(lesson)),
      riders: lesson.riders.map((rider) => ({
        ...cardRider(rider, date, figuresOf(rider, lesson), today),
        ...horseOf(rider, date),
        ...(date >= today && unsigned.has(rider.riderId) && { unsigned: true as const }),
      })),
    })),
    off: offCards(off, canceledOn(closings[date], { lessons, off })),
  }))
}

function offCards(
  off: Roster['days'][number]['off'],
  canceled: readonly { time: string; type: string; weekly: boolean; reason: string }[],
): CardOff[] {
  const reasonOf = (card: CardOff) => canceled.find((one) => isSameLesson(one, card))?.reason
  const cards = off.map(({ time, type, riderId, name }): CardOff => {
    if (riderId) return { time, type, id: riderId, name: name ?? '' }
    const reason = reasonOf({ time, type })
    return { time, type, ...(reason !== undefined && { reason }) }
  })
  const gone = canceled
    .filter(({ weekly }) => !weekly)
    .map(({ time, type, reason }): CardOff => ({ time, type, reason, gone: true }))
  return [...cards, ...gone]
}

function cardPlaces(seats: RosterLesson): Pick<CardLesson, 'places' | 'beyond'> {
  const beyond = formatOverCapacity(seats)
  if (beyond) return { beyond }
  const places = formatFreePlaces(seats, seats.heldFor)
  return places ? { places } : {}
}

function cardRider(
  { riderId, name, attendance, horse, isMakeup, isAnnounced }: RosterRider,
  date: LocalDate,
  figures: Figures | null,
  today: LocalDate,
): CardRider {
  const { word, due } = coverWord({ date, attendance, ...figures }, today)
  return {
    id: riderId,
    name,
    ...(attendance !== 'scheduled' && { mark: attendance }),
    ...(isMakeup && attendance !== 'makeup' && { makeup: true as const }),
    ...(isAnnounced && { told: true as const }),
    ...(horse && { horse: horse.name }),
    ...(figures && { used: figures.used, allowed: figures.allowed }),
    ...(word && { word }),
    ...(due && { due }),
  }
}
