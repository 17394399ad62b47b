import { officeLabel } from '~/models/vocabulary/attendance'
import { LEVELS } from '~/models/vocabulary/level'
import { formatDayFrom, formatWeekday, type LocalDate } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'

export interface LessonChange {
  action: string
  entityId: string
  detail: Record<string, unknown>
  /** Whether the rider made the change. */
  isOwn?: boolean
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const horse = (value: unknown) => text(value) || 'no horse'

/** Returns `4:00 PM Group Lesson` from `2026-11-24 16:00 Group Lesson`. */
const lessonIn = (key: string) => `${formatTimeOfDay(key.slice(11, 16))} ${key.slice(17)}`

/** Returns ` on Thursday, Nov 26`. */
const otherDayOf = ({ entityId, detail }: LessonChange, today: LocalDate) => {
  const day = text(detail.to).slice(0, 10)
  return day === entityId.slice(0, 10) ? '' : ` on ${formatWeekday(day)}, ${formatDayFrom(today, day)}`
}

/** Returns `the 4:00 PM Group Lesson`, or where it moved. */
const movedOf = (entry: LessonChange, today: LocalDate) => {
  const [from, to] = [lessonIn(entry.entityId), lessonIn(text(entry.detail.to))]
  const day = otherDayOf(entry, today)
  return from === to && !day ? `the ${from}` : `the lesson from ${from} to ${to}${day}`
}

const minutesOf = ({ minutes }: LessonChange['detail']) => (typeof minutes === 'number' ? `, ${minutes} minutes` : '')

/** Returns what was said of spots, level and arena: `, 4 spots, novice, in Indoor`. */
const placesOf = ({ capacity, level, arena }: LessonChange['detail']) => {
  const spots = capacity === null ? 'the spots of its ride type' : `${capacity || 'no limit of'} spots`
  const ofLevel = LEVELS.find(({ name }) => name === level)?.label.toLowerCase() ?? 'any level'
  return [
    capacity === undefined ? '' : `, ${spots}`,
    level === undefined ? '' : `, ${ofLevel}`,
    arena === undefined ? '' : arena ? `, in ${text(arena)}` : ', in no arena',
  ].join('')
}

const ridesOf = ({ rides }: LessonChange['detail']) => {
  const count = Array.isArray(rides) ? rides.length : 0
  return `${count} ${count === 1 ? 'ride' : 'rides'}`
}

/** Returns ` (12 weekly rides moved, 3 new, 1 ended)`; nothing if only lessons changed. */
const movesOf = ({ moved, joined, ended }: LessonChange['detail']) => {
  const parts = [[moved, 'moved'] as const, [joined, 'new'] as const, [ended, 'ended'] as const]
  const [first, ...more] = parts.filter(([count]) => Number(count) > 0)
  if (!first) return ''
  const rides = `${first[0]} weekly ${first[0] === 1 ? 'ride' : 'rides'} ${first[1]}`
  return ` (${[rides, ...more.map(([count, what]) => `${count} ${what}`)].join(', ')})`
}

/** Returns `4:00 PM Group Lesson`, or how many lessons. */
const lessonsIn = ([first, ...more]: { time?: unknown; type?: unknown }[]) =>
  more.length > 0 ? `${more.length + 1} lessons` : `${formatTimeOfDay(text(first?.time))} ${text(first?.type)}`

/** Returns `; Emma Stone, Tom Hill join Group Lesson 2`; nothing if nobody does. */
const joinedIn = ({ joined }: LessonChange['detail']) => {
  const riders = (Array.isArray(joined) ? joined : []) as { name?: unknown; type?: unknown }[]
  const types = [...new Set(riders.map(({ type }) => text(type)))]
  return types
    .map((type) => {
      const names = riders.filter((rider) => rider.type === type).map(({ name }) => text(name))
      return `; ${names.join(', ')} ${names.length === 1 ? 'joins' : 'join'} ${type}`
    })
    .join('')
}

/** Returns `undid: closed the day`, and `redid: closed the day` of what undid that. */
function sayUndone(what: unknown[]): string {
  const said = what.map(text).join('; ')
  const [before = ''] = /^(?:undid: |redid: )*/.exec(said) ?? []
  const isRedone = (before.match(/undid/g)?.length ?? 0) % 2 === 1
  return `${isRedone ? 'redid' : 'undid'}: ${said.slice(before.length)}`
}

/** Returns `put Bella to rest through Dec 5: abscess (3 rides changed)`. */
function sayRested(name: string, { to, changes, what }: LessonChange['detail'], today: LocalDate): string {
  if (Array.isArray(what)) return sayUndone(what)
  const { onRest, from, until, reason } = to as { onRest: boolean; from: unknown; until: unknown; reason: unknown }
  const rides = Array.isArray(changes) && changes.length > 0 ? ` (${ridesOf({ rides: changes })} changed)` : ''
  if (!onRest) return `ended the rest of ${name}${rides}`
  const first = text(from) > today ? ` from ${formatDayFrom(today, text(from))}` : ''
  const last = until ? ` through ${formatDayFrom(today, text(until))}` : ''
  return `put ${name} to rest${first}${last}${reason ? `: ${text(reason)}` : ''}${rides}`
}

/** Returns `made today a hot day, 1 fewer ride for each horse (3 rides changed)`. */
function sayHotDay({ entityId, detail: { to, changes, what } }: LessonChange, today: LocalDate): string {
  if (Array.isArray(what)) return sayUndone(what)
  const day = formatDayFrom(today, entityId)
  const rides = Array.isArray(changes) && changes.length > 0 ? ` (${ridesOf({ rides: changes })} changed)` : ''
  return to === 0
    ? `took back the hot day on ${day}${rides}`
    : `made ${day} a hot day, ${to === 1 ? '1 fewer ride' : `${to} fewer rides`} for each horse${rides}`
}

/** Returns a sentence without its subject: `marked Emma Stone Present (was Scheduled)`. */
export function describeLessonChange(entry: LessonChange, today: LocalDate): string {
  const { action, detail, isOwn } = entry
  const name = text(detail.name) || 'a student'
  if (action === 'horse.rest') return sayRested(name, detail, today)
  if (action === 'horse.hot') return sayHotDay(entry, today)
  const day = formatDayFrom(today, entry.entityId.slice(0, 10))
  const scope = detail.scope === 'weekly' ? `every week from ${day}` : `on ${day} only`
  // A family's change is for one date unless it says otherwise.
  const when = detail.scope === 'weekly' ? scope : `on ${day}`
  switch (action) {
    case 'lesson.add':
      return `added the lesson${detail.instructor ? ` with ${text(detail.instructor)}` : ''}, ${scope}`
    case 'lesson.delete':
      return `deleted the lesson, ${scope}`
    case 'lesson.edit':
      return `changed ${movedOf(entry, today)}${minutesOf(detail)}${placesOf(detail)}, ${scope}`
    case 'lesson.add-rider':
      return `added ${name}, ${scope}`
    case 'lesson.remove-rider':
      return `removed ${name}, ${scope}`
    case 'lesson.take-place':
      return `booked a spot ${isOwn ? '' : `for ${name} `}${when}`
    case 'lesson.give-place-back':
      return `gave back ${isOwn ? 'the' : `${name}’s`} spot ${when}`
    case 'lesson.wait':
      return `${isOwn ? 'joined' : `put ${name} on`} the waitlist ${when}`
    case 'lesson.wait-no-more':
      return `${isOwn ? 'left' : `removed ${name} from`} the waitlist ${when}`
    case 'lesson.move-rider':
      return `moved ${name} to ${lessonIn(text(detail.to))} on ${formatDayFrom(today, text(detail.to).slice(0, 10))}, ${scope}`
    case 'ride.attendance':
      return `marked ${name} ${officeLabel(text(detail.to))} (was ${officeLabel(text(detail.from))})`
    case 'ride.horse':
      if (detail.from && detail.from === detail.to)
        return `kept ${name} on ${horse(detail.from)} beyond its limit: ${text(detail.reason)}`
      return `changed ${name}’s horse from ${horse(detail.from)} to ${horse(detail.to)}${
        detail.reason ? `: ${text(detail.reason)}` : ''
      }`
    case 'lesson.instructor':
      return `${detail.instructor ? `made ${text(detail.instructor)} the instructor` : 'removed the instructor'}, ${scope}`
    case 'ride.note':
      return detail.to
        ? // The note itself is shown with the ride.
          `added a note about ${name}’s ride`
        : `removed the note about ${name}’s ride`
    case 'lesson.close-day':
      if (Array.isArray(detail.only))
        return `canceled ${lessonsIn(detail.only)}: ${text(detail.reason)} (${ridesOf(detail)})${joinedIn(detail)}`
      return `closed the day${detail.from ? ` from ${formatTimeOfDay(text(detail.from))}` : ''}: ${text(detail.reason)} (${ridesOf(detail)})`
    case 'lesson.season':
      return `published ${text(detail.name)} from ${day}${movesOf(detail)}`
    case 'lesson.undo':
      return sayUndone(Array.isArray(detail.what) ? detail.what : ['a change'])
    default:
      return action
  }
}
