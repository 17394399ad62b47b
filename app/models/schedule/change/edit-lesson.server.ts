import type { Prisma } from '~/generated/prisma/client'
import { horsesThatMayGo } from '~/models/schedule/horses/plan/day-plan.server'
import { type Beyond, changeLesson } from '~/models/schedule/lessons/change-lesson.server'
import { editLesson as decide, type LessonEdit } from '~/models/schedule/lessons/decide/edit'
import { lessonNotFound } from '~/models/schedule/lessons/decide/rider'
import { freedHorses } from '~/models/schedule/lessons/decide/settle'
import { movedAway } from '~/models/schedule/lessons/moved-away.server'
import { hasPlacesWeekly, setPlaces } from '~/models/schedule/lessons/set-places'
import { lineOf, moveLine } from '~/models/schedule/offers/move-line.server'
import { type Book, isOf, lessonAt, spanOf } from '~/models/schedule/snapshot/book'
import { hasSamePlaces, type PlacesInput, placesInputOf } from '~/models/schedule/vocabulary/free'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import { lastLessonChange } from '~/models/schedule/week/lesson-changes.server'
import { requireArena, requireLength, requireTime } from '~/models/school/lesson-times'
import { LEVELS } from '~/models/vocabulary/level'
import { isSameLesson, type Slot, slotKey } from '~/models/vocabulary/slot'
import { Refused } from '~/platform/refused'
import type { Tx } from '~/platform/tx.server'
import { checkEdit, type FieldTexts } from '~/platform/version'
import { addDays, dayOfWeek, daysBetween, type LocalDate } from '~/utils/dates'

/** As a type, so that its fields can be gone through. */
type Places = Pick<PlacesInput, 'capacity' | 'level' | 'arena'>

const USUAL = "the ride type's"
const PLACE_TEXTS: FieldTexts<Places> = {
  capacity: { label: 'the number of spots', show: (places) => (places === '0' ? 'not limited' : places || USUAL) },
  level: { label: 'level', show: (level) => LEVELS.find(({ name }) => name === level)?.label ?? 'any' },
  arena: { label: 'arena', show: (arena) => arena || 'none' },
}

/**
 * Edits a lesson; weekly, the past stays. Riders, horses and announced absences move along; to another day, horses that
 * are free and may go out then.
 * @returns the names of the horses that were freed, a sentence about places that someone else has changed, and who has
 * to be called, as `changeLesson` does.
 * @throws Refused 404 if the lesson is gone; 409 if the new time is taken or a ride that would move is recorded;
 * if it joins riders who are there already, and there are not enough places, unless `beyond` says so; Outdated if
 * someone else has changed the same of its places.
 */
