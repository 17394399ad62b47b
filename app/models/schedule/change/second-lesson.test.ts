import { beforeEach, describe, expect, test } from 'vitest'
import { portalOverview } from '~/models/portal/portal.server'
import { loadDayPlan } from '~/models/schedule/horses/plan/day-plan.server'
import { bookMakeup, bookMakeupFor } from '~/models/schedule/makeups/book-makeup.server'
import { listMakeups, makeupsFor } from '~/models/schedule/makeups/makeup-list.server'
import { grantMakeup } from '~/models/schedule/makeups/office-makeup.server'
import { upcomingFamilyRides } from '~/models/schedule/rides/ride.server'
import { addRideType, listRideTypes, saveRideType } from '~/models/schedule/rides/ride-type.server'
import { solveSeasonPlan } from '~/models/schedule/season/edit-season.server'
import { saveOwnWishes } from '~/models/schedule/season/family-wishes.server'
import { seatsOf } from '~/models/schedule/season/plan'
import { addSeason, askFamilies, loadPlan } from '~/models/schedule/season/season.server'
import type { PlacesInput } from '~/models/schedule/vocabulary/free'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import { addToWaitlist } from '~/models/schedule/waitlist/waitlist.server'
import { lessonChanges } from '~/models/schedule/week/lesson-changes.server'
import { findLesson } from '~/models/schedule/week/roster.server'
import { findLessonTimes, formerArenas, saveLessonTimes } from '~/models/school/lesson-times.server'
import type { Slot } from '~/models/vocabulary/slot'
import { prisma } from '~/platform/db.server'
import { Asked } from '~/platform/refused'
import { versionOf } from '~/platform/version'
import { toDbDate } from '~/utils/dates'
import { horse, openOffice, rider, weeklyPlace } from '../../../../test/factories'
import { emptySchedule, refusal, scheduleLines } from '../../../../test/schedule'
import { addLessonAt } from './add-lesson.server'
import { addToLesson, createWeeklyPlace } from './add-rider.server'
import { deleteLesson } from './delete-lesson.server'
import { editLesson } from './edit-lesson.server'
import { moveRider } from './move-rider.server'
import { endWeeklyPlace, removeFromLesson } from './remove-rider.server'
import { undoChanges } from './undo.server'

const TUESDAY = '2026-11-24'
const NEXT = '2026-12-01'
const slot = { date: TUESDAY, time: '16:00', type: 'Group Lesson' }
const other = { ...slot, type: 'Group Lesson 2' }
const { officeId: office } = await openOffice('2026-11-20T15:00:00Z')
const [emma, tom] = (
  await Promise.all(['Emma', 'Tom'].map((firstName) => rider({ firstName, lastName: 'Stone' })))
).map(({ id }) => id) as [string, string]

beforeEach(async () => {
  await emptySchedule()
  await prisma.season.deleteMany()
  await prisma.waiting.deleteMany()
  await prisma.rideType.deleteMany({ where: { NOT: { baseType: null } } })
  await prisma.rideType.deleteMany({ where: { name: { startsWith: 'Group Lesson ' } } })
  await prisma.school.upsert({
    where: { id: 1 },
    update: { arenas: 'Outdoor, Indoor' },
    create: { id: 1, arenas: 'Outdoor, Indoor' },
  })
  await weeklyPlace({ startDate: '2026-11-03', riderId: emma })
})

/** Adds another lesson as the form does: it is asked about once, and confirmed. */
async function another(at: Slot, scope: 'weekly' | 'one-time' = 'weekly') {
  const asked = await addLessonAt(office, at, scope, { second: '' }).catch((error: unknown) => error)
  return asked instanceof Asked ? addLessonAt(office, at, scope, { second: asked.value }) : Promise.reject(asked)
}
const second = (scope?: 'weekly' | 'one-time') => another(slot, scope)
const lines = (date: string) => scheduleLines({ from: date, to: date })
const seconds = async () => (await listRideTypes()).filter(({ baseType }) => baseType !== null)

