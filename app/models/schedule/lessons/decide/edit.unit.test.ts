import { describe, expect, test } from 'vitest'
import { type Book, lessonAt, ridersOf } from '~/models/schedule/snapshot/book'
import type { Slot } from '~/models/vocabulary/slot'
import {
  booking,
  bookOf,
  guest,
  lessonRow,
  makeup,
  marked,
  nameOf,
  off,
  on,
  refusalOf,
  slot,
  weekly,
} from '../../../../../test/week/book'
import { editLesson, type LessonEdit } from './edit'

const thursday = '2026-11-26'
const next = { ...slot, date: '2026-12-01' }
const at5 = { ...slot, time: '17:00' }
const both = [slot.date, thursday].map((date) => ({ from: date, weekly: true }))
const known = {
  riderName: nameOf,
  isRecorded: ({ attendance }: { attendance: string | null }) => attendance === 'present',
  mayGo: (horseId: number) => horseId !== 'Resting'.length,
}
const edit = (rows: Partial<Book>, change: Partial<LessonEdit>, scope: 'weekly' | 'one-time') =>
  editLesson(bookOf({ spans: both, ...rows }), slot, { time: slot.time, type: slot.type, ...change, scope }, known)
const once = (rows: Partial<Book>, change: Partial<LessonEdit>) => edit(rows, change, 'one-time')
const everyWeek = (rows: Partial<Book>, change: Partial<LessonEdit>) => edit(rows, change, 'weekly')
const rode = (book: Book, at: Slot) => lessonAt(book, at) && ridersOf(lessonAt(book, at)).join()
const refused = (change: () => unknown) => {
  const { status, field, message } = refusalOf(change)
  return `${status} ${field}: ${message}`
}
const two = { weekly: [weekly('emma'), weekly('tom')] }

describe('Any change', () => {
  test('Any change needs a lesson, and a weekly change a weekly one', () => {
    expect(refusalOf(() => once({}, { time: '17:00' })).status).toBe(404)
    expect(refused(() => everyWeek({ participants: [guest('ann')] }, { time: '17:00' }))).toBe(
      '400 scope: This lesson takes place on this date only',
    )
    expect(refused(() => everyWeek(two, { date: next.date }))).toBe(
      '400 date: Every week: choose another day of the week',
    )
    const thursdayOfNext = { date: '2026-12-03', time: '16:00' }
    expect(refused(() => everyWeek(two, thursdayOfNext))).toMatch(
      /^400 date: Every week: choose a day at most six days/,
    )
    const monday = { date: '2026-11-30', time: slot.time }
    expect(
      rode(everyWeek({ ...two, spans: [...both, { from: monday.date, weekly: true }] }, monday), {
        ...slot,
        ...monday,
      }),
    ).toBe('emma,tom')
    expect(rode(once(two, { date: next.date, time: '17:00' }), { ...next, time: '17:00' })).toBe('emma,tom')
  })

  test('Any change is refused if a lesson of its type exists at the new time', () => {
    const rows = { weekly: [...two.weekly, weekly('zoe', { time: '17:00' })] }
    expect(refused(() => once(rows, { time: '17:00' }))).toBe(
      '409 time: There is a Group Lesson at 5:00 PM on Nov 24, 2026 already',
    )
    expect(rode(once(rows, { time: '17:00', type: 'Hack' }), { ...at5, type: 'Hack' })).toBe('emma,tom')
  })

  test('Any change keeps the type that the lesson’s makeups are for', () => {
    const rows = {
      ...two,
      participants: [guest('ann')],
      makeups: [makeup('ann', { id: 7 })],
      bookings: [booking('ann', 7)],
    }
    expect(refused(() => once(rows, { type: 'Hack' }))).toMatch(/^409 undefined: Ann booked the Group Lesson/)
    expect(once(rows, { time: '17:00' }).bookings).toMatchObject([at5])
  })
})

