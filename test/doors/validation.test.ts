import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PlainBrowser } from '../harness/plain-browser'
import { type FailingSchool, openFailingSchool, PASSWORD } from './failing-school'

// Section 5 of the specification, to the letter: how a form without scripts and a call report invalid input.

let school: FailingSchool
let browsers: Record<'nobody' | 'family' | 'fresh' | 'office', PlainBrowser>
const ids: Record<string, string> = {}

beforeAll(async () => {
  school = await openFailingSchool()
  browsers = {
    nobody: school.nobody(),
    family: await school.register('wall'),
    fresh: await school.known('new@stirrup.example'),
    office: await school.known('admin@stirrup.example'),
  }
  ids.family = await school.idOf("SELECT id FROM users WHERE email = 'wall@messages.example'")
  ids.package = await school.idOf("SELECT id FROM packages WHERE name = 'Intro Package'")
  ids.hack = await school.idOf("SELECT id FROM add_ons WHERE name = 'Hack'")
  await browsers.family.send('/waivers', {
    press: 'Sign',
    fill: { name: 'Dora Wall', signerRole: 'adult', agree: 'on' },
  })
})
afterAll(() => school?.stop())

type Who = keyof typeof browsers
type Form = [
  who: Who,
  at: string | (() => string),
  press: string | RegExp,
  fill: Record<string, string> | (() => Record<string, string>),
  says: string[],
]

const EMAIL = 'Please enter a valid email address'
const SHORT = 'Password must be at least 6 characters long'
const DIFFERENT = "Passwords don't match"
const account = (part: Record<string, string>) => ({
  firstName: 'Nora',
  lastName: 'New',
  email: 'nora@messages.example',
  phone: '845-555-0133',
  password: PASSWORD,
  ...part,
})
const register = (part: Record<string, string>, says: string): Form => [
  'nobody',
  '/auth?tab=create-account',
  'Create Account',
  account(part),
  ['Registration failed', says].slice(1),
]
const complete = (part: Record<string, string>, says: string): Form => [
  'fresh',
  '/profile/complete',
  'Save Profile',
  { studentName: 'Nell Newton', email: 'new@stirrup.example', phone: '845-555-0199', ...part },
  [says],
]
const profile = (part: Record<string, string>, says: string): Form => [
  'family',
  '/profile/edit',
  'Save Profile',
  part,
  [says],
]
const password = (part: Record<string, string>, says: string): Form => [
  'family',
  '/profile/password',
  /Password$/,
  { currentPassword: PASSWORD, newPassword: PASSWORD, confirmPassword: PASSWORD, ...part },
  [says],
]
const purchase = (part: () => Record<string, string>, says: string): Form => [
  'family',
  '/purchase',
  'Continue',
  part,
  [says],
]
const offline = (part: Record<string, string>, says: string[]): Form => [
  'office',
  () => `/payments?student=${ids.family}`,
  'Save',
  part,
  says,
]
const ride = (part: Record<string, string>, says: string): Form => [
  'office',
  '/admin/rides/new',
  'Add New Ride',
  () => ({ riderId: ids.family ?? '', scope: 'one-time', date: '', time: '', type: '', ...part }),
  [says],
]
const student = (part: Record<string, string>, says: string): Form => [
  'office',
  '/students-management/new',
  'Add Student',
  { firstName: 'Mina', lastName: 'Message', email: 'mina@messages.example', ...part },
  [says],
]

