import { describe, expect, test } from 'vitest'
import { EMPTY, linesOf, looks, planOf } from '../../../../test/import-plan'
import { guessColumns } from '../fields'
import type { Said } from '../made'
import type { School } from '../school'
import { type Plan, rideKey } from './planned'
import { wouldBe } from './would-be'

const RUIZ = 'Dana Ruiz,dana@ruiz.example'
const rides = (heading: string, rows: string[], school: Partial<School> = {}): Plan =>
  planOf(linesOf([`Rider,Guardian,Email,${heading}`, ...rows].join('\n')), {}, { ...EMPTY, ...school })
const onDays = ({ rides: all }: Plan) => all.map((ride) => `${rideKey(ride)}${ride.there ? ' (there)' : ''}`)

const facts = { email: null, phone: null, birthDate: null, level: null, weightLb: null, gone: false, mergedInto: null }
const people = [
  { ...facts, email: 'dana@ruiz.example', id: 'd', first: 'Dana', last: 'Ruiz', guardianId: null },
  { ...facts, id: 'a', first: 'Ava', last: 'Ruiz', guardianId: 'd' },
]
const tuesday = {
  id: 1,
  riderId: 'a',
  weekday: 2,
  time: '16:00',
  type: 'Group Lesson',
  duration: 45,
  instructorId: null,
  spots: 6,
  startDate: '2026-01-06',
  endDate: null,
}
const ride = { id: 7, riderId: 'a', date: '2026-12-05', time: '09:00', type: 'Group Lesson', duration: 60 }

test.each([
  ['Ride date,Time', '12/5/2026,4:15 PM'],
  ['Date,Time', '"Sat, Dec 5, 2026",4:15 - 5:15 PM'],
  ['Day,Time', '12/5/26,16:15'],
  ['Day,Date,Time', 'Saturday,2026-12-05,4:15'],
  ['Lesson', '"Sat, Dec 5, 2026 at 4:15 PM"'],
  ['Class', '2026-12-05T16:15:00.000Z'],
  ['Lesson date', '2026-12-05 16:15'],
  ['Start time', '12/5/2026 4:15 PM'],
  ['Day,Start', 'Sat,"Dec 5, 2026, 4:15 - 5:15 PM"'],
  ['Ride date,Time', '12/5,4:15 PM'],
  ['Day,Time', 'Sat Dec 5,16:15'],
  ['Day,Date,Time', 'Saturday,5-Dec,4:15'],
  ['Lesson', 'December 5th at 4:15 PM'],
  ['Start time', 'Sat 12/5 4:15 PM'],
])('A ride on one day is read from %s: %s', (heading, cells) => {
  const plan = rides(heading, [`Ava Ruiz,${RUIZ},${cells}`])
  expect([looks(plan), onDays(plan), plan.lessons]).toEqual([[], ['2026-12-05 16:15 Group Lesson'], []])
})

test('A date beside an amount is the day of the payment, and one that is marked as another thing stays so', () => {
  expect(guessColumns(['Rider', 'Time', 'Date', 'Paid'])).toEqual(['rider', 'time', 'paidOn', 'paid'])
  expect(guessColumns(['Rider', 'Time', 'Date'])).toEqual(['rider', 'time', 'lessonDate'])
  expect(guessColumns(['Time', 'Date', 'Paid', 'Paid on'])).toEqual(['time', 'lessonDate', 'paid', 'paidOn'])
  expect(guessColumns(['Rider', 'Time', 'Date'], new Map([['date', 'paidOn']]))).toEqual(['rider', 'time', 'paidOn'])
  expect(guessColumns(['Rider', 'Date'])).toEqual(['rider', 'paidOn'])
})

test('Rides that cannot be are named, with the field that corrects them', () => {
  const plan = rides('Day,Date,Time,Length,Type', [
    `Ava Ruiz,${RUIZ},Monday,12/5/2026,4:15 PM,,`,
    `Ben Ruiz,${RUIZ},,12/45/2026,4:15 PM,,`,
    `Cy Ruiz,${RUIZ},,12/5/2026,,,`,
    `Di Ruiz,${RUIZ},,12/5/2036,4:15 PM,,`,
    `Ed Ruiz,${RUIZ},,12/5/2026,2:00 AM,,`,
    `Flo Ruiz,${RUIZ},,12/5/2026,4:15 PM,,Vaulting`,
    `Gus Ruiz,${RUIZ},,12/5/2026,4:15 PM,45,`,
    `Hal Ruiz,${RUIZ},,12/5/2026,4:15 PM,60,`,
    `Ida Ruiz,${RUIZ},Someday,,4:15 PM,,`,
  ])
  expect(looks(plan)).toEqual([
    [2, 'lessonDate: Dec 5, 2026 is a Saturday, not a Monday'],
    [3, 'lessonDate: “12/45/2026” is no date'],
    [4, 'time: The lesson has a date and no time'],
    [5, 'lessonDate: This day is more than two years ahead'],
    [6, expect.stringContaining('time: ')],
    [7, 'type: No ride type is called “Vaulting”'],
    [9, 'length: The Group Lesson on Dec 5, 2026 at 4:15 PM is 45 minutes long'],
    [10, 'day: “Someday” is no day of the week, and no date'],
  ])
  expect(onDays(plan)).toEqual(['2026-12-05 16:15 Group Lesson'])
})

