import { coverWord } from '~/models/allowance/cover'
import { barnNoteList, barnNotesFound } from '~/models/people/families/student-note.server'
import { concernsOfGiven } from '~/models/schedule/horses/given-horse'
import { horsesOut } from '~/models/schedule/horses/given-horse.server'
import { type Concern, isBeyond } from '~/models/schedule/match/match'
import { factList, factsFound, NOTHING_KNOWN } from '~/models/schedule/match/rider-facts.server'
import { formatFreePlaces, formatOverCapacity } from '~/models/schedule/vocabulary/free'
import { type Clashes, clashesAt } from '~/models/schedule/week/clashes'
import type { RosterLesson, RosterRider } from '~/models/schedule/week/roster.server'
import { unsignedLists } from '~/models/waivers/family-waivers.server'
import { today } from '~/platform/clock.server'
import { listStatement, queryLists, rowList, text } from '~/platform/row-lists.server'
import type { LocalDate } from '~/utils/dates'
import type { Figures } from './figures'
import { rosterWithFigures } from './figures.server'

export interface SheetRider
  extends Pick<RosterRider, 'riderId' | 'name' | 'attendance' | 'version' | 'isMakeup' | 'isAnnounced'> {
  horse: string | null
  horseId: number | null
  /** What goes over the limits of that horse. */
  concerns: Concern[]
  /** Notes for the barn about the rider: an allergy, a fear, who picks up. */
  barn: string[]
  /** The note for this ride. */
  note: string
  /** Set if the ride is unpaid and the office must act. */
  due?: string
  /** Whether the rider has a waiver to sign. */
  unsigned?: boolean
}

export interface SheetLesson extends Clashes {
  time: string
  type: string
  color: string
  instructor: string | null
  arena: string | null
  /** `2 free`, `full`, `7 of 6`; empty without a limit. */
  places: string
  beyond: boolean
  riders: SheetRider[]
}

/** `$1`: the day. `$2`: the riders. */
const SHEET = listStatement({
  notes: rowList<{ riderId: string; time: string; text: string }>(
    { riderId: text('r.student_id'), time: text('r.scheduled_time'), text: text('r.notes') },
    `lessons r WHERE r.scheduled_date = $1::date AND r.notes IS NOT NULL AND btrim(r.notes) <> ''`,
  ),
  barn: barnNoteList('$2::text[]'),
  facts: factList('$2::text[]'),
  ...unsignedLists('(SELECT unnest($2::text[]) AS id)'),
})

/** Loads the sheet in five queries, however many lessons. */
export async function loadDaySheet(date: LocalDate): Promise<SheetLesson[]> {
  const { days, types, figuresOf } = await rosterWithFigures({ from: date, to: date })
  return sheetOf(date, days[0]?.lessons ?? [], types, (rider, { date, time, type }) =>
    dueOf(rider.attendance, figuresOf(rider, { date, time, type }), date),
  )
}

/** Returns the lessons of a day as a sheet shows them, without money unless `due` includes it. */
export async function sheetOf(
  date: LocalDate,
  lessons: readonly RosterLesson[],
  types: readonly { name: string; color: string }[],
  due: (rider: RosterRider, lesson: RosterLesson) => { due?: string } = () => ({}),
): Promise<SheetLesson[]> {
  const riderIds = lessons.flatMap(({ riders }) => riders.map(({ riderId }) => riderId))
  const [rows, horses] = await Promise.all([queryLists(SHEET, [date, riderIds]), horsesOut(date)])
  const [barn, facts] = [barnNotesFound(rows.barn), factsFound(rows.facts)]
  const unsigned = new Set(rows.unsigned.map(({ id }) => id))
  const noteOf = new Map(rows.notes.map(({ time, riderId, text }) => [`${time} ${riderId}`, text]))
  const concernsOf = ({ riderId, horse }: RosterRider): Concern[] => {
    const given = horse && horses.get(horse.id)
    return given
      ? concernsOfGiven(given, facts.get(riderId) ?? NOTHING_KNOWN, { date, today: today() }).filter(isBeyond)
      : []
  }
  return lessons.map((lesson) => ({
    places: formatOverCapacity(lesson) ?? formatFreePlaces(lesson) ?? '',
    beyond: formatOverCapacity(lesson) !== null,
    time: lesson.time,
    type: lesson.type,
    color: types.find(({ name }) => name === lesson.type)?.color ?? '',
    instructor: lesson.instructor?.name ?? null,
    arena: lesson.arena,
    ...(date >= today() && clashesAt(lesson, lessons)),
    riders: lesson.riders.map((rider) => ({
      ...due(rider, lesson),
      riderId: rider.riderId,
      name: rider.name,
      attendance: rider.attendance,
      version: rider.version,
      ...(rider.isMakeup && { isMakeup: rider.isMakeup }),
      ...(rider.isAnnounced && { isAnnounced: rider.isAnnounced }),
      horse: rider.horse?.name ?? null,
      horseId: rider.horse?.id ?? null,
      concerns: concernsOf(rider),
      barn: barn.get(rider.riderId) ?? [],
      note: noteOf.get(`${lesson.time} ${rider.riderId}`) ?? '',
      unsigned: date >= today() && unsigned.has(rider.riderId),
    })),
  }))
}

function dueOf(attendance: string, figures: Figures | null, date: LocalDate): { due?: string } {
  const { word, due } = coverWord({ date, attendance, ...figures }, today())
  return word && due ? { due: word } : {}
}