describe('a second lesson at one hour', () => {
  test('It is refused in the usual words unless it is asked for, and then has a ride type of its own', async () => {
    await expect(addLessonAt(office, slot, 'weekly', { second: '' })).rejects.toMatchObject({
      ...{ code: 'duplicate', field: 'second' },
      message: 'Lesson already exists - A lesson for this time slot already exists for this date',
    })
    await expect(addLessonAt(office, slot, 'weekly')).rejects.toMatchObject({ code: 'duplicate', field: 'time' })
    expect(await second()).toMatchObject({ type: 'Group Lesson 2', offOn: [] })
    const [first] = (await listRideTypes()).filter(({ name }) => name === 'Group Lesson')
    expect(await seconds()).toMatchObject([
      {
        ...{ name: 'Group Lesson 2', baseType: 'Group Lesson', isActive: true },
        ...{ color: first?.color, counter: first?.counter, capacity: first?.capacity, sortOrder: first?.sortOrder },
      },
    ])
    for (const date of [TUESDAY, NEXT]) {
      expect(await lines(date)).toEqual([`${date} 16:00 Group Lesson: Emma Stone`, `${date} 16:00 Group Lesson 2: `])
    }
    expect((await second('one-time')).type).toBe('Group Lesson 3')
  })

  test('Asked for where there is no first one, it is the first', async () => {
    const free = { ...slot, time: '17:00' }
    expect(await addLessonAt(office, free, 'weekly', { second: '' })).toMatchObject({ type: 'Group Lesson' })
    expect(await seconds()).toEqual([])
  })

  test('Of two desks at once one adds a second, and the other is asked about a third; a form sent again adds none', async () => {
    const [one, two] = await Promise.allSettled([second(), second()])
    const [lost] = [one, two].filter(({ status }) => status === 'rejected')
    expect(lost).toMatchObject({ reason: { code: 'duplicate', value: `${TUESDAY} 16:00 Group Lesson 3` } })
    expect((await seconds()).map(({ name }) => name)).toEqual(['Group Lesson 2'])
    const again = addLessonAt(office, slot, 'weekly', { second: `${TUESDAY} 16:00 Group Lesson 2` })
    await expect(again).rejects.toMatchObject({ value: `${TUESDAY} 16:00 Group Lesson 3` })
    const elsewhere = addLessonAt(office, slot, 'weekly', { second: `${TUESDAY} 17:00 Group Lesson 3` })
    await expect(elsewhere).rejects.toMatchObject({ value: `${TUESDAY} 16:00 Group Lesson 3` })
  })

  test('At two times of different weekdays at once, both are the second with the same ride type', async () => {
    await weeklyPlace({ startDate: '2026-11-05' })
    const thursday = { ...slot, date: '2026-11-26' }
    const both = [second(), another(thursday)]
    expect((await Promise.all(both)).map(({ type }) => type)).toEqual(['Group Lesson 2', 'Group Lesson 2'])
    expect(await seconds()).toHaveLength(1)
  })

  test('A lesson that is off that day keeps its type to itself, and so does one of a later week', async () => {
    const { type } = await second()
    await deleteLesson(office, { ...slot, type }, 'one-time')
    expect((await second('one-time')).type).toBe('Group Lesson 3')
    await emptySchedule()
    await weeklyPlace({ startDate: '2026-11-03', riderId: emma })
    await addLessonAt(office, { ...other, date: NEXT }, 'one-time')
    expect((await second('one-time')).type).toBe('Group Lesson 2')
    await emptySchedule()
    await weeklyPlace({ startDate: '2026-11-03', riderId: emma })
    await addLessonAt(office, { ...other, date: NEXT }, 'one-time')
    expect((await second()).type).toBe('Group Lesson 3')
  })

  test('A type of that name that the school made itself is left alone, and one that it no longer offers is named', async () => {
    const look = { color: '#112233', sortOrder: 90, capacity: null }
    await addRideType(office, { name: 'group lesson 2', counter: 'hacks', ...look })
    expect((await second()).type).toBe('Group Lesson 3')
    const [third] = await seconds()
    await saveRideType(office, third?.id ?? 0, { ...look, isActive: false })
    await emptySchedule()
    await weeklyPlace({ startDate: '2026-11-03', riderId: emma })
    await expect(second()).rejects.toEqual(refusal(400, /Group Lesson 3 is no longer offered/))
    await prisma.rideType.deleteMany({ where: { name: 'group lesson 2' } })
  })

  test('Undo takes the lesson away again, and moves between both are undone too', async () => {
    const { changes } = await second()
    const moved = await moveRider(office, emma, { from: slot, to: other, scope: 'weekly' })
    expect(await lines(NEXT)).toEqual([`${NEXT} 16:00 Group Lesson 2: Emma Stone`])
    await undoChanges(office, moved.changes)
    await undoChanges(office, changes)
    expect(await lines(NEXT)).toEqual([`${NEXT} 16:00 Group Lesson: Emma Stone`])
  })

  test('Nobody rides in both at once', async () => {
    await second()
    await expect(addToLesson(office, emma, other, { scope: 'one-time' })).rejects.toMatchObject({ status: 409 })
  })

  test('The database refuses one that uses another counter, and one of a second one', async () => {
    await second()
    await expect(
      prisma.rideType.update({ where: { name: 'Group Lesson' }, data: { counter: 'hacks' } }),
    ).rejects.toThrow(/ride_types_base|has the counter of its base/)
    const of = { name: 'Group Lesson 2 2', baseType: 'Group Lesson 2', color: '#112233', counter: 'lessons' }
    await expect(prisma.rideType.create({ data: of })).rejects.toThrow(/ride_types_base|has no base itself/)
  })
})

