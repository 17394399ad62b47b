import { describe, expect, test } from 'vitest'
import { addDays, type LocalDate } from '~/utils/dates'
import { rideVersion, type ScheduleDay, type ScheduleRows, scheduleOf, type WeeklyPlaceRow } from './week'

const types = ['Group Lesson', 'Private Lesson']
const none: ScheduleRows = { weekly: [], participants: [], oneTimeLessons: [], removals: [], records: [], types }
const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
const tuesday = 2

let nextId = 1
const place = (change: Partial<WeeklyPlaceRow> = {}): WeeklyPlaceRow => ({
  id: nextId++,
  riderId: 'emma',
  dayOfWeek: tuesday,
  time: '16:00',
  type: 'Group Lesson',
  duration: 60,
  active: true,
  startDate: '2026-11-01',
  endDate: null,
  ...change,
})
const participant = (change: Partial<ScheduleRows['participants'][number]> = {}) => ({
  id: nextId++,
  riderId: 'emma',
  duration: 60,
  ...slot,
  ...change,
})
const on = (rows: Partial<ScheduleRows>, date: LocalDate = slot.date) =>
  scheduleOf({ ...none, ...rows }, { from: date, to: date })[0]!.lessons
const dates = (days: ScheduleDay[]) => days.filter((day) => day.lessons.length).map((day) => day.date)

describe('The schedule', () => {
  test('The schedule lists every day of the range, with or without lessons', () => {
    const days = scheduleOf(none, { from: '2026-12-28', to: '2027-01-03' })
    expect(days.map((day) => day.date)).toEqual([
      '2026-12-28',
      '2026-12-29',
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
      '2027-01-03',
    ])
  })

  test('A weekly rider is in the lesson of each week', () => {
    const days = scheduleOf({ ...none, weekly: [place()] }, { from: '2026-11-23', to: '2026-12-06' })
    expect(dates(days)).toEqual(['2026-11-24', '2026-12-01'])
    expect(days[1]!.lessons[0]).toEqual({
      ...slot,
      duration: 60,
      weekly: true,
      riders: [{ riderId: 'emma', source: 'weekly' }],
    })
  })

  test('A place without a rider keeps an empty lesson', () => {
    expect(on({ weekly: [place({ riderId: null })] })).toMatchObject([{ time: '16:00', riders: [] }])
  })

  test('A place begins on its first day and ends before its last', () => {
    const rows = { ...none, weekly: [place({ startDate: '2026-11-10', endDate: '2026-11-24' })] }
    expect(dates(scheduleOf(rows, { from: '2026-11-01', to: '2026-12-31' }))).toEqual(['2026-11-10', '2026-11-17'])
  })

  test('A place that ended before it began, or is not active, has no lessons', () => {
    const over = place({ startDate: '2026-11-25', endDate: '2026-11-03' })
    const range = { from: '2026-10-01', to: '2027-01-31' }
    expect(dates(scheduleOf({ ...none, weekly: [over, place({ active: false })] }, range))).toEqual([])
  })

  test.each([
    ['the end of a leap February', '2028-02-22', ['2028-02-22', '2028-02-29', '2028-03-07']],
    ['the end of the year', '2026-12-22', ['2026-12-22', '2026-12-29', '2027-01-05']],
  ])('A weekly lesson repeats over %s', (_, from, expected) => {
    const rows = { ...none, weekly: [place()] }
    expect(dates(scheduleOf(rows, { from, to: addDays(from, 20) }))).toEqual(expected)
  })

  test.each([
    ['spring', '2027-03-14'],
    ['autumn', '2026-11-01'],
  ])('The Sunday of the %s clock change appears once, with its lesson at the usual time', (_, sunday) => {
    const rows = { ...none, weekly: [place({ dayOfWeek: 0, startDate: '2026-01-01' })] }
    const days = scheduleOf(rows, { from: addDays(sunday, -7), to: addDays(sunday, 7) })
    expect(dates(days)).toEqual([addDays(sunday, -7), sunday, addDays(sunday, 7)])
    expect(days.every((day) => day.lessons.every((lesson) => lesson.time === '16:00'))).toBe(true)
    expect(new Set(days.map((day) => day.date)).size).toBe(15)
  })

  test('A removal hides the rider, or the whole lesson, on that day alone', () => {
    const weekly = [place(), place({ riderId: 'tom' })]
    const removal = { ...slot, riderId: 'emma' }
    expect(on({ weekly, removals: [removal] })[0]!.riders.map((r) => r.riderId)).toEqual(['tom'])
    expect(on({ weekly, removals: [removal] }, '2026-12-01')[0]!.riders).toHaveLength(2)
    expect(on({ weekly, removals: [{ ...slot, riderId: null }] })).toEqual([])
  })

  test('A removal of another time or type hides nothing', () => {
    const removals = [
      { ...slot, time: '17:00', riderId: 'emma' },
      { ...slot, type: 'Private Lesson', riderId: 'emma' },
    ]
    expect(on({ weekly: [place()], removals })[0]!.riders).toHaveLength(1)
  })

  test('Places, participants and one-time lessons of one slot are one lesson, with no rider twice', () => {
    const lessons = on({
      weekly: [place()],
      participants: [participant(), participant({ riderId: 'tom', duration: 90 })],
      oneTimeLessons: [{ id: 1, ...slot, duration: 30 }],
    })
    expect(lessons).toHaveLength(1)
    // The day's own row sets its length that day.
    expect(lessons[0]).toMatchObject({ duration: 30, weekly: true })
    expect(lessons[0]!.riders).toEqual([
      { riderId: 'emma', source: 'weekly' },
      { riderId: 'tom', source: 'one-time' },
    ])
  })

  test('Lessons are sorted by time, then by the order of the ride types', () => {
    const lessons = on({
      oneTimeLessons: [
        { id: 1, ...slot, type: 'Group Lesson', duration: 60 },
        { id: 2, ...slot, type: 'Another that is gone', duration: 60 },
        { id: 3, ...slot, type: 'A type that is gone', duration: 60 },
        { id: 4, ...slot, type: 'Private Lesson', duration: 60 },
        { id: 5, ...slot, time: '09:00', type: 'Group Lesson', duration: 60 },
      ],
      types: ['Private Lesson', 'Group Lesson'],
    })
    expect(lessons.map((lesson) => `${lesson.time} ${lesson.type}`)).toEqual([
      '09:00 Group Lesson',
      '16:00 Private Lesson',
      '16:00 Group Lesson',
      '16:00 A type that is gone',
      '16:00 Another that is gone',
    ])
  })

  test('A recorded ride stays though its place is gone, unless its mark was reset', () => {
    const record = { ...slot, riderId: 'emma', duration: 60 }
    const weekly = [place({ endDate: '2026-11-10' })]
    expect(on({ weekly, records: [{ ...record, attendance: 'present' }] })[0]!.riders).toEqual([
      { riderId: 'emma', source: 'record' },
    ])
    expect(on({ weekly, records: [{ ...record, attendance: 'scheduled' }] })).toEqual([])
  })

  test('A recorded ride follows its rider if the lesson’s type changes', () => {
    const records = [{ ...slot, type: 'Private Lesson', riderId: 'emma', duration: 60, attendance: 'present' }]
    const lessons = on({ weekly: [place()], records })
    expect(lessons.map((lesson) => lesson.type)).toEqual(['Group Lesson'])
  })

  test('A lesson has the places of its newest weekly place, unless it says nothing of them, and of its day above all', () => {
    const newer = place({ startDate: '2026-11-10', capacity: 3, level: null })
    const older = place({ riderId: 'tom', capacity: 8, level: 'novice', arena: 'Outdoor' })
    const others = [
      place({ startDate: '2026-11-17', capacity: 1, time: '17:00' }),
      place({ startDate: '2026-12-01', capacity: 2 }),
    ]
    const weekly = [newer, older, ...others]
    expect(on({ weekly })[0]).toMatchObject({ capacity: 3, level: 'novice', arena: 'Outdoor' })
    const day = { id: 1, ...slot, duration: 60, level: 'any' as const, arena: '' }
    expect(on({ weekly, oneTimeLessons: [day] })[0]).toMatchObject({ capacity: 3, level: 'any', arena: '' })
    // Of two that begin on the same day, the one that was entered later.
    const [first, second] = [place({ capacity: 5 }), place({ riderId: 'tom', capacity: 6 })]
    expect(on({ weekly: [second, first] })[0]?.capacity).toBe(6)
  })

  test('A canceled lesson is not there, whatever places it has', () => {
    expect(on({ weekly: [place({ capacity: 3 })], removals: [{ ...slot, riderId: null }] })).toEqual([])
  })
})

