import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PlainBrowser } from '../harness/plain-browser'
import { type Called, type FailingSchool, openFailingSchool, type Sent } from './failing-school'

// Section 8 of the specification, to the letter, as the office reads it: each form is sent without scripts.

let school: FailingSchool
let office: PlainBrowser
const ids: Record<string, string> = {}

const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
/** A day in the past, so that marks may be made, and the same weekday after it. */
const [DAY, NEXT, AFTER] = [dayAhead(-2), dayAhead(5), dayAhead(12)] as const
const YEAR = Number(DAY.slice(0, 4))
const TYPE = 'Group%20Lesson'

const signIn = () => school.known('admin@stirrup.example')

beforeAll(async () => {
  school = await openFailingSchool()
  office = await signIn()
  await school.register('wall')
  ids.family = await school.idOf("SELECT id FROM users WHERE email = 'wall@messages.example'")
})
afterAll(() => school?.stop())

const lesson = (time: string, below = '', day = DAY) =>
  `/admin/lessons/${day}/${encodeURIComponent(time)}/${TYPE}${below}`
const slot = (time: string, scope: string, date = DAY) => ({ date, time, type: 'Group Lesson', scope })

const OFFICE: [string, Sent][] = [
  [
    'a horse is added',
    {
      at: () => '/horses/manage',
      press: 'Add Horse',
      fill: () => ({ name: ' Merlin of the Messages ' }),
      fault: { table: 'horses' },
      fails: ['Failed to add horse. Please try again.'],
      done: ['Horse Added', 'Merlin of the Messages'],
    },
  ],
  [
    'a student is added',
    {
      at: () => '/students-management/new',
      press: 'Add Student',
      fill: () => ({ firstName: 'Mina', lastName: 'Message', email: 'mina@messages.example' }),
      fault: { table: 'users' },
      fails: ['Failed to add student'],
      done: ['Student Added', 'Mina Message'],
    },
  ],
  [
    'a student is changed',
    {
      at: async () => {
        ids.mina = await school.idOf("SELECT id FROM users WHERE email = 'mina@messages.example'")
        return `/students-management/${ids.mina}/edit`
      },
      press: 'Save Student',
      fill: () => ({ lastName: 'Messages' }),
      fault: { table: 'users' },
      fails: ['Failed to update student. Please try again.'],
      done: ['Student Updated', 'Mina Messages'],
    },
  ],
  [
    'a lesson is added for every week',
    {
      at: () => '/admin/lessons/new',
      press: 'Add Lesson',
      fill: () => slot('07:00', 'weekly'),
      fault: { table: 'weekly_schedule' },
      fails: ['Failed to add lesson. Please try again.'],
      done: ['Lesson Added'],
    },
  ],
  [
    'a lesson is added for one date',
    {
      at: () => '/admin/lessons/new',
      press: 'Add Lesson',
      fill: () => slot('18:30', 'one-time'),
      fault: { table: 'temporary_lessons' },
      fails: ['Failed to add lesson for this date'],
      done: ['Lesson Added'],
    },
  ],
  [
    'a lesson is there already',
    {
      at: () => '/admin/lessons/new',
      press: 'Add Lesson',
      fill: () => slot('18:30', 'one-time'),
      fails: ['Lesson already exists', 'A lesson for this time slot already exists for this date'],
    },
  ],
  [
    'a student is added to a lesson for one date',
    {
      at: () => lesson('18:30', '/add'),
      press: 'Add Student',
      fill: () => ({ riderId: ids.mina ?? '', scope: 'one-time' }),
      fault: { table: 'one_time_participants' },
      fails: ['Failed to add student to lesson. Please try again.'],
      done: ['Student Added'],
    },
  ],
  [
    'a ride is added for every week',
    {
      at: () => '/admin/rides/new',
      press: 'Add New Ride',
      fill: () => ({ ...slot('07:00', 'weekly'), riderId: ids.family ?? '' }),
      fault: { table: 'weekly_schedule' },
      fails: ['Failed to add student to lesson. Please try again.'],
      done: ['Student Added'],
    },
  ],
  [
    'a lesson is changed',
    {
      at: () => lesson('07:00', '/edit'),
      press: 'Save Lesson',
      fill: () => slot('07:30', 'weekly'),
      fault: { table: 'weekly_schedule' },
      fails: ['Failed to update lesson. Please try again.'],
      done: ['Lesson Updated'],
    },
  ],
  [
    'a horse is assigned',
    {
      at: async () => {
        ids.horse = await school.idOf("SELECT id FROM horses WHERE name = 'Merlin of the Messages'")
        return lesson('07:30', `/riders/${ids.family}`)
      },
      press: 'Save Horse',
      fill: () => ({ horseId: ids.horse ?? '' }),
      fault: { table: 'horse_usage' },
      fails: ['Failed to save horse assignment'],
      done: ['Horse Assigned'],
    },
  ],
  [
    'a horse is taken back',
    {
      at: () => lesson('07:30', `/riders/${ids.family}`),
      press: 'Save Horse',
      fill: () => ({ horseId: 'none' }),
      done: ['Horse Assignment Removed'],
    },
  ],
  [
    'attendance is recorded',
    {
      at: () => lesson('07:30', `/riders/${ids.family}`),
      press: 'Present',
      fault: { table: 'lessons' },
      fails: ['Failed to record attendance. Please try again.'],
      done: ['Attendance Recorded'],
    },
  ],
  [
    'a student is removed from a day',
    {
      at: () => lesson('07:30', `/riders/${ids.family}`, NEXT),
      press: /^Remove .* only$/,
      fault: { table: 'lesson_removals' },
      fails: ['Failed to remove student from schedule.'],
      done: ['Student Removed from Today (no charge, not counted as absence)'],
    },
  ],
  [
    'somebody who is there for one day alone is removed',
    {
      at: () => lesson('18:30', `/riders/${ids.mina}`),
      press: /^Remove .* only$/,
      fault: { table: 'one_time_participants' },
      fails: ['Deletion Failed', 'Failed to remove student. Please try again.'],
      done: ['Student Removed from Today (no charge, not counted as absence)'],
    },
  ],
  [
    'a student is removed from every week',
    {
      at: () => lesson('07:30', `/riders/${ids.family}`, AFTER),
      press: /^Remove every week/,
      fault: { table: 'weekly_schedule' },
      fails: ['Failed to remove student from weekly lessons. Please try again.'],
      done: ['Student Removed'],
    },
  ],
  [
    'a lesson is removed from a date',
    {
      at: () => lesson('18:30'),
      press: /^Delete .* only$/,
      fault: { table: 'temporary_lessons' },
      fails: ['Failed to remove lesson for this date'],
      done: ['One Time Lesson Removed'],
    },
  ],
  [
    'a lesson is removed from every week',
    {
      at: () => lesson('07:30', '', NEXT),
      press: /^Delete every week/,
      fault: { table: 'weekly_schedule' },
      fails: ['Failed to delete lesson. Please try again.'],
      done: ['Lesson Deleted', 'Future lessons have been removed from the schedule'],
    },
  ],
  [
    'a horse is removed',
    {
      at: () => `/horses/manage/${ids.horse}/remove`,
      press: 'Remove Horse',
      fault: { table: 'horses' },
      fails: ['Failed to remove horse. Please try again.'],
      done: ['Horse Removed'],
    },
  ],
  [
    'the month is reset',
    {
      at: () => `/students-management/reset?month=${DAY.slice(0, 7)}`,
      press: /^Reset \w+ \d+$/,
      fault: { table: 'usage_adjustments' },
      fails: ['Failed to reset monthly usage'],
      done: ['Monthly usage reset'],
    },
  ],
  [
    'an offline payment is written down',
    {
      at: () => `/payments?student=${ids.mina}`,
      press: 'Save',
      fill: () => ({ m3: '120' }),
      fault: { table: 'offline_payments' },
      fails: ['Error: Failed to update offline payment amount.'],
      done: ['Offline Payment Updated', 'March $0.00 → $120.00'],
    },
  ],
  [
    'a student is removed from the lists',
    {
      at: () => `/students-management/${ids.mina}/remove`,
      press: 'Remove Student',
      fault: { table: 'users' },
      fails: ['Failed to delete student. Please try again.'],
      done: ['Student removed from the lists'],
    },
  ],
]