export async function editLesson(
  actorId: string,
  slot: Slot,
  { places, version, beyond, ...change }: LessonEdit & PlacesEdit & Beyond,
  scope: Scope,
): Promise<{ changes: number[]; toCall: string[]; freed: string[]; kept: string | undefined }> {
  const target = { date: change.date ?? slot.date, time: change.time, type: change.type }
  // Single days that were moved from the lesson to other weekdays follow it too.
  const moved = scope === 'weekly' && slotKey(target) !== slotKey(slot) ? await movedAway(slot) : []
  const wish = {
    spans: [
      spanOf(slot, scope),
      ...(target.date === slot.date ? [] : [spanOf(target, scope)]),
      ...moved.map((day) => spanOf(day, 'one-time')),
    ],
    advice:
      scope === 'weekly'
        ? 'Choose a later date, or set that ride back to Scheduled first.'
        : 'Set that ride back to Scheduled first.',
    beyond,
    cameFrom: (lesson: Slot) =>
      isSameLesson(lesson, target)
        ? { ...slot, date: addDays(lesson.date, daysBetween(target.date, slot.date)) }
        : undefined,
  }
  const { result, ...done } = await changeLesson<{ freed: string[]; kept: string | undefined }>(
    actorId,
    wish,
    async (book, known, tx) => {
      const lesson = lessonAt(book, slot)
      if (!lesson) {
        const last = await lastLessonChange(slot, tx)
        throw last ? new Refused('not_found', `${last} Your change wasn't saved.`) : lessonNotFound()
      }
      if (target.type !== slot.type) known.requireType(target.type)
      // Existing terms may stay.
      if (target.time !== slot.time) requireTime(known.times, target.time)
      if (change.duration !== undefined && change.duration !== lesson.duration)
        requireLength(known.times, change.duration)
      const own = placesInputOf(lesson)
      const checked = checkEdit<Places>(version, places ?? {}, own, PLACE_TEXTS)
      const { kept } = checked
      const stays = slotKey(target) === slotKey(slot) && (change.duration ?? lesson.duration) === lesson.duration
      // Nothing but *every week* was chosen: what this day has of its own is meant.
      const asShown = scope === 'weekly' && stays && kept === undefined && Object.keys(checked.write).length === 0
      const write = asShown ? ofThisDay(book, slot, own) : checked.write
      if (write.arena && write.arena !== own.arena) requireArena(known.times, write.arena)
      const isSame =
        scope === 'weekly' && lesson.weekly
          ? hasPlacesWeekly(book, lesson, write)
          : hasSamePlaces({ ...own, ...write }, own)
      if (isSame && stays) return { book, entries: [], result: { freed: [], kept } }
      const moves = slotKey(target) !== slotKey(slot)
      const line = moves ? await lineOf(tx, slot, target, scope) : []
      const detail = {
        scope,
        to: slotKey(target),
        time: target.time,
        type: target.type,
        ...(change.duration && change.duration !== lesson.duration && { minutes: change.duration }),
        ...(!isSame && { ...write }),
        ...(line.length > 0 && { line: line as unknown as Prisma.InputJsonArray }),
      }
      const entry = { action: 'lesson.edit', entity: 'lesson', entityId: slotKey(slot), detail } as const
      const mayGo = await horsesOf(tx, book, { from: slot, to: target, scope })
      const edited = decide(book, slot, { ...change, scope }, { ...known, mayGo })
      const there = lessonAt(edited, target)
      const next = isSame || !there ? edited : setPlaces(edited, there, write, scope)
      return {
        book: next,
        entries: [entry],
        result: { freed: freedHorses(book, edited), kept },
        also: (tx) => moveLine(tx, line),
      }
    },
  )
  return { ...done, ...result }
}

/** Finds the lesson's horses on a day that it moves to. */
function horsesOf(
  tx: Tx,
  book: Book,
  { from, to, scope }: { from: Slot; to: Slot; scope: Scope },
): ReturnType<typeof horsesThatMayGo> {
  const days = daysBetween(from.date, to.date)
  const isMeant = (use: Slot) => (scope === 'weekly' ? use.date >= from.date : use.date === from.date)
  const uses = book.horses.filter(
    (use) => days !== 0 && isMeant(use) && dayOfWeek(use.date) === dayOfWeek(from.date) && isSameLesson(use, from),
  )
  const ridesOn = (horseId: number, date: LocalDate) =>
    book.horses.filter((use) => use.horseId === horseId && use.date === date).length
  return horsesThatMayGo(tx, uses, days, ridesOn)
}

/** Returns the values that a day has of its own. */
function ofThisDay(book: Book, slot: Slot, own: PlacesInput): Partial<PlacesInput> {
  const row = book.oneTimeLessons.find(isOf(slot))
  const isOwn = (field: keyof PlacesInput) => row?.[field] !== null && row?.[field] !== undefined
  return {
    ...(isOwn('capacity') && { capacity: own.capacity }),
    ...(isOwn('level') && { level: own.level }),
    ...(isOwn('arena') && { arena: own.arena }),
  }
}

interface PlacesEdit {
  /** The places; those left out stay unchanged. */
  places?: Partial<PlacesInput>
  /** Of the places that the form showed. */
  version?: string
}