test('A day without its year that is on another weekday, or that no year near has, is named in each column', () => {
  const plan = rides('Day,Date,Time,Lesson', [
    `Ava Ruiz,${RUIZ},Mon,12/5,4:15 PM,`,
    `Ben Ruiz,${RUIZ},,Mon Dec 5,4:15 PM,`,
    `Cy Ruiz,${RUIZ},Mon 12/5,,4:15 PM,`,
    `Di Ruiz,${RUIZ},,,Mon 12/5 4:15 PM,`,
    `Ed Ruiz,${RUIZ},,,,Mon 12/5 4:15 PM`,
    `Flo Ruiz,${RUIZ},,2/29,4:15 PM,`,
    `Gus Ruiz,${RUIZ},,Mon 12/5 4:15 PM,,`,
  ])
  const isSaturday = 'Dec 5, 2026 is a Saturday, not a Monday'
  expect(looks(plan)).toEqual([
    [2, `lessonDate: ${isSaturday}`],
    [3, `lessonDate: ${isSaturday}`],
    [4, `day: ${isSaturday}`],
    [5, `time: ${isSaturday}`],
    [6, `lesson: ${isSaturday}`],
    [7, 'lessonDate: The year of “2/29” is missing, and no year near today has this day'],
    [8, `lessonDate: ${isSaturday}`],
  ])
})

test('A date in the cell of the time is corrected there', () => {
  const plan = rides('Day,Time', [
    `Ava Ruiz,${RUIZ},Monday,12/5/2026 4:15 PM`,
    `Ben Ruiz,${RUIZ},,12/5/2036 4:15 PM`,
    `Cy Ruiz,${RUIZ},,12/45/2026 4:15 PM`,
  ])
  expect(looks(plan)).toEqual([
    [2, 'time: Dec 5, 2026 is a Saturday, not a Monday'],
    [3, 'time: This day is more than two years ahead'],
    [4, 'time: “12/45/2026 4:15 PM” is no time, such as 4:15 PM', 'day: The lesson has a time and no day'],
  ])
})

test('Days that are over stay out and are said once, and today is not over', () => {
  const plan = rides('Date,Time', [
    `Ava Ruiz,${RUIZ},11/3/2026,4 PM`,
    `Ava Ruiz,${RUIZ},11/25,4 PM`,
    `Ava Ruiz,${RUIZ},11/26/2026,4 PM`,
  ])
  expect(plan.remarks).toEqual([
    {
      row: 2,
      text: 'The day of this ride, Nov 3, 2026, is over, so it stays out. The same goes for 1 more row (Nov 25, 2026)',
    },
  ])
  const one = rides('Date,Time', [`Ava Ruiz,${RUIZ},11/3,4 PM`])
  expect(one.remarks).toEqual([{ row: 2, text: 'The day of this ride, Nov 3, 2026, is over, so it stays out' }])
  const many = rides(
    'Date,Time',
    ['11/3', '11/25', '6/1', '11/4'].map((date) => `Ava Ruiz,${RUIZ},${date},4 PM`),
  )
  expect(many.remarks[0]?.text).toMatch(/ 3 more rows \(Jun 1, 2026 to Nov 25, 2026\)$/)
  expect([looks(plan), onDays(plan), plan.riders]).toEqual([
    [],
    ['2026-11-26 16:00 Group Lesson'],
    { all: 1, ready: 1 },
  ])
})