describe('A lesson that is changed on one day', () => {
  test('A lesson changed on one day takes its riders to the new time, and records where from', () => {
    const rows = { ...two, participants: [guest('ann')], removals: [off('tom')] }
    const book = once(rows, { time: '17:00' })
    expect([rode(book, slot), rode(book, at5), rode(book, next)]).toEqual([undefined, 'ann,emma', 'emma,tom'])
    const from = '2026-11-24 16:00 Group Lesson'
    expect(book.participants.map(({ movedFrom }) => movedFrom)).toEqual([from, from])
    expect(book.oneTimeLessons).toMatchObject([{ ...at5, movedFrom: from, duration: 60 }])
  })

  test('A lesson changed on one day keeps its first origin until it is back there', () => {
    const from = '2026-11-24 09:00 Group Lesson'
    const moved = { participants: [guest('ann', { movedFrom: from })] }
    expect(once(moved, { time: '17:00' }).participants).toMatchObject([{ ...at5, movedFrom: from }])
    expect(once(moved, { time: '09:00' }).participants).toMatchObject([{ time: '09:00', movedFrom: null }])
    const empty = { oneTimeLessons: [lessonRow({ movedFrom: from })] }
    expect(once(empty, { time: '17:00' }).oneTimeLessons).toMatchObject([{ ...at5, movedFrom: from }])
    // A one-time lesson was not moved from anywhere.
    expect(once({ participants: [guest('ann')] }, { time: '17:00' }).participants[0]?.movedFrom).toBe(null)
    const other = { participants: [guest('ben', { time: '09:00', movedFrom: from }), guest('ann')] }
    expect(once(other, { time: '17:00' }).participants.find(({ riderId }) => riderId === 'ann')?.movedFrom).toBe(null)
  })

  test('A lesson changed on one day leaves a rider with only a record alone', () => {
    const book = once({ ...two, records: [marked('ann', 'present')] }, { time: '17:00' })
    expect(rode(book, at5)).toBe('emma,tom')
  })

  test('A lesson changed on one day takes its places and its instructor along', () => {
    const rows = {
      weekly: two.weekly.map((place) => ({ ...place, capacity: 3, level: 'novice' as const, instructorId: 'kim' })),
    }
    expect(once(rows, { time: '17:00' }).oneTimeLessons).toMatchObject([
      { ...at5, capacity: 3, level: 'novice', instructorId: 'kim' },
    ])
    const ofDay = {
      ...rows,
      oneTimeLessons: [lessonRow({ capacity: 2, instructorId: 'lee' }), lessonRow({ time: '09:00' })],
    }
    expect(once(ofDay, { time: '17:00' }).oneTimeLessons.at(-1)).toMatchObject({
      ...at5,
      capacity: 2,
      instructorId: 'lee',
    })
    expect(once(ofDay, { time: '17:00' }).oneTimeLessons[0]?.instructorId).toBe(undefined)
  })

  test('A lesson changed on one day has the given length, otherwise the old one, and so do horses and marks', () => {
    const rows = { ...two, horses: [on('emma', 'Bella')], records: [marked('tom', 'present')] }
    const longer = once(rows, { duration: 90 })
    expect(lessonAt(longer, slot)).toMatchObject({ duration: 90, weekly: true })
    expect(lessonAt(longer, next)?.duration).toBe(60)
    expect([...longer.horses, ...longer.records].map(({ duration }) => duration)).toEqual([90, 90])
    expect(lessonAt(once({ weekly: [weekly('emma', { duration: 45 })] }, { time: '17:00' }), at5)?.duration).toBe(45)
  })

  test('A lesson changed on one day takes every horse along on the same day, and to another day those that are free and may go out', () => {
    const horses = ['Bella', 'Max', 'Resting', 'Duchess!'].map((name, i) => on(`rider${i}`, name))
    const riders = horses.map(({ riderId }) => weekly(riderId))
    const busy = on('zoe', 'Max', { date: thursday, time: '17:30' })
    const work = [{ horseId: 'Duchess!'.length, date: thursday, time: '17:00', duration: 30, kind: 'Lunging' }]
    const rows = { weekly: riders, horses: [...horses, busy], work }
    const names = (book: Book, date: string) =>
      book.horses.filter((use) => use.date === date).map((use) => use.horseName)
    expect(names(once(rows, { time: '17:00' }), slot.date)).toEqual(['Bella', 'Max', 'Resting', 'Duchess!'])
    const away = once(rows, { date: thursday, time: '17:00' })
    expect([names(away, slot.date), names(away, thursday)]).toEqual([[], ['Bella', 'Max']])
    expect(away.horses.find(({ horseName }) => horseName === 'Max')).toEqual(busy)
    expect(names(once(rows, { date: thursday, time: '18:30' }), thursday)).toEqual(['Bella', 'Max', 'Duchess!', 'Max'])
    expect(names(once(rows, { date: '2026-11-27', time: '17:00' }), '2026-11-27')).toEqual(['Bella', 'Max', 'Duchess!'])
  })
})