const FORMS: [string, Form][] = [
  ['an account: email', register({ email: 'nora' }, EMAIL)],
  ['an account: password', register({ password: 'short' }, SHORT)],
  ['an account: first name', register({ firstName: ' ' }, 'First name is required')],
  ['an account: last name', register({ lastName: '' }, 'Last name is required')],
  ['an account: phone', register({ phone: '' }, 'Phone number is required')],
  ['signing in: email', ['nobody', '/auth', 'Sign In', { email: 'nora', password: PASSWORD }, [EMAIL]]],
  [
    'signing in: password',
    ['nobody', '/auth', 'Sign In', { email: 'wall@messages.example', password: '' }, ['Please enter your password']],
  ],
  ['a magic link: email', ['nobody', '/auth/magic-link', 'Generate Magic Link', { email: 'nora' }, [EMAIL]]],
  ['a forgotten password: email', ['nobody', '/auth/forgot-password', 'Send Reset Link', { email: 'nora' }, [EMAIL]]],
  [
    'a new password: its length',
    ['nobody', '/auth?reset=any', 'Reset Password', { newPassword: 'short', confirmPassword: 'short' }, [SHORT]],
  ],
  [
    'a new password: twice the same',
    [
      'nobody',
      '/auth?reset=any',
      'Reset Password',
      { newPassword: PASSWORD, confirmPassword: 'another-one' },
      [DIFFERENT],
    ],
  ],
  ['completing a profile: name', complete({ studentName: '' }, 'Student name is required')],
  ['completing a profile: two names', complete({ studentName: 'Nell' }, 'Please enter first and last name')],
  ['completing a profile: email', complete({ email: 'new' }, EMAIL)],
  ['completing a profile: phone', complete({ phone: '' }, 'Phone number is required')],
  ['a profile: name', profile({ studentName: ' ' }, 'Student name is required')],
  ['a profile: email', profile({ email: 'wall' }, 'Invalid email address')],
  ['a profile: phone', profile({ phone: '555-0177' }, 'Phone number must be at least 10 digits')],
  ['a password: the present one', password({ currentPassword: '' }, 'Current password is required')],
  ['a password: its length', password({ newPassword: 'short' }, 'New password must be at least 6 characters')],
  ['a password: once more', password({ confirmPassword: '' }, 'Please confirm your new password')],
  ['a password: twice the same', password({ confirmPassword: 'another-one' }, DIFFERENT)],
  ['a purchase: something', purchase(() => ({ package: '' }), 'Please select at least one item')],
  [
    'a purchase: its start',
    purchase(
      () => ({ package: ids.package ?? '', start: '' }),
      'Missing Start Date: Please select when you want your purchase to take effect.',
    ),
  ],
  ['a purchase: at most ten', purchase(() => ({ [`addon-${ids.hack}`]: '11' }), 'Choose a quantity from 0 to 10')],
  [
    'a purchase: nothing below zero',
    purchase(() => ({ [`addon-${ids.hack}`]: '-1' }), 'Choose a quantity from 0 to 10'),
  ],
  [
    'a subscription: a saved card first',
    [
      'family',
      '/purchase',
      'Continue',
      () => ({ package: ids.package ?? '', paymentType: 'recurring' }),
      ['Add Payment Method First'],
    ],
  ],
  ['an offline amount: digits', offline({ m3: '12a' }, ['Error: Failed to update offline payment amount.'])],
  ['an offline amount: whole dollars', offline({ m3: '12.50' }, ['Error: Failed to update offline payment amount.'])],
  ['an offline amount: at most 9999', offline({ m3: '10000' }, ['Error: Failed to update offline payment amount.'])],
  ['an offline amount: 9999', offline({ m3: '9999' }, ['Offline Payment Updated', 'March $0.00 → $9,999.00'])],
  ['an offline amount: nothing is 0', offline({ m3: '' }, ['Offline Payment Updated', 'March $9,999.00 → $0.00'])],
  ['a student: first name', student({ firstName: '' }, 'First name is required')],
  ['a student: last name', student({ lastName: '' }, 'Last name is required')],
  ['a student: email', student({ email: 'nobody' }, EMAIL)],
  [
    'a horse: its name, trimmed',
    ['office', '/horses/manage', 'Add Horse', { name: '  Trimmed  ' }, ['Horse Added', 'Max per day', ' Trimmed ']],
  ],
  [
    'a horse: no name',
    ['office', '/horses/manage', 'Add Horse', { name: '  ' }, ['Failed to add horse. Please try again.']],
  ],
  [
    'a horse: a name that is there',
    [
      'office',
      '/horses/manage',
      'Add Horse',
      { name: 'TRIMMED' },
      ['There is already a horse named Trimmed. Give the new one another name.'],
    ],
  ],
  ['a ride: type', ride({ date: '2026-11-24', time: '07:00' }, 'Choose a ride type')],
  ['a ride: day', ride({ time: '07:00', type: 'Group Lesson' }, 'Choose a day')],
  ['a ride: time', ride({ date: '2026-11-24', type: 'Group Lesson' }, 'Choose a time')],
]