describe('A ride and the rider’s other lessons', () => {
  test('may not overlap, in whatever order the file says them', () => {
    const rows = [`Ava Ruiz,${RUIZ},Tue,,4:00 PM`, `Ava Ruiz,${RUIZ},,12/8/2026,4:30 PM`]
    const weekly = rides('Day,Date,Time', rows)
    expect(looks(weekly)).toEqual([[3, 'time: Ava Ruiz rides on Tuesday 4:00 PM already']])
    const once = rides('Day,Date,Time', rows.reverse())
    expect(looks(once)).toEqual([[3, 'time: Ava Ruiz rides on Dec 8, 2026 at 4:30 PM already']])
    const twice = rides('Date,Time', [`Ava Ruiz,${RUIZ},12/8/2026,4:30 PM`, `Ava Ruiz,${RUIZ},12/8/2026,5:00 PM`])
    expect(looks(twice)).toEqual([[3, 'time: Ava Ruiz rides on Dec 8, 2026 at 4:30 PM already']])
  })

  test('may be the same lesson, which the rider has every week', () => {
    const rows = [`Ava Ruiz,${RUIZ},Tue,,4:00 PM`, `Ava Ruiz,${RUIZ},,12/8/2026,4:00 PM`]
    expect(looks(rides('Day,Date,Time', rows))).toEqual([])
    expect(looks(rides('Day,Date,Time', rows.reverse()))).toEqual([])
    // It is not missing next time, because the weekly lesson is there.
    expect(Object.values(rides('Day,Date,Time', rows).said).map((one) => one.rides)).toEqual([[], []])
    const standing = rides('Date,Time', [`Ava Ruiz,${RUIZ},12/8/2026,4:00 PM`], { people, places: [tuesday] })
    expect(standing.said.a?.rides).toEqual([])
    expect([onDays(standing), wouldBe(standing, '2026-11').isSame]).toEqual([
      ['2026-12-08 16:00 Group Lesson (there)'],
      true,
    ])
  })

  test('has the length and the instructor of the weekly lesson of the file that another rider is in', () => {
    const plan = rides('Day,Date,Time,Length,Instructor', [
      `Ava Ruiz,${RUIZ},Tue,,4:00 PM,45,Kelly`,
      `Ben Ruiz,${RUIZ},,12/8/2026,4:00 PM,60,`,
      `Cy Ruiz,${RUIZ},,12/8/2026,4:00 PM,,Beth Cole`,
      `Di Ruiz,${RUIZ},,12/8/2026,4:00 PM,,`,
    ])
    const what = 'The Group Lesson on Dec 8, 2026 at 4:00 PM'
    expect(looks(plan)).toEqual([
      [3, `length: ${what} is 45 minutes long`],
      [4, `instructor: ${what} is with Kelly Marsh`],
    ])
    expect(plan.rides).toMatchObject([{ duration: 45 }])
  })

  test('may follow the weekly lesson that has ended by then', () => {
    const school = { people, places: [{ ...tuesday, endDate: '2026-12-08' }] }
    const plan = rides('Date,Time', [`Ava Ruiz,${RUIZ},12/1/2026,4:15`, `Ava Ruiz,${RUIZ},12/8/2026,4:15`], school)
    expect(looks(plan)).toEqual([[2, 'time: Ava Ruiz rides on Tuesday 4:00 PM already']])
    expect(onDays(plan)).toEqual(['2026-12-08 16:15 Group Lesson'])
  })

  test('has the length of the lesson that stands, and none on a day on which that is off', () => {
    const guest = `Ben Ruiz,${RUIZ}`
    const school = { people, places: [tuesday], off: new Set(['2026-12-15 16:00 Group Lesson']) }
    const plan = rides('Date,Time', [`${guest},12/8/2026,4:00 PM`, `${guest},12/15/2026,4:00 PM`], school)
    expect(plan.rides).toMatchObject([{ date: '2026-12-08', duration: 45, there: false }])
    expect(looks(plan)).toEqual([[3, 'lessonDate: The Group Lesson on Dec 15, 2026 at 4:00 PM is off']])
  })
})

