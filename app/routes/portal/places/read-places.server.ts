import { ridersOfFamily } from '~/models/people/families/family.server'
import { openMakeups } from '~/models/schedule/makeups/book-makeup.server'
import { leftToBook } from '~/models/schedule/places/left-to-book.server'
import { lessonsFor, type OpenLesson } from '~/models/schedule/places/places-to-take.server'
import { byDay } from '~/models/schedule/vocabulary/by-day'
import { isLateAt } from '~/models/schedule/vocabulary/makeup-rules.server'
import { dayField, slotKeyField } from '~/models/schedule/vocabulary/slot.schema'
import { type WaitingEntry, waitingOf } from '~/models/schedule/waitlist/waiting-lists.server'
import { isLike } from '~/models/schedule/week/base-type'
import { readBaseTypes } from '~/models/schedule/week/base-type.server'
import { isSameLesson, slotKey } from '~/models/vocabulary/slot'
import { hinderedOf } from '~/models/waivers/rule.server'
import { now, today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { addDays, dayOfWeek, formatInstant, monthStart, weekStart } from '~/utils/dates'
import { keptIn } from './kept'

const DAYS_SHOWN = 14
const DAYS_AHEAD = 42

/** The lesson that was called off a moment ago, for which there is a makeup. */
const insteadIn = (query: URLSearchParams) => slotKeyField.safeParse(query.get('instead')).data ?? null

/** What the page shows of a family's rider; null for a rider of another family. */
export async function readPlaces(viewerId: string, query: URLSearchParams) {
  const kept = keptIn(query)
  const family = await ridersOfFamily(viewerId)
  const asked = query.get('rider')
  const rider = asked ? family.find(({ id }) => id === asked) : family[0]
  if (!rider) return null
  const first = today()
  const end = addDays(first, DAYS_AHEAD - 1)
  const instead = insteadIn(query)
  // The days around the lesson that is replaced are those on which the rider can most likely come.
  const asFrom = dayField.safeParse(query.get('from')).data ?? (instead ? weekStart(instead.date) : first)
  const from = asFrom < first || asFrom > end ? first : asFrom
  const to = [addDays(from, DAYS_SHOWN - 1), end].sort()[0] ?? end
  const day = dayField.safeParse(query.get('day')).data ?? null
  const [left, makeups] = await Promise.all([leftToBook(rider.id, from, to), openMakeups(rider.id, from)])
  const waiting = await waitingOf([rider.id])
  const isLate = await isLateAt(now())
  const lessons = await lessonsFor(rider.id, from, to, { types: left.types, booked: kept })
  const [hindered, bases] = await Promise.all([hinderedOf([rider]), readBaseTypes()])
  const days = byDay(
    lessons.map((lesson) => ({
      ...lesson,
      canBook: left.leftFor(lesson) > 0,
      renews: left.renewsFor(lesson),
      waits: waiting.some((entry) => isSameLine(entry, lesson)),
      canMakeUp: makeups.some(({ type, until }) => isLike(bases, type, lesson.type) && until >= lesson.date),
      isInstead: instead !== null && isLike(bases, instead.type, lesson.type),
      isLate: isLate(lesson),
      stays: kept.includes(slotKey(lesson)),
    })),
  )
  const isAll = query.get('show') === 'all'
  return {
    instead,
    hindered: hindered.map(({ id, firstName, isSelf }) => ({ id, firstName, isSelf })),
    family: family.length > 1 ? family.map(({ id, name }) => ({ id, name })) : [],
    rider: { id: rider.id, name: rider.firstName },
    waiting: waiting.map(({ expiresAt, ...entry }) => ({
      ...entry,
      until: expiresAt && formatInstant(expiresAt, getEnv().schoolTimezone),
    })),
    days,
    day: days.find(({ date }) => date === day)?.date ?? (isAll ? (days[0]?.date ?? null) : null),
    isAll,
    left: [...new Set([from, to].map(monthStart))].map((month) => ({ month, ...left.leftIn(month) })),
    use: query.get('use') === 'lesson' ? ('lesson' as const) : ('makeup' as const),
    from,
    to,
    first,
    makeups,
    earlier: from > first ? [addDays(from, -DAYS_SHOWN), first].sort()[1] : null,
    later: to < end ? addDays(to, 1) : null,
  }
}

export type Places = NonNullable<Awaited<ReturnType<typeof readPlaces>>>

/** Whether someone waits for this lesson, on its date or every week. */
const isSameLine = (entry: WaitingEntry, lesson: OpenLesson): boolean =>
  isSameLesson(entry, lesson) &&
  (entry.date === lesson.date ||
    (entry.weekly && entry.date < lesson.date && dayOfWeek(entry.date) === dayOfWeek(lesson.date)))