describe('a makeup', () => {
  const given = { type: 'Group Lesson', reason: 'The pony was lame', until: '2026-12-22' }

  test('It is good for the second lesson, for a family and for the office, and not for another kind', async () => {
    await second()
    const first = await grantMakeup(office, tom, given)
    expect(await makeupsFor(other, [], TUESDAY)).toMatchObject([{ id: first }])
    await bookMakeup(tom, tom, other)
    expect(await lines(TUESDAY)).toContain(`${TUESDAY} 16:00 Group Lesson 2: Tom Stone`)
    const next = await grantMakeup(office, tom, given)
    await expect(bookMakeupFor(office, next, { ...slot, date: NEXT, type: 'Hack' })).rejects.toEqual(
      refusal(409, 'This makeup is for a Group Lesson.'),
    )
    await bookMakeupFor(office, next, { ...other, date: NEXT })
    expect(await lines(NEXT)).toContain(`${NEXT} 16:00 Group Lesson 2: Tom Stone`)
    expect((await listMakeups({ today: TUESDAY, riderIds: [tom] })).map(({ state }) => state)).toEqual([
      'booked',
      'booked',
    ])
  })

  test('A ride that is booked with one moves to the second lesson, and not to another kind', async () => {
    await second()
    await addLessonAt(office, { ...slot, type: 'Hack' }, 'weekly')
    await grantMakeup(office, tom, given)
    await bookMakeup(tom, tom, slot)
    await moveRider(office, tom, { from: slot, to: other, scope: 'one-time' })
    expect(await lines(TUESDAY)).toContain(`${TUESDAY} 16:00 Group Lesson 2: Tom Stone`)
    await expect(
      moveRider(office, tom, { from: other, to: { ...slot, type: 'Hack' }, scope: 'one-time' }),
    ).rejects.toMatchObject({ code: 'type_not_covered' })
  })
})