describe('What was taken off a day', () => {
  const off = (weekly: WeeklyPlaceRow[], ...removals: ScheduleRows['removals'][number][]) =>
    scheduleOf({ ...none, weekly, removals }, { from: slot.date, to: slot.date })[0]!.off
  const lesson = { time: '16:00', type: 'Group Lesson' }

  test('A rider who was taken off is listed, and a whole lesson once, without its riders', () => {
    const weekly = [place(), place({ riderId: 'tom' }), place({ riderId: null })]
    const emma = { ...slot, riderId: 'emma' }
    expect(off(weekly, emma)).toEqual([{ ...lesson, riderId: 'emma' }])
    expect(off(weekly, emma, { ...slot, riderId: null })).toEqual([{ ...lesson, riderId: null }])
  })

  test('Nothing is listed on a day on which nothing of it would be', () => {
    expect(off([place()])).toBeUndefined()
    expect(off([place({ endDate: slot.date })], { ...slot, riderId: 'emma' })).toBeUndefined()
    expect(off([place()], { ...slot, riderId: 'tom' }, { ...slot, time: '17:00', riderId: null })).toBeUndefined()
  })

  test('It is listed by time, then by type', () => {
    const slots = [
      { time: '17:00', type: 'Group Lesson' },
      { time: '16:00', type: 'Private Lesson' },
      { time: '16:00', type: 'Group Lesson' },
    ]
    const removals = slots.map((at) => ({ ...slot, ...at, riderId: null }))
    const listed = off(slots.map(place), ...removals) ?? []
    expect(listed.map(({ time, type }) => `${time} ${type}`)).toEqual([
      '16:00 Group Lesson',
      '16:00 Private Lesson',
      '17:00 Group Lesson',
    ])
  })
})

test('A ride is another version once its mark or its horse changes, and has one without either', () => {
  const [noon, later] = [new Date('2026-11-24T12:00:00Z'), new Date('2026-11-24T12:00:01Z')]
  const versions = [
    rideVersion(undefined, null),
    rideVersion(noon, null),
    rideVersion(later, null),
    rideVersion(noon, 5),
  ]
  expect(new Set(versions).size).toBe(4)
  expect(rideVersion(noon.getTime(), undefined)).toBe(rideVersion(noon, null))
})
