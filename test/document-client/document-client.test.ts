// A client that knows only the customer's document: its calls, payload keys and values, and the fields of its answers.
import { afterAll, describe, expect, test } from 'vitest'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { fromDbDate } from '~/utils/dates'
import { PASSWORD, TODAY } from '../api-school'
import { openTestProvider } from '../payments'
import { CALLS, callerOf, type DocumentCall } from './calls'
import { ask, nobody, refusal } from './client'
import { openWorld, type World } from './world'

const { provider, sandbox } = openTestProvider()
const env = getEnv()
const usual = { mode: env.mode, smtpUrl: env.smtpUrl, zeffyFormUrl: env.zeffyFormUrl }

const now = `${TODAY}T15:00:00Z`
setClock(now)
sandbox.clock.set(Date.parse(now) / 1000)
Object.assign(env, { mode: 'demo', smtpUrl: undefined, zeffyFormUrl: 'https://forms.example/give' })
const world = await openWorld(provider)
afterAll(() => {
  setClock(null)
  Object.assign(env, usual)
})

/** Returns the JSON of a day that a client stores as a date, at noon. */
const instantOf = (day: string) => `${day}T12:00:00.000Z`
const DAY = /\b\d{4}-\d\d-\d\d\b(?!T)/g

/** Other ways in which a client writes the same: days as JSON makes them, weekdays as a form has them. */
const OTHERWISE = [
  (value: unknown) => (typeof value === 'string' ? value.replace(DAY, instantOf) : value),
  (value: unknown, key?: string) => (key === 'dayOfWeek' ? String(value) : value),
]
const asShown = (value: unknown) => value

/** Makes a call; undefined if this way of writing makes no difference to it. */
async function make(document: DocumentCall, write: (value: unknown, key?: string) => unknown = asShown) {
  const { path, body, as } = (await document.send?.(world)) ?? {}
  const [method = '', usualPath = ''] = document.call.split(' ')
  const written = { path: write(path ?? usualPath), body: JSON.stringify(body, (key, value) => write(value, key)) }
  const isSame = written.path === (path ?? usualPath) && written.body === JSON.stringify(body)
  if (isSame && write !== asShown) return undefined
  const sent = written.body === undefined ? undefined : JSON.parse(written.body)
  return { answer: await ask(as ?? callerOf(document, world), `${method} ${written.path}`, sent) }
}

function expectFields({ list, answers }: DocumentCall, whole: Record<string, unknown>) {
  if (!answers) return
  const answer = list ? whole[list] : whole
  const rows = Array.isArray(answer) ? answer : [answer]
  expect(rows).not.toEqual([])
  for (const row of rows) expect(Object.keys(row)).toEqual(expect.arrayContaining(answers.split(' ')))
}

describe('Each call of the document', () => {
  test.each(CALLS.map((document) => [document.call, document] as const))(
    '%s returns the fields in the document, however days and weekdays are written',
    async (_, document) => {
      expectFields(document, (await make(document))?.answer)
      for (const write of document.send ? OTHERWISE : []) {
        const made = await make(document, write)
        if (made) expectFields(document, made.answer)
      }
    },
  )
})

describe('A caller without permission is told so', () => {
  const guarded = CALLS.filter(({ for: caller }) => caller !== 'anyone').map(({ call }) => call)
  const office = CALLS.filter(({ for: caller }) => caller === 'admin').map(({ call }) => call)
  const bodyOf = (call: string) => (call.startsWith('GET') ? undefined : {})
  const pathOf = (call: string) => call.replaceAll(/{\w+}/g, '1')

  test.each(guarded)('%s is answered with 401 if nobody is signed in', async (call) => {
    const { status, message } = await refusal(nobody(), pathOf(call), bodyOf(call))
    expect(status).toBe(401)
    expect(message).toMatch(/^401: .*(Unauthorized|Authentication Required)/)
  })

  test.each(office)('%s is answered with 403 for a family', async (call) => {
    const { status, message } = await refusal(world.customer, pathOf(call), bodyOf(call))
    expect(status).toBe(403)
    expect(message).toMatch(/^403: .*Access Denied/)
  })
})

