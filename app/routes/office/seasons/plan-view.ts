import {
  arenaTwice,
  clashesOf,
  isAtNamedTime,
  isUnmet,
  type Plan,
  seatsOf,
  spotsOf,
  taughtTwice,
  timesOf,
} from '~/models/schedule/season/plan'
import {
  changedSeats,
  type SeasonLesson,
  type Seat,
  sayWeekly,
  type WeeklyLesson,
} from '~/models/schedule/season/season'
import type { Solution } from '~/models/schedule/season/solve'
import { timeKey } from '~/models/schedule/season/to-place'
import { formatAlsoTeaches, formatShared } from '~/models/schedule/week/clashes'
import { levelLabel } from '~/models/vocabulary/level'
import { addDays, formatDay, weekdayName } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { formatSpots } from './lesson-options'

const CHOICES = ['1st choice', '2nd choice', '3rd choice', '4th choice']

/**
 * What the screen of a season shows: its week by weekday, who has no spot or none of their times and why, and what the week has overtaken.
 * @param solution what solving the plan would make of it; null if every ride has its spot and one of its times, or the week is too large.
 * @param onlyDay the one weekday whose lessons are shown; null for all.
 */
export function planView(plan: Plan, solution: Solution | null, onlyDay: number | null) {
  const nameOf = ({ riderId }: { riderId: string }) => plan.riders.get(riderId)?.name ?? 'A former student'
  const [clashes, twice, shared] = [clashesOf(plan), taughtTwice(plan), arenaTwice(plan)]
  const changed = new Set(changedSeats(plan.week))
  const seats = seatsOf(plan)
  const asked = seats.filter(({ seat }) => timesOf(plan, seat).length > 0)
  const placed = asked.filter((one) => isAtNamedTime(plan, one)).length
  const lessonByKey = new Map(plan.week.lessons.map((lesson) => [lesson.key, lesson]))
  const solvedFor = ({ key }: Seat) => lessonByKey.get(solution?.lessons.get(key) ?? '') ?? null
  const canBePlaced = asked.filter(({ seat }) => isAtNamedTime(plan, { seat, lesson: solvedFor(seat) })).length
  const sayFor = (seat: Seat, lesson: SeasonLesson | null) => {
    const found = solvedFor(seat)
    if (found && found !== lesson) return `Solve finds ${sayWeekly(found)}`
    if (seat.change?.byHand) return solution?.unplaced.get(seat.key) ?? 'The office chose so'
    if (!solution && timesOf(plan, seat).length > 0) return 'Solve may find one of their times'
    return solution?.unplaced.get(seat.key) ?? 'No time was named'
  }
  const lineOf = ({ seat, lesson }: (typeof seats)[number]) => ({
    ...{ key: seat.key, name: nameOf(seat) },
    where: lesson ? sayWeekly(lesson) : null,
    why: sayFor(seat, lesson),
  })
  const riderOf = (seat: Seat, lesson: SeasonLesson) => {
    const choice = timesOf(plan, seat).indexOf(timeKey(lesson))
    const clash = clashes.get(seat.key)
    const level = plan.riders.get(seat.riderId)?.level ?? null
    return {
      ...{ key: seat.key, name: nameOf(seat), isMoved: changed.has(seat) },
      warnings: [
        clash && `also rides at ${formatTimeOfDay(clash.time)}`,
        spotsOf(plan, lesson).level !== null &&
          level !== spotsOf(plan, lesson).level &&
          `level: ${level ? levelLabel(level) : 'not set'}`,
      ]
        .filter(Boolean)
        .join(', '),
      note: [
        seat.begins && `begins ${formatDay(seat.begins)}`,
        seat.ends && `until ${formatDay(addDays(seat.ends, -1))}`,
        changed.has(seat) && (seat.from ? `from ${sayShort(seat.from, lesson)}` : 'new'),
        seat.change?.byHand && 'by hand',
        choice >= 0 ? CHOICES[choice] : timesOf(plan, seat).length > 0 && 'none of their times',
      ]
        .filter(Boolean)
        .join(', '),
    }
  }
  const byDay = [...groupBy(plan.week.lessons, ({ dayOfWeek }) => dayOfWeek)]
  const shown = byDay.filter(([weekday]) => onlyDay === null || weekday === onlyDay)
  const days = shown.map(([weekday, lessons]) => ({
    name: weekdayName(weekday),
    lessons: lessons.map((lesson) => {
      const { capacity, level } = spotsOf(plan, lesson)
      return {
        ...{ key: lesson.key, state: lesson.state, title: `${formatTimeOfDay(lesson.time)} ${lesson.type}` },
        spots: formatSpots(plan, lesson),
        isOver: capacity !== null && lesson.seats.length > capacity,
        twice: [
          sayOther(twice.get(lesson.key), formatAlsoTeaches),
          sayOther(shared.get(lesson.key), (other) => formatShared(lesson.arena ?? '', other)),
        ]
          .filter(Boolean)
          .join(', '),
        facts: [level && levelLabel(level), lesson.arena, plan.instructors.get(lesson.instructorId ?? '')]
          .filter(Boolean)
          .join(', '),
        riders: lesson.seats.map((seat) => riderOf(seat, lesson)).sort((a, b) => a.name.localeCompare(b.name, 'en')),
      }
    }),
  }))
  return {
    days,
    onlyDay,
    weekdays: byDay.map(([weekday]) => ({ weekday, name: weekdayName(weekday) })),
    rides: seats.length,
    isSolved: solution !== null || seats.every((one) => !isUnmet(plan, one)),
    changed: changed.size,
    asked: asked.length,
    placed,
    isMost: solution?.isMost === true && placed === canBePlaced && placed < asked.length,
    hasOwnChoices: seats.some(({ seat }) => seat.change?.byHand),
    without: seats.filter(({ lesson }) => lesson === null).map(lineOf),
    unmet: seats.filter((one) => one.lesson !== null && isUnmet(plan, one)).map(lineOf),
    stale: [
      ...plan.week.stale.places.map(
        (change) =>
          `${nameOf(change)}: ${change.from ? sayWeekly(change.from) : 'new'} → ${change.to ? sayWeekly(change.to) : 'no spot'}`,
      ),
      ...plan.week.stale.lessons.map(
        (change) => `${sayWeekly(change)} ${change.ends ? 'was to end' : 'was to be new'}`,
      ),
    ],
  }
}

/** Returns `Tue 4:30 PM`, with its type if that is another one. */
const sayShort = ({ dayOfWeek, time, type }: WeeklyLesson, lesson: SeasonLesson) =>
  [weekdayName(dayOfWeek).slice(0, 3), formatTimeOfDay(time), type === lesson.type ? '' : type]
    .filter(Boolean)
    .join(' ')

const sayOther = (other: SeasonLesson | undefined, say: (lesson: string) => string) =>
  other ? say(`${formatTimeOfDay(other.time)} ${other.type}`) : null