describe('an arena', () => {
  const at = (arena: string | null) => ({ ...slot, places: { arena } })
  const arenas = async (...dates: string[]) =>
    Promise.all(dates.map(async (date) => (await findLesson({ ...slot, date }))?.arena))

  test('A lesson has it weekly from a day on, or on one day, and Undo restores the one before', async () => {
    const { changes } = await editLesson(office, slot, at('Indoor'), 'weekly')
    expect(await arenas('2026-11-17', TUESDAY, NEXT)).toEqual([null, 'Indoor', 'Indoor'])
    await undoChanges(office, changes)
    expect(await arenas('2026-11-17', TUESDAY, NEXT)).toEqual([null, null, null])
    await editLesson(office, slot, at('Indoor'), 'weekly')
    await editLesson(office, { ...slot, date: NEXT }, { ...slot, date: NEXT, places: { arena: null } }, 'one-time')
    expect(await arenas(TUESDAY, NEXT, '2026-12-08')).toEqual(['Indoor', null, 'Indoor'])
    await addToLesson(office, tom, slot, { scope: 'weekly' })
    expect(await arenas(TUESDAY, '2026-12-08')).toEqual(['Indoor', 'Indoor'])
  })

  test('It goes along to another day, and stays with a lesson whose riders all leave', async () => {
    await editLesson(office, slot, at('Indoor'), 'weekly')
    await editLesson(office, slot, { date: '2026-11-25', time: '10:00', type: 'Group Lesson' }, 'one-time')
    expect((await findLesson({ ...slot, date: '2026-11-25', time: '10:00' }))?.arena).toBe('Indoor')
    await editLesson(
      office,
      { ...slot, date: NEXT },
      { date: '2026-12-03', time: '10:00', type: 'Group Lesson' },
      'weekly',
    )
    expect((await findLesson({ ...slot, date: '2026-12-10', time: '10:00' }))?.arena).toBe('Indoor')
  })

  test('One that the school does not have is refused, unless the lesson has it already', async () => {
    await expect(editLesson(office, slot, at('Moon'), 'weekly')).rejects.toEqual(
      refusal(400, 'Choose an arena of the school'),
    )
    await expect(
      addLessonAt(office, { ...slot, time: '17:00' }, 'weekly', {
        places: { capacity: null, level: null, arena: 'Moon' },
      }),
    ).rejects.toEqual(refusal(400, 'Choose an arena of the school'))
    await editLesson(office, slot, at('Indoor'), 'weekly')
    await prisma.school.update({ where: { id: 1 }, data: { arenas: null } })
    await editLesson(office, slot, { ...slot, duration: 45, places: { arena: 'Indoor' } }, 'weekly')
    expect(await arenas(TUESDAY)).toEqual(['Indoor'])
  })

  test('It stays off from the day on which it was taken away, whoever is added before', async () => {
    await editLesson(office, slot, { ...at('Indoor'), duration: 60 }, 'weekly')
    const later = { ...slot, date: '2026-12-08' }
    await editLesson(office, later, { ...later, duration: 45, places: { arena: null } }, 'weekly')
    await addToLesson(office, tom, slot, { scope: 'weekly' })
    expect(await arenas(TUESDAY, NEXT, later.date, '2026-12-15')).toEqual(['Indoor', 'Indoor', null, null])
    const lengths = [TUESDAY, later.date, '2026-12-15', '2026-12-22'].map(async (date) => {
      const lesson = await findLesson({ ...slot, date })
      return `${lesson?.duration} ${lesson?.riders.length}`
    })
    expect(await Promise.all(lengths)).toEqual(['60 2', '45 2', '45 2', '45 2'])
  })

  test('What one day has of its own is not made weekly by a change of something else, nor lost by it', async () => {
    const edit = (places: Partial<PlacesInput>, scope: Scope) => editLesson(office, slot, { ...slot, places }, scope)
    const shown = async (...dates: string[]) =>
      Promise.all(
        dates.map(async (date) => {
          const lesson = await findLesson({ ...slot, date })
          return `${lesson?.capacity} ${lesson?.arena}`
        }),
      )
    await edit({ arena: 'Indoor' }, 'weekly')
    await edit({ arena: 'Outdoor', capacity: 3 }, 'one-time')
    await edit({ capacity: 5 }, 'weekly')
    expect(await shown(TUESDAY, NEXT)).toEqual(['5 Outdoor', '5 Indoor'])
    await edit({ arena: null, capacity: 3 }, 'one-time')
    await edit({ arena: 'Outdoor' }, 'weekly')
    expect(await shown(TUESDAY, NEXT)).toEqual(['3 Outdoor', '5 Outdoor'])
  })

  test('Choosing every week alone changes nothing where the day has nothing of its own, nor a later change', async () => {
    await editLesson(office, slot, at('Indoor'), 'weekly')
    const later = { ...slot, date: '2026-12-08' }
    await editLesson(office, later, { ...later, places: { arena: 'Outdoor' } }, 'weekly')
    const shown = { capacity: null, level: null, arena: 'Indoor' }
    const same = { ...slot, duration: 60, places: shown, version: versionOf(shown) }
    expect((await editLesson(office, slot, same, 'weekly')).changes).toEqual([])
    const old = { ...same, places: { ...shown, arena: null }, version: versionOf({ capacity: null, level: null }) }
    expect((await editLesson(office, slot, old, 'weekly')).changes).toEqual([])
    expect(await arenas(TUESDAY, NEXT, later.date)).toEqual(['Indoor', 'Indoor', 'Outdoor'])
  })

  test('A page from before the update that was refused and is sent again takes none away', async () => {
    await editLesson(office, slot, { ...slot, places: { arena: 'Indoor', capacity: 5 } }, 'weekly')
    const places = { capacity: 4, level: null, arena: null }
    const old = { ...slot, places, version: versionOf({ capacity: null, level: null }) }
    const refused = await editLesson(office, slot, old, 'weekly').catch((error) => error)
    await editLesson(office, slot, { ...old, version: refused.version }, 'weekly')
    expect(await findLesson(slot)).toMatchObject({ capacity: 4, arena: 'Indoor' })
  })

  test('One that was not touched, and that the school has dropped by now, is no reason to refuse', async () => {
    await editLesson(office, slot, at('Indoor'), 'weekly')
    const shown = { capacity: null, level: null, arena: 'Indoor' }
    await editLesson(office, slot, at('Outdoor'), 'weekly')
    await prisma.school.update({ where: { id: 1 }, data: { arenas: 'Outdoor' } })
    const wish = { ...slot, places: { ...shown, capacity: 4 }, version: versionOf(shown) }
    const { kept } = await editLesson(office, slot, wish, 'weekly')
    expect(kept).toContain('arena Outdoor')
    expect(await findLesson(slot)).toMatchObject({ capacity: 4, arena: 'Outdoor' })
  })

  test('A day’s own can be made weekly by choosing every week alone', async () => {
    await editLesson(office, slot, at('Indoor'), 'weekly')
    await editLesson(office, slot, at('Outdoor'), 'one-time')
    const shown = { capacity: null, level: null, arena: 'Outdoor' }
    await editLesson(office, slot, { ...slot, places: shown, version: versionOf(shown) }, 'weekly')
    expect(await arenas(TUESDAY, NEXT)).toEqual(['Outdoor', 'Outdoor'])
  })

  test('A lesson without one has none on the day of a canceled lesson that has one', async () => {
    await weeklyPlace({ startDate: '2026-11-05', time: '10:00' })
    const thursday = { date: '2026-11-26', time: '10:00', type: 'Group Lesson' }
    await editLesson(office, thursday, { ...thursday, places: { arena: 'Outdoor', capacity: 2 } }, 'weekly')
    await deleteLesson(office, thursday, 'one-time')
    await editLesson(office, slot, thursday, 'one-time')
    expect(await findLesson(thursday)).toMatchObject({ arena: null, capacity: 6 })
  })

  test('A page from before the update takes none away, from a lesson or from the school', async () => {
    await editLesson(office, slot, at('Indoor'), 'weekly')
    const sent = { capacity: 5, level: null, arena: null }
    const version = versionOf({ capacity: null, level: null })
    await editLesson(office, slot, { ...slot, places: sent, version }, 'weekly')
    expect(await findLesson(slot)).toMatchObject({ capacity: 5, arena: 'Indoor' })
    const times = { firstLesson: '08:00', lastLesson: '18:30', lessonStep: 30, lessonLengths: '30, 45, 60, 90' }
    await saveLessonTimes(office, { ...times, arenas: null }, versionOf(times))
    expect((await findLessonTimes()).arenas).toEqual(['Outdoor', 'Indoor'])
  })

  test('One that the school has no longer is named as long as lessons are in it', async () => {
    await editLesson(office, slot, at('Indoor'), 'weekly')
    expect(await formerArenas(TUESDAY)).toEqual([])
    await prisma.school.update({ where: { id: 1 }, data: { arenas: 'Outdoor' } })
    expect(await formerArenas(TUESDAY)).toEqual(['Indoor'])
  })

  test('A family sees the one that its lesson has that day, in its pages, though its own rows do not say it', async () => {
    await addLessonAt(office, { ...slot, time: '17:00' }, 'weekly')
    await editLesson(
      office,
      { ...slot, time: '17:00' },
      { ...slot, time: '17:00', places: { arena: 'Indoor' } },
      'weekly',
    )
    await addToLesson(office, tom, { ...slot, time: '17:00' }, { scope: 'one-time' })
    await editLesson(office, slot, at('Outdoor'), 'one-time')
    const seen = async (id: string) => {
      const [page, list] = [(await portalOverview(id, TUESDAY)).rides, await upcomingFamilyRides([id], TUESDAY)]
      expect(page.map(({ arena }) => arena)).toEqual(list.map(({ arena }) => arena))
      return list.slice(0, 2).map(({ date, arena }) => `${date} ${arena}`)
    }
    expect(await seen(tom)).toEqual([`${TUESDAY} Indoor`])
    expect(await seen(emma)).toEqual([`${TUESDAY} Outdoor`, `${NEXT} undefined`])
  })

  test('The history says what was changed, and nothing else', async () => {
    await editLesson(office, slot, at('Indoor'), 'weekly')
    await editLesson(office, slot, at(null), 'weekly')
    const said = (await lessonChanges(slot)).slice(0, 2).map(({ what }) => what)
    expect(said).toEqual([
      'changed the 4:00 PM Group Lesson, in no arena, every week from Nov 24',
      'changed the 4:00 PM Group Lesson, in Indoor, every week from Nov 24',
    ])
  })
})