describe('Messages of a form', () => {
  test.each(FORMS)('%s', async (_, [who, at, press, fill, says]) => {
    const given = typeof fill === 'function' ? fill() : fill
    const page = await browsers[who].send(typeof at === 'function' ? at() : at, { press, fill: given })
    for (const words of says) expect(page.text).toContain(words)
  })
})

type Call = [who: Who, method: string, at: string, body: () => object, status: number, message: string]
const items = (part: object) => ({
  items: [{ type: 'package', id: Number(ids.package), quantity: 1, ...part }],
  startDate: 'this-month',
})
const slot = { dayOfWeek: 2, scheduledTime: '7:00 AM', lessonType: 'Group Lesson', lessonDate: '2026-11-24' }

const CALLS: [string, Call][] = [
  ...Object.entries({
    email: EMAIL,
    password: SHORT,
    firstName: 'First name is required',
    lastName: 'Last name is required',
    phone: 'Phone number is required',
  }).map(([field, says]): [string, Call] => [
    `an account: ${field}`,
    ['nobody', 'POST', '/api/register', () => account({ [field]: '' }), 400, says],
  ]),
  ['signing in: email', ['nobody', 'POST', '/api/login', () => ({ email: 'x', password: 'y' }), 400, EMAIL]],
  [
    'signing in: password',
    [
      'nobody',
      'POST',
      '/api/login',
      () => ({ email: 'wall@messages.example', password: '' }),
      400,
      'Please enter your password',
    ],
  ],
  ['a magic link: email', ['nobody', 'POST', '/api/auth/magic-link', () => ({ email: 'x' }), 400, EMAIL]],
  ['a forgotten password: email', ['nobody', 'POST', '/api/auth/forgot-password', () => ({ email: 'x' }), 400, EMAIL]],
  [
    'a new password: its length',
    ['nobody', 'POST', '/api/auth/reset-password', () => ({ token: 'any', newPassword: 'short' }), 400, SHORT],
  ],
  ['a profile: email', ['family', 'PUT', '/api/auth/user', () => ({ email: 'x' }), 400, EMAIL]],
  [
    'a profile: phone',
    ['family', 'PUT', '/api/auth/user', () => ({ phone: '555-0177' }), 400, 'Phone number must be at least 10 digits'],
  ],
  [
    'a password: the present one',
    [
      'family',
      'PUT',
      '/api/auth/password',
      () => ({ currentPassword: '', newPassword: PASSWORD }),
      400,
      'Current password is required',
    ],
  ],
  [
    'a password: its length',
    [
      'family',
      'PUT',
      '/api/auth/password',
      () => ({ currentPassword: PASSWORD, newPassword: 'short' }),
      400,
      'New password must be at least 6 characters',
    ],
  ],
  [
    'a purchase: something',
    [
      'family',
      'POST',
      '/api/payment/create',
      () => ({ items: [], startDate: 'this-month' }),
      400,
      'Please select at least one item',
    ],
  ],
  [
    'a purchase: its start',
    [
      'family',
      'POST',
      '/api/payment/create',
      () => ({ ...items({}), startDate: '' }),
      400,
      'Please select when you want your purchase to take effect.',
    ],
  ],
  [
    'a purchase: at most ten',
    [
      'family',
      'POST',
      '/api/payment/create',
      () => items({ type: 'addon', id: Number(ids.hack), quantity: 11 }),
      400,
      'must be at most 10',
    ],
  ],
  [
    'an offline amount: whole dollars',
    [
      'office',
      'PUT',
      `/api/admin/offline-payments/ID/YEAR/3`,
      () => ({ amount: 12.5 }),
      400,
      'hole dollars from 0 to 9999',
    ],
  ],
  [
    'an offline amount: at most 9999',
    [
      'office',
      'PUT',
      `/api/admin/offline-payments/ID/YEAR/3`,
      () => ({ amount: 10_000 }),
      400,
      'hole dollars from 0 to 9999',
    ],
  ],
  [
    'a student: email',
    ['office', 'POST', '/api/admin/students', () => ({ firstName: 'A', lastName: 'B', email: '' }), 400, EMAIL],
  ],
  [
    'a student: first name',
    [
      'office',
      'POST',
      '/api/admin/students',
      () => ({ firstName: '', lastName: 'B', email: 'b@messages.example' }),
      400,
      'First name is required',
    ],
  ],
  ['a horse: no name', ['office', 'POST', '/api/horses', () => ({ name: '  ' }), 400, 'name']],
  ['a lesson', ['office', 'POST', '/api/temporary-lessons', () => slot, 201, '']],
  ['a lesson that is there', ['office', 'POST', '/api/temporary-lessons', () => slot, 409, 'Lesson already exists']],
]