describe('A purchase', () => {
  const bought = async (choice: object) => {
    const items = [{ type: 'package', id: world.packageId, quantity: 1 }]
    const { paymentIntentId } = await ask(await world.family(), 'POST /api/payment/create', { items, ...choice })
    return prisma.order.findUniqueOrThrow({ where: { stripePaymentIntentId: paymentIntentId } })
  }

  test.each([
    ['This Month (Immediate)', TODAY],
    ['current', TODAY],
    ['2026-11-30T12:00:00.000Z', TODAY],
    ['Next Month', '2026-12-01'],
    ['next', '2026-12-01'],
    ['2026-12', '2026-12-01'],
    ['2027-03-01', '2027-03-01'],
  ])('A purchase that starts %j is valid from %s', async (startDate, from) => {
    expect(fromDbDate((await bought({ startDate })).validFrom)).toBe(from)
  })

  test.each([
    [{ payment_method_types: ['us_bank_account'] }, '0.00'],
    [{ method: 'us_bank_account', payment_method_types: ['us_bank_account'] }, '0.00'],
    [{ payment_method_types: ['card'] }, '6.60'],
    [{}, '6.60'],
  ])('A purchase with %j costs a fee of %s', async (method, fee) => {
    expect((await bought({ startDate: 'next', ...method })).fee.toFixed(2)).toBe(fee)
  })

  test('A purchase names the signed-in account, or none', async () => {
    const items = [{ type: 'package', id: world.packageId, quantity: 1, paymentType: 'one-time' }]
    const own = { items, startDate: 'current', userId: world.school.customer }
    expect(await ask(world.customer, 'POST /api/payment/create', own)).toMatchObject({ success: true })
  })

  test('A paid purchase is confirmed', async () => {
    const { paymentIntentId } = world.school
    expect(await ask(world.customer, 'POST /api/payment/confirm', { paymentIntentId })).toEqual({
      success: true,
      message: 'Your purchase has been completed successfully.',
    })
  })
})

test('A client can subscribe with a card that it saved', async () => {
  const family = await world.family()
  const { clientSecret } = await ask(family, 'POST /api/setup-intent', { payment_method_types: ['card'] })
  const saved = { payment_method: 'pm_card_mastercard', return_url: 'http://client.example' }
  await provider.stripe.setupIntents.confirm(clientSecret.split('_secret_')[0], saved)
  await sandbox.idle()
  expect(await ask(family, 'POST /api/subscriptions/create', await world.monthly())).toMatchObject({
    requiresPayment: false,
  })
})

test('A package may be given as a number or as a form’s text', async () => {
  const { packageId } = await world.monthly()
  const asked = await ask(await world.family(), 'POST /api/subscriptions/create', { packageId: String(packageId) })
  expect(asked).toMatchObject({ success: true, requiresPayment: false })
})

test('The rows of the students add up to the summary', async () => {
  const rows: { paymentStatus: string | null }[] = await ask(world.office, 'GET /api/admin/students')
  const summary = await ask(world.office, 'GET /api/admin/stats')
  const count = (...statuses: (string | null)[]) =>
    rows.filter(({ paymentStatus }) => statuses.includes(paymentStatus)).length
  expect(summary).toMatchObject({
    totalStudents: rows.length,
    paid: count('Paid'),
    pending: count('Pending', 'Clearing'),
    clearing: count('Clearing'),
    nothingDue: count(null),
  })
})

test.each([
  'month=2026-10',
  'month=10',
  'month=10&year=2026',
  'month=October',
  'month=october&year=2026',
  'month=2026-10-01T12:00:00.000Z',
])('The students of a month are requested as ?%s', async (query) => {
  for (const path of ['/api/admin/students', '/api/admin/students-monthly']) {
    const [row] = await ask(world.office, `GET ${path}?${query}`)
    expect(row).toMatchObject({ currentMonth: 10, currentYear: 2026 })
  }
})

test('A donation for the general purpose counts for the general fund', async () => {
  const link = await ask(world.office, 'POST /api/donations/generate-url', { amount: '45.00', purpose: 'general' })
  expect(link.donationUrl).toMatch(/^https:\/\/forms\.example\/give/)
})

test('Every student has a row in the main table of payments', async () => {
  const students: { id: string }[] = await ask(world.office, 'GET /api/admin/students')
  const rows: { userId: string }[] = await ask(world.office, 'GET /api/payments/2026')
  expect(rows.map(({ userId }) => userId)).toEqual(expect.arrayContaining(students.map(({ id }) => id)))
})