describe('a rider who is added every week before the lesson changes', () => {
  const later = { ...slot, date: '2026-12-08' }
  const lengths = (...dates: string[]) =>
    Promise.all(dates.map(async (date) => (await findLesson({ ...slot, date }))?.duration))

  test('They may ride there already from a later day on', async () => {
    await addToLesson(office, tom, { ...slot, date: NEXT }, { scope: 'weekly' })
    await editLesson(office, later, { ...later, duration: 45 }, 'weekly')
    await addToLesson(office, tom, slot, { scope: 'weekly' })
    expect(await lines('2026-12-15')).toEqual(['2026-12-15 16:00 Group Lesson: Emma Stone, Tom Stone'])
    expect(await lengths(TUESDAY, NEXT, later.date)).toEqual([60, 60, 45])
  })

  test('The length of a single day stays that day’s, and the lesson keeps its own when the others leave', async () => {
    await editLesson(office, slot, { ...slot, duration: 90 }, 'one-time')
    await editLesson(office, later, { ...later, duration: 45 }, 'weekly')
    await removeFromLesson(office, emma, { ...slot, date: '2027-01-05' }, { scope: 'weekly' })
    await addToLesson(office, tom, slot, { scope: 'weekly' })
    const shown = await lengths(TUESDAY, NEXT, later.date, '2026-12-29', '2027-01-05', '2027-01-12')
    expect(shown).toEqual([90, 60, 45, 45, 45, 45])
  })

  test('A program gets the place of that day, and ending it ends those that follow', async () => {
    await editLesson(office, later, { ...later, duration: 45 }, 'weekly')
    const id = await createWeeklyPlace(office, tom, slot)
    expect((await prisma.weeklyPlace.findUniqueOrThrow({ where: { id } })).startDate).toEqual(toDbDate(TUESDAY))
    await endWeeklyPlace(office, id, NEXT)
    expect(await lines('2026-12-15')).toEqual(['2026-12-15 16:00 Group Lesson: Emma Stone'])
  })
})