describe('A lesson that is changed every week', () => {
  test('A lesson changed every week is unchanged before, and continues at the new time with the same places', () => {
    const [zoe, cy] = [weekly('zoe', { startDate: next.date }), weekly('cy', { startDate: slot.date })]
    const rows = { weekly: [...two.weekly, zoe, cy, weekly('ann', { time: '09:00' })] }
    const book = everyWeek(rows, { time: '17:00', duration: 45 })
    const last = { ...slot, date: '2026-11-17' }
    expect([rode(book, last), rode(book, slot), rode(book, at5)]).toEqual(['emma,tom', undefined, 'cy,emma,tom'])
    expect(rode(book, { ...next, time: '17:00' })).toBe('cy,emma,tom,zoe')
    expect([lessonAt(book, last)?.duration, lessonAt(book, at5)?.duration]).toEqual([60, 45])
    // A place that begins then, or in the future, keeps its row.
    const idOf = (id: string) => book.weekly.find(({ riderId }) => riderId === id)?.id
    expect([idOf('zoe'), idOf('cy')]).toEqual([zoe.id, cy.id])
    expect(rode(book, { ...slot, time: '09:00' })).toBe('ann')
  })

  test('A lesson changed every week moves to another weekday with its first and last days', () => {
    const rows = { weekly: [weekly('emma', { endDate: '2026-12-15' }), weekly('tom', { startDate: next.date })] }
    const book = everyWeek(rows, { date: thursday })
    const on = (date: string) => rode(book, { ...slot, date })
    expect(['2026-11-17', '2026-11-24', '2026-12-01'].map(on)).toEqual(['emma', undefined, undefined])
    expect([thursday, '2026-12-03', '2026-12-10', '2026-12-17'].map(on)).toEqual([
      'emma',
      'emma,tom',
      'emma,tom',
      'tom',
    ])
    expect(on('2026-11-19')).toBe(undefined)
  })

  test('A lesson changed every week must not meet one of its type on any later day', () => {
    const later = { weekly: [...two.weekly, weekly('zoe', { time: '17:00', startDate: '2027-06-01' })] }
    expect(refused(() => everyWeek(later, { time: '17:00' }))).toBe(
      '409 time: There is a Group Lesson at 5:00 PM on Tuesdays already',
    )
    const over = { weekly: [weekly('emma', { endDate: '2027-06-01' }), ...later.weekly.slice(2)] }
    expect(rode(everyWeek(over, { time: '17:00' }), at5)).toBe('emma')
    const riders = { ...two, participants: [guest('emma', { ...next, time: '17:00' })] }
    expect(refused(() => everyWeek(riders, { time: '17:00' }))).toBe(
      '409 riderId: Emma is already riding at 5:00 PM on Dec 1, 2026',
    )
  })

  test('A lesson changed every week takes along guests, days off, own lengths and places of single days', () => {
    const day = { ...next, time: '17:00' }
    const rows = {
      ...two,
      participants: [guest('ann', next)],
      removals: [off('tom', next), off(null, { date: '2026-12-08' })],
      oneTimeLessons: [lessonRow({ ...next, duration: 90, capacity: 2 })],
    }
    const book = everyWeek(rows, { time: '17:00', duration: 45 })
    expect(rode(book, day)).toBe('ann,emma')
    expect(lessonAt(book, day)).toMatchObject({ duration: 90, capacity: 2 })
    expect(rode(book, { ...day, date: '2026-12-08' })).toBe(undefined)
    expect(rode(book, { ...day, date: '2026-12-15' })).toBe('emma,tom')
    expect(book.participants).toMatchObject([{ ...day, id: rows.participants[0]?.id }])
    expect(book.removals.every(({ time }) => time === '17:00')).toBe(true)
    expect(book.oneTimeLessons).toMatchObject([{ ...day, id: rows.oneTimeLessons[0]?.id }])
  })

  test('A lesson changed every week merges with what the new time has on a single day, for that day’s length', () => {
    const day = { ...next, time: '17:00' }
    const rows = {
      ...two,
      participants: [guest('ann', { ...day, duration: 30 }), guest('cy', next)],
      oneTimeLessons: [
        lessonRow({ ...next, duration: 90, capacity: 5 }),
        lessonRow({ ...day, duration: 30, capacity: 2 }),
        lessonRow({ ...next, time: '09:00' }),
      ],
    }
    const book = everyWeek(rows, { time: '17:00' })
    expect(rode(book, day)).toBe('ann,cy,emma,tom')
    expect(lessonAt(book, day)).toMatchObject({ duration: 30, capacity: 2 })
    expect(rode(book, { ...day, date: '2026-12-08' })).toBe('emma,tom')
    const there = { date: '2026-12-03', time: slot.time }
    const away = everyWeek({ ...two, participants: [guest('ann', { ...there, duration: 30 })] }, { date: thursday })
    expect([rode(away, { ...slot, ...there }), lessonAt(away, { ...slot, ...there })?.duration]).toEqual([
      'ann,emma,tom',
      30,
    ])
  })

  test('A lesson changed every week takes horses and announced absences along, and leaves what is recorded', () => {
    const rows = {
      ...two,
      records: [marked('emma', 'absent', next), marked('tom', 'present', next), marked('ann', 'present', next)],
      horses: [on('emma', 'Bella'), on('tom', 'Max', { date: '2026-11-17' })],
    }
    const book = everyWeek(rows, { time: '17:00' })
    expect(rode(book, { ...next, time: '17:00' })).toBe('emma,tom')
    expect(book.records.map(({ time }) => time)).toEqual(['17:00', '16:00', '16:00'])
    expect(book.horses.map(({ time }) => time)).toEqual(['17:00', '16:00'])
    const away = everyWeek({ ...two, horses: [on('emma', 'Bella'), on('tom', 'Resting')] }, { date: thursday })
    expect(away.horses).toMatchObject([{ horseName: 'Bella', date: thursday }])
  })

  test('A lesson changed every week is where its moved days were moved from', () => {
    const from = (date: string) => `${date} 16:00 Group Lesson`
    const moved = [
      guest('emma', { time: '09:00', movedFrom: from(next.date) }),
      guest('tom', { time: '09:00', movedFrom: from('2026-11-17') }),
      guest('ann', { time: '09:00', movedFrom: '2026-12-01 10:00 Group Lesson' }),
      guest('ben', { time: '09:00' }),
    ]
    const rows = {
      ...two,
      participants: moved,
      oneTimeLessons: [lessonRow({ time: '09:00', movedFrom: from(slot.date) })],
    }
    const book = everyWeek(rows, { date: thursday, time: '17:00' })
    expect(book.participants.map(({ movedFrom }) => movedFrom)).toEqual([
      '2026-12-03 17:00 Group Lesson',
      from('2026-11-17'),
      '2026-12-01 10:00 Group Lesson',
      null,
    ])
    expect(book.oneTimeLessons[0]?.movedFrom).toBe('2026-11-26 17:00 Group Lesson')
  })

  test('A lesson of another length every week has it on a day that is recorded too, and so do its horses and marks', () => {
    const rows = { ...two, records: [marked('tom', 'present')], horses: [on('emma', 'Bella')] }
    const book = everyWeek(rows, { duration: 30 })
    expect(lessonAt(book, slot)?.duration).toBe(30)
    expect([...book.horses, ...book.records].map(({ duration }) => duration)).toEqual([30, 30])
  })

  test('A lesson of another length is longer from then on, except on days with their own', () => {
    const rows = {
      weekly: [...two.weekly, weekly('zoe', { time: '09:00', duration: 120 })],
      participants: [guest('ann')],
      oneTimeLessons: [lessonRow({ ...next, duration: 30 })],
      horses: [on('emma', 'Bella')],
    }
    const book = everyWeek(rows, { duration: 90 })
    expect(book.participants.map(({ id, duration }) => [id, duration])).toEqual([[rows.participants[0]?.id, 90]])
    const length = (date: string) => lessonAt(book, { ...slot, date })?.duration
    expect(['2026-11-17', slot.date, next.date, '2026-12-08'].map(length)).toEqual([60, 90, 30, 90])
    expect(book.horses[0]?.duration).toBe(90)
  })

  test('A lesson of another length every week has it from the first day on, though it had yet another from a later day', () => {
    const later = weekly('emma', { startDate: '2026-12-15', duration: 90 })
    const book = everyWeek({ weekly: [weekly('emma', { endDate: '2026-12-15' }), later] }, { duration: 45 })
    expect([slot.date, next.date, '2026-12-15'].map((date) => lessonAt(book, { ...slot, date })?.duration)).toEqual([
      45, 45, 45,
    ])
  })

  test('A lesson changed every week has one place where two equal ones would follow each other', () => {
    const rows = [weekly('emma', { endDate: next.date }), weekly('emma', { startDate: next.date, duration: 90 })]
    expect(everyWeek({ weekly: rows }, { time: '17:00', duration: 45 }).weekly.slice(1)).toMatchObject([
      { startDate: slot.date, endDate: null, duration: 45 },
    ])
    const third = weekly('emma', { startDate: '2026-12-08', capacity: 4 })
    const three = { weekly: [...rows.slice(0, 1), { ...rows[1]!, endDate: '2026-12-08' }, third] }
    expect(everyWeek(three, { time: '17:00', duration: 45 }).weekly.slice(1)).toMatchObject([
      { startDate: slot.date, endDate: '2026-12-08', duration: 45 },
      { startDate: '2026-12-08', endDate: null, capacity: 4 },
    ])
    const other = { weekly: [weekly('emma', { endDate: next.date }), weekly('tom', { startDate: next.date })] }
    expect(everyWeek(other, { time: '17:00' }).weekly.filter(({ time }) => time === '17:00')).toHaveLength(2)
  })
})