describe('A refusal has its status, the invalid field, and a message', () => {
  const package1 = () => ({ type: 'package', id: world.packageId, quantity: 1 })
  const STRANGER = 'somebody-else'

  /** The caller, the call, what is sent, and the refusal: status, field, message. */
  const REFUSED: [
    string,
    'nobody' | 'customer' | 'office',
    (world: World) => [call: string, body?: object] | Promise<[call: string, body?: object]>,
    [status: number, field: string | undefined, message: RegExp],
  ][] = [
    [
      'a wrong password',
      'nobody',
      () => ['POST /api/login', { email: world.school.email, password: 'guess' }],
      [401, undefined, /^Invalid email or password$/],
    ],
    [
      'an address without an account',
      'nobody',
      () => ['POST /api/login', { email: 'no.one@families.example', password: PASSWORD }],
      [401, undefined, /^Invalid email or password$/],
    ],
    [
      'an address that is none',
      'nobody',
      () => ['POST /api/auth/magic-link', { email: 'ann' }],
      [400, 'email', /Please enter a valid email address/],
    ],
    [
      'a short password',
      'nobody',
      () => [
        'POST /api/register',
        { email: 'a@b.example', firstName: 'A', lastName: 'B', phone: '1', password: '12345' },
      ],
      [400, 'password', /at least 6 characters/],
    ],
    [
      'a link that was used',
      'nobody',
      () => ['POST /api/auth/magic-login', { token: 'used' }],
      [400, 'token', /The magic link is invalid or has expired\./],
    ],
    [
      'a sample student who is none',
      'nobody',
      () => ['POST /api/auth/test-login', { userId: STRANGER }],
      [404, undefined, /Unable to authenticate test user\./],
    ],
    [
      'a wrong present password',
      'customer',
      () => ['PUT /api/auth/password', { currentPassword: 'guess', newPassword: 'secret-2' }],
      [400, 'currentPassword', /./],
    ],
    [
      'a purchase for another account',
      'customer',
      () => ['POST /api/payment/create', { items: [package1()], startDate: 'current', userId: world.school.other }],
      [404, undefined, /^User not found$/],
    ],
    [
      'a subscription for another account',
      'customer',
      () => ['POST /api/subscriptions/create', { items: [package1()], userId: world.school.other }],
      [404, undefined, /^User not found$/],
    ],
    [
      'a subscription for another account, at its other address',
      'customer',
      () => ['POST /api/subscriptions', { items: [package1()], userId: STRANGER }],
      [404, undefined, /^User not found$/],
    ],
    [
      'a change of the subscription of another account',
      'customer',
      () => ['PUT /api/subscriptions', { packageId: world.packageId, userId: STRANGER }],
      [404, undefined, /^User not found$/],
    ],
    [
      'the subscription of another account',
      'customer',
      () => [`GET /api/subscriptions/user?userId=${STRANGER}`],
      [404, undefined, /^User not found$/],
    ],
    [
      'a purchase of nothing',
      'customer',
      () => ['POST /api/payment/create', { items: [], startDate: 'current' }],
      [400, 'items', /No Items Selected: Please select at least one item/],
    ],
    [
      'a purchase without a start',
      'customer',
      () => ['POST /api/payment/create', { items: [package1()] }],
      [400, 'startDate', /Missing Start Date: Please select when you want your purchase to take effect\./],
    ],
    [
      'a purchase that starts never',
      'customer',
      () => ['POST /api/payment/create', { items: [package1()], startDate: 'someday' }],
      [400, 'startDate', /Start Date not understood/],
    ],
    [
      'eleven of an add-on',
      'customer',
      () => ['POST /api/payment/create', { items: [{ ...package1(), quantity: 11 }], startDate: 'current' }],
      [400, 'items.0.quantity', /items\.0\.quantity: must be at most 10$/],
    ],
    [
      'two methods at once',
      'customer',
      () => [
        'POST /api/payment/create',
        { items: [package1()], startDate: 'current', method: 'card', payment_method_types: ['us_bank_account'] },
      ],
      [400, 'payment_method_types', /is another method than `method`/],
    ],
    [
      'a saved method where a kind of method is meant',
      'customer',
      () => ['POST /api/payment/create', { items: [package1()], startDate: 'current', payment_method: 'pm_1' }],
      [400, 'payment_method', /must be one of card, us_bank_account$/],
    ],
    [
      'a name that the call does not know',
      'customer',
      () => ['POST /api/payment/create', { items: [package1()], startDate: 'current', paymentKind: 'us_bank_account' }],
      [400, 'paymentKind', /is not known here\. Known: items, startDate/],
    ],
    [
      'a rider of an item under a name that it does not know',
      'customer',
      () => ['POST /api/payment/create', { items: [{ ...package1(), studentId: 'somebody' }], startDate: 'current' }],
      [400, 'items.0.studentId', /is not known here/],
    ],
    [
      'a filter that the call does not know',
      'office',
      () => ['GET /api/admin/payment-transactions?student=somebody'],
      [400, 'student', /is not known here/],
    ],
    [
      'a method that the school does not take',
      'customer',
      () => ['POST /api/setup-intent', { payment_method_types: ['cash'] }],
      [400, 'payment_method_types.0', /must be one of card, us_bank_account$/],
    ],
    [
      'a one-time package among subscriptions',
      'customer',
      () => ['POST /api/subscriptions/create', { packageId: world.packageId, packagePaymentType: 'one-time' }],
      [400, 'packagePaymentType', /must be recurring; one-time purchases go to \/api\/payment\/create/],
    ],
    [
      'an add-on twice',
      'customer',
      () => [
        'POST /api/subscriptions/create',
        { packageId: world.packageId, addOns: [1, 1].map((addOnId) => ({ addOnId, quantity: 1 })) },
      ],
      [400, 'addOns', /Each add-on can be listed once/],
    ],
    [
      'the payment of another family',
      'customer',
      () => ['POST /api/payment/confirm', { paymentIntentId: 'pi_ofanother' }],
      [404, undefined, /No such payment/],
    ],
    [
      'the payment method of another family',
      'customer',
      () => ['DELETE /api/payment-methods/pm_ofanother'],
      [404, undefined, /No such payment method/],
    ],
    [
      'the rides of another family',
      'customer',
      () => [`GET /api/lessons/user/${world.school.other}?upcoming=false`],
      [404, undefined, /Student not found/],
    ],
    [
      'a student who is none',
      'office',
      () => ['PATCH /api/admin/students/none', { firstName: 'Ann' }],
      [404, undefined, /Student not found/],
    ],
    [
      'a change of what cannot be changed',
      'office',
      () => [`PATCH /api/admin/students/${world.school.tom}`, { totalLessons: 4 }],
      [400, undefined, /totalLessons cannot be changed here/],
    ],
    [
      'a month that is none',
      'office',
      () => ['GET /api/admin/students?month=13'],
      [400, 'month', /A month is written as 2026-11, or as 11 or November with its year/],
    ],
    [
      'a ride type that the school does not have',
      'office',
      () => {
        const { date, dayOfWeek, time } = world.slot()
        return ['POST /api/temporary-lessons', { dayOfWeek, scheduledTime: time, lessonType: 'Polo', lessonDate: date }]
      },
      [400, 'lessonType', /Choose a ride type/],
    ],
    [
      'a new ride type that the school does not have',
      'office',
      async () => {
        const { date, dayOfWeek, time, type } = await world.riding()
        const names = { oldTime: time, oldType: type, newTime: time, newType: 'Polo' }
        return ['PUT /api/weekly-schedule/timeslot', { dayOfWeek, ...names, lessonDate: date }]
      },
      [400, 'newType', /Choose a ride type/],
    ],
    [
      'a lesson that is there',
      'office',
      async () => {
        const { lessonDate, scheduledTime, lessonType, dayOfWeek } = await world.oneTime()
        return ['POST /api/temporary-lessons', { dayOfWeek, scheduledTime, lessonType, lessonDate }]
      },
      [409, 'scheduledTime', /^Lesson already exists - A lesson for this time slot already exists for this date$/],
    ],
    [
      'a horse that is out',
      'office',
      async () => {
        const [one, horseName] = [await world.riding(), await world.freshHorse()]
        const { date, time, studentName, type } = one
        const given = { horseName, usageDate: date, lessonTime: time, lessonType: type }
        await ask(world.office, 'POST /api/lessons/horse-assignments', { ...given, studentName })
        await prisma.horse.update({ where: { name: horseName }, data: { onRest: true } })
        const { lessonDate, scheduledTime } = await world.oneTime()
        const other = await prisma.oneTimeParticipant.findFirstOrThrow({
          where: { lessonDate: new Date(lessonDate) },
          include: { student: true },
          orderBy: { id: 'desc' },
        })
        const name = `${other.student.firstName} ${other.student.lastName}`
        return [
          'POST /api/lessons/horse-assignments',
          { horseName, usageDate: lessonDate, lessonTime: scheduledTime, studentName: name, lessonType: type },
        ]
      },
      [409, 'horseName', /is resting/],
    ],
    [
      'a horse that the school does not have',
      'office',
      async () => {
        const { date, time, studentName } = await world.riding()
        return [
          'POST /api/lessons/horse-assignments',
          { horseName: 'Pegasus', usageDate: date, lessonTime: time, studentName },
        ]
      },
      [400, 'horseName', /Horse not found/],
    ],
    [
      'a student who does not ride then',
      'office',
      async () => {
        const { date, time } = await world.riding()
        const removal = { studentName: 'Nobody Known', lessonDate: date, lessonTime: time, removalType: 'one-time' }
        return ['POST /api/lessons/record-removal', removal]
      },
      [404, undefined, /Student not found in that lesson/],
    ],
    [
      'an attendance that is none',
      'office',
      async () => {
        const { date, time, studentId } = await world.riding()
        return [
          'POST /api/lessons/attendance',
          { studentId, lessonDate: date, lessonTime: time, attendanceStatus: 'sick' },
        ]
      },
      [400, 'attendanceStatus', /must be one of/],
    ],
    [
      'a weekday that is none',
      'office',
      () => {
        const { date, time, type } = world.slot()
        return ['POST /api/weekly-schedule', { dayOfWeek: 7, scheduledTime: time, lessonType: type, startDate: date }]
      },
      [400, 'dayOfWeek', /must be 0 \(Sunday\) to 6 \(Saturday\)/],
    ],
    [
      'a time before the first lesson',
      'office',
      () => ['POST /api/temporary-lessons', { scheduledTime: '6:50 AM', lessonType: 'Hack', lessonDate: '2027-02-01' }],
      [400, 'scheduledTime', /from 7:00 AM to 6:30 PM/],
    ],
    [
      'a lesson that is not there',
      'office',
      () => [
        'DELETE /api/weekly-schedule/timeslot',
        { dayOfWeek: 0, scheduledTime: '6:30 PM', lessonType: 'Hack', fromDate: '2027-02-07' },
      ],
      [404, undefined, /./],
    ],
    [
      'a day that does not exist',
      'office',
      () => ['GET /api/one-time-participants/2026-02-30T12:00:00.000Z'],
      [400, 'date', /date must be a day that exists, as YYYY-MM-DD/],
    ],
    [
      'a week of no day',
      'office',
      () => ['GET /api/horse-usage/tracking?week=soon'],
      [400, 'week', /week must be a day that exists/],
    ],
    [
      'an offline amount beyond the most',
      'office',
      () => [`PUT /api/admin/offline-payments/${world.school.tom}/2026/3`, { amount: 10_000 }],
      [400, 'amount', /amount: Enter whole dollars from 0 to 9999/],
    ],
    [
      'an amount of no dollars',
      'office',
      () => ['POST /api/payments/update-amount', { userId: world.school.tom, year: 2026, month: 3, amount: 'many' }],
      [400, 'amount', /Enter dollars such as 45 or 45\.50/],
    ],
    [
      'an export without days',
      'office',
      () => ['GET /api/admin/reports/transactions?format=csv'],
      [400, 'start_date', /Please select both start and end dates/],
    ],
    [
      'a purpose that is none',
      'office',
      () => ['POST /api/donations/generate-url', { amount: 5, purpose: 'A yacht' }],
      [400, 'purpose', /must be one of General fund/],
    ],
  ]

  test.each(REFUSED)('%s', async (_, who, sent, [status, field, message]) => {
    const visitor = { nobody: nobody(), customer: world.customer, office: world.office }[who]
    const [call, body] = await sent(world)
    const refused = await refusal(visitor, call, body)
    expect([refused.status, refused.body.field], refused.message).toEqual([status, field])
    expect(refused.body.message).toMatch(message)
    // A library's own messages mean nothing to a person.
    expect(refused.message).not.toMatch(/Invalid (input|option)|Too (big|small)|expected \w+|received/)
  })
})