describe('Messages of a call', () => {
  test.each(CALLS)('%s', async (_, [who, method, at, body, status, message]) => {
    const answer = await browsers[who].call(
      method,
      at.replace('ID', ids.family ?? '').replace('YEAR', String(new Date().getFullYear())),
      body(),
    )
    expect([answer.status, String(answer.body.message ?? '')]).toEqual([status, expect.stringContaining(message)])
  })

  test('A horse that exists, as in its own answer', async () => {
    const { status, body } = await browsers.office.call('POST', '/api/horses', { name: ' TRIMMED ' })
    expect([status, body.name]).toEqual([200, 'Trimmed'])
  })
})

test('A quantity that is not a number is 0', async () => {
  const page = await browsers.family.send('/purchase', {
    press: 'Continue',
    fill: { package: ids.package ?? '', [`addon-${ids.hack}`]: '' },
  })
  expect([page.path.split('?')[0], page.text]).toEqual(['/payment-onetime', expect.stringContaining('$185.40')])
})

test('Lessons begin every half hour from 7:00 AM to 6:30 PM', async () => {
  const { html } = await browsers.office.open('/admin/lessons/new')
  const [, select = ''] = /<select[^>]*name="time"[^>]*>(.*?)<\/select>/s.exec(html) ?? []
  const times = [...select.matchAll(/<option[^>]*value="(\d\d:\d\d)"[^>]*>([^<]*)/g)].map(([, , label]) => label)
  expect([times.length, times[0], times[1], times.at(-1)]).toEqual([24, '7:00 AM', '7:30 AM', '6:30 PM'])
})

test.each([
  ['the email of an account', "UPDATE users SET email = 'admin@stirrup.example' WHERE email = 'wall@messages.example'"],
  ['the name of a horse', 'UPDATE horses SET name = (SELECT min(name) FROM horses)'],
  ['the number of a donation', 'UPDATE donations SET zeffy_id = (SELECT min(zeffy_id) FROM donations)'],
  ['the number of an event', "UPDATE events SET zeffy_event_id = 'the same'"],
  [
    'a horse on a day and time',
    'UPDATE horse_usage SET (horse_id, usage_date, lesson_time) = (SELECT horse_id, usage_date, lesson_time FROM horse_usage LIMIT 1)',
  ],
  [
    'the payment record of a person and year',
    'INSERT INTO student_payments (user_id, year) SELECT id, 2026 FROM users, (VALUES (1), (2)) twice',
  ],
])('The database stores %s once', async (_, sql) => {
  await expect(school.db.query(sql)).rejects.toThrow('duplicate key value')
})