describe('where a second lesson is the same kind', () => {
  const look = async () => {
    const { id, color, sortOrder, capacity } = (await listRideTypes()).find(({ name }) => name === 'Group Lesson')!
    return { id, color, sortOrder, capacity }
  }

  test('Who rides in it no longer waits for the first', async () => {
    const { id, ...as } = await look()
    await saveRideType(office, id, { ...as, capacity: 1, isActive: true })
    await addToWaitlist(office, tom, slot, 'weekly')
    await second()
    await addToLesson(office, tom, other, { scope: 'weekly' })
    expect(await prisma.waiting.findMany({ select: { outcome: true } })).toEqual([{ outcome: 'placed' }])
    await saveRideType(office, id, { ...as, isActive: true })
  })

  test('A move to the first ends the waiting for it, and Undo opens it again', async () => {
    await second()
    await addToLesson(office, tom, other, { scope: 'weekly' })
    const { id, ...as } = await look()
    await saveRideType(office, id, { ...as, capacity: 1, isActive: true })
    await addToWaitlist(office, tom, slot, 'weekly')
    const { changes } = await moveRider(office, tom, { from: other, to: slot, scope: 'weekly' })
    expect(await prisma.waiting.count({ where: { outcome: 'placed' } })).toBe(1)
    await undoChanges(office, changes)
    expect(await prisma.waiting.count({ where: { closedAt: null } })).toBe(1)
    await saveRideType(office, id, { ...as, isActive: true })
  })

  test('Its spots follow those of the first until they are set apart, and it is not offered without the first', async () => {
    await second()
    const { id, ...as } = await look()
    await saveRideType(office, id, { ...as, capacity: 8, isActive: true })
    expect((await findLesson(other))?.capacity).toBe(8)
    const [apart] = await seconds()
    await saveRideType(office, apart?.id ?? 0, { ...as, capacity: 2, isActive: true })
    await saveRideType(office, id, { ...as, isActive: false })
    expect(await seconds()).toMatchObject([{ capacity: 2, isActive: false }])
    await expect(addLessonAt(office, { ...other, time: '17:00' }, 'weekly')).rejects.toMatchObject({ status: 400 })
    await expect(second()).rejects.toMatchObject({ status: 400 })
    await saveRideType(office, id, { ...as, isActive: true })
  })

  test('A long name is cut for it', async () => {
    const name = `${'Adult '.repeat(16)}Ride`
    await addRideType(office, { name, color: '#112233', sortOrder: 90, capacity: null, counter: 'lessons' })
    const long = { ...slot, type: name }
    await addLessonAt(office, long, 'weekly')
    expect((await another(long)).type).toBe(`${'Adult '.repeat(16)}Ri 2`)
  })

  test('A rider who moved to it gets the horse of last week', async () => {
    const horses = [(await horse('Zora')).id, (await horse('Yuri')).id] as const
    await second()
    const use = (horseId: number, day: string, lessonType: string) =>
      prisma.horseUsage.create({
        data: {
          ...{ horseId, horseName: 'Horse', usageDate: toDbDate(day), lessonTime: '16:00', lessonType },
          ...{ studentId: emma, studentName: 'Emma', duration: 60 },
        },
      })
    await use(horses[0], TUESDAY, 'Group Lesson')
    await use(horses[1], '2026-11-27', 'Hack')
    const next = { ...slot, date: NEXT }
    await moveRider(office, emma, { from: next, to: { ...other, date: NEXT }, scope: 'weekly' })
    const { rides } = await loadDayPlan(NEXT, { lastWeek: true })
    expect(rides.map(({ horseId }) => horseId)).toEqual([horses[0]])
  })

  test('New times for a season forget what was found with earlier ones, and second lessons take riders too', async () => {
    await second()
    await moveRider(office, emma, { from: slot, to: other, scope: 'weekly' })
    for (const time of ['17:00', '18:00'] as const) await addLessonAt(office, { ...slot, time }, 'weekly')
    await another({ ...slot, time: '18:00' })
    await addToLesson(office, tom, { ...slot, time: '17:00' }, { scope: 'weekly' })
    for (const { type } of [slot, other]) {
      const at = { ...slot, time: '18:00', type } as const
      await editLesson(office, at, { ...at, places: { capacity: 1 } }, 'weekly')
    }
    const id = await addSeason({ name: 'Winter', startsOn: '2027-01-04' })
    await askFamilies(id, '2026-12-20')
    const times = (...wished: string[]) => [{ rider: emma, type: 'Group Lesson', times: wished }]
    await saveOwnWishes(emma, id, times('2 17:00'))
    expect(await solveSeasonPlan(id)).toBe(1)
    await saveOwnWishes(emma, id, times('2 18:00'))
    await saveOwnWishes(tom, id, [{ rider: tom, type: 'Group Lesson', times: ['2 18:00'] }])
    const placed = async () =>
      seatsOf(await loadPlan(id))
        .map(({ lesson }) => `${lesson?.time} ${lesson?.type}`)
        .sort()
    expect(await placed()).toEqual(['16:00 Group Lesson 2', '17:00 Group Lesson'])
    await solveSeasonPlan(id)
    expect(await placed()).toEqual(['18:00 Group Lesson', '18:00 Group Lesson 2'])
  })
})