describe('Messages to the office in the words of the specification', () => {
  test.each(OFFICE)('%s', (_, sent) => school.expectMessages(office, sent))

  test('The message of a lesson that no longer exists', async () => {
    const gone = await office.open(lesson('03:00'))
    expect([gone.status, gone.text]).toEqual([404, expect.stringContaining('Lesson not found')])
  })

  test('The message of a report without its days', async () => {
    const { text } = await office.open('/payments/export?start_date=&end_date=')
    for (const words of [
      'Export failed',
      'Failed to export transaction data',
      'Please select both start and end dates',
    ])
      expect(text).toContain(words)
  })

  test('The message of a screen or a form after the session has ended', async () => {
    const stranger = school.nobody()
    const screen = await stranger.open('/students-management')
    expect(screen.text).toContain('Unauthorized')
    expect(screen.text).toContain('You are logged out. Logging in again...')
    const admin = await signIn()
    const removing = await admin.send(`/students-management/${ids.family}/remove`, {
      press: 'Remove Student',
      around: async (send) => {
        await school.db.query(
          "DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE email = 'admin@stirrup.example')",
        )
        return send()
      },
    })
    expect(removing.text).toContain('Session Expired')
    expect(removing.text).toContain('Please log in again to continue.')
    office = await signIn()
  })
})

const CALLS: [string, () => Called][] = [
  [
    'a month of a yearly record changes',
    () => ({
      call: ['POST', '/api/payments/update-amount', { userId: ids.family, year: YEAR, month: 3, amount: 45.5 }],
      fault: { table: 'student_payments' },
      fails: { message: 'Error: Failed to update manual payment amount.' },
      done: { message: 'Manual Payment Updated' },
    }),
  ],
  [
    'the method of a yearly record changes',
    () => ({
      call: ['POST', '/api/payments/update-method', { userId: ids.family, year: YEAR, paymentMethod: 'cash' }],
      fault: { table: 'student_payments' },
      fails: { message: 'Error: Failed to update payment method.' },
      done: { message: 'Payment Method Updated' },
    }),
  ],
  [
    'an offline payment is written down',
    () => ({
      call: ['PUT', `/api/admin/offline-payments/${ids.family}/${YEAR}/3`, { amount: 45 }],
      done: { message: 'Offline Payment Updated' },
    }),
  ],
  [
    'students cannot be read',
    () => ({
      call: ['GET', '/api/admin/students'],
      fault: { missing: 'package_purchases' },
      fails: { message: 'Failed to fetch students' },
    }),
  ],
  [
    'a lesson is deleted that is not there',
    () => ({
      call: [
        'DELETE',
        '/api/weekly-schedule/timeslot',
        { dayOfWeek: 1, scheduledTime: '7:00 AM', lessonType: 'Group Lesson', fromDate: DAY },
      ],
      fails: { message: expect.stringMatching(/lesson not found/i) },
    }),
  ],
]

describe('Answers to the office’s program in the words of the specification', () => {
  test.each(CALLS)('%s', (_, called) => school.expectAnswers(office, called()))
})