describe('A ride of an earlier file', () => {
  const said: Said = {
    name: 'ava ruiz',
    guardian: 'd',
    facts: { email: null, phone: null, birthDate: null, level: null, weightLb: null },
    lessons: [],
    rides: ['2026-11-20 09:00 Group Lesson', '2026-12-05 09:00 Group Lesson'],
    payments: [],
    notes: [],
    month: '2026-11',
    package: null,
    used: null,
  }
  const school = {
    people,
    rides: [ride],
    imported: new Set(['one_time_participants 7']),
    said: new Map([['a', said]]),
  }
  const file = (cells: string, more: Partial<School> = {}) =>
    rides('Date,Time', [`Ava Ruiz,${RUIZ},${cells}`], { ...school, ...more })

  test('is there already', () => {
    const plan = file('12/5/2026,9 AM')
    expect([onDays(plan), wouldBe(plan, '2026-11').isSame]).toEqual([['2026-12-05 09:00 Group Lesson (there)'], true])
  })

  test('goes if a corrected file says another one, also one that overlaps it, and not what the office added', () => {
    const plan = file('12/5/2026,9:30 AM')
    expect([looks(plan), onDays(plan), plan.gone.rides]).toEqual([[], ['2026-12-05 09:30 Group Lesson'], [ride]])
    expect(wouldBe(plan, '2026-11').goes).toEqual(['Ava Ruiz: Group Lesson on Dec 5, 2026 at 9:00 AM'])
    const ofOffice = file('12/6/2026,9:30 AM', { imported: new Set() })
    expect([onDays(ofOffice), ofOffice.gone.rides]).toEqual([['2026-12-06 09:30 Group Lesson'], []])
  })

  test('stays away if it was taken off here since, unless the row is to be taken', () => {
    const plan = file('12/5/2026,9 AM', { rides: [] })
    expect([onDays(plan), plan.changedHere.map(({ text }) => text)]).toEqual([
      [],
      ['has no ride on one day here. The file says Dec 5, 2026 at 9:00 AM'],
    ])
    const csv = linesOf(`Rider,Guardian,Email,Date,Time\nAva Ruiz,${RUIZ},12/5/2026,9 AM`)
    const taken = planOf(csv, { 2: { take: '1' } }, { ...EMPTY, ...school, rides: [] })
    expect(onDays(taken)).toEqual(['2026-12-05 09:00 Group Lesson'])
  })

  test('is not touched by a file of weekly lessons, nor weekly lessons by a file of rides', () => {
    const both = {
      ...school,
      places: [tuesday],
      imported: new Set(['one_time_participants 7', 'weekly_schedule 1']),
      said: new Map([['a', { ...said, lessons: ['2 16:00 Group Lesson'] }]]),
    }
    const weekly = rides('Day,Time', [`Ava Ruiz,${RUIZ},Tue,4:00 PM`], both)
    expect([weekly.gone.rides, weekly.gone.places, weekly.said.a?.rides]).toEqual([[], [], said.rides])
    const once = rides('Date,Time', [`Ava Ruiz,${RUIZ},12/5/2026,9 AM`], both)
    expect([once.gone.rides, once.gone.places, once.said.a?.lessons]).toEqual([[], [], ['2 16:00 Group Lesson']])
  })
})

test('What goes because a corrected file no longer has it is named', () => {
  const paid = { id: 5, riderId: 'a', cents: 4_550, method: 'cash', on: '2026-11-02' }
  const plan = planOf(
    linesOf(
      `Rider,Guardian,Email,Day,Time,Paid,Method,Paid on,Notes\nAva Ruiz,${RUIZ},Thu,4 PM,$90,cash,11/3/2026,Tall`,
    ),
    {},
    {
      ...EMPTY,
      people,
      places: [tuesday],
      payments: [paid],
      notes: [{ id: 9, riderId: 'a', text: 'Shy', forBarn: false }],
      imported: new Set(['weekly_schedule 1', 'recorded_payments 5', 'student_notes 9']),
    },
  )
  const { gone, goes } = wouldBe(plan, '2026-11')
  expect([gone, goes]).toEqual([
    3,
    [
      'Ava Ruiz: Tuesday 4:00 PM Group Lesson, every week',
      'Ava Ruiz: $45.50 paid on Nov 2, 2026',
      'Ava Ruiz: the note “Shy”',
    ],
  ])
})

test('The school as it would be shows the days in order, with who rides and with whom', () => {
  const plan = rides('Date,Time,Instructor', [
    `Ava Ruiz,${RUIZ},12/12/2026,9 AM,`,
    `Ava Ruiz,${RUIZ},12/5/2026,4 PM,Kelly`,
    `Ben Ruiz,${RUIZ},12/5/2026,4 PM,`,
    `Ben Ruiz,${RUIZ},12/5/2026,9 AM,Beth Cole`,
  ])
  expect(looks(plan)).toEqual([])
  const { dates, moreDates, instructors } = wouldBe(plan, '2026-11')
  expect([dates, moreDates, instructors]).toEqual([
    [
      {
        day: 'Saturday, Dec 5, 2026',
        lessons: [
          {
            key: '09:00 Group Lesson',
            what: '9:00 AM Group Lesson, 60 minutes with Beth Cole',
            riders: 'Ben Ruiz',
          },
          {
            key: '16:00 Group Lesson',
            what: '4:00 PM Group Lesson, 60 minutes with Kelly Marsh',
            riders: 'Ava Ruiz, Ben Ruiz',
          },
        ],
      },
      {
        day: 'Saturday, Dec 12, 2026',
        lessons: [{ key: '09:00 Group Lesson', what: '9:00 AM Group Lesson, 60 minutes', riders: 'Ava Ruiz' }],
      },
    ],
    0,
    ['Beth Cole'],
  ])
})
