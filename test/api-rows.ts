import { prisma } from '~/platform/db.server'
import { toDbDate } from '~/utils/dates'
import { makeupHolder, member, type Own, oneTime, payer, signedOnPaper, subscriber, waiver, weekly } from './api-own'
import { ACTORS, type Actor, addressToken, mailedToken, PASSWORD, type School, TODAY, visitorOf } from './api-school'
import { admin, rider, weeklyPlace } from './factories'

type Given<T> = T | ((school: School, actor: Actor) => T | Promise<T>)

/** How a call is made, and what the three signed-in actors get if it is not simply what the call declares. */
export interface ApiRow {
  own?: Own
  /** The path with its parameters and query; the declared one if it is left out. */
  path?: Given<string>
  body?: Given<unknown>
  answers?: Partial<Record<Actor, number>>
}

const ownAlone = { customer: 200, other: 404, admin: 404 }
const monthly = ({ packageId }: School) => ({ items: [{ type: 'package', id: packageId, quantity: 1 }] })
const slot = { scheduledTime: '9:00 AM', lessonType: 'Private Lesson' }
const thatDay = { ...slot, lessonDate: '2026-11-26' }
/** A lesson with places. */
const thursday = { lessonDate: '2026-11-26', scheduledTime: '11:00 AM', lessonType: 'Group Lesson' }
const weeklyThursday = { ...thursday, weekly: true }
const asksForLink = ({ forgetful }: School, actor: Actor) => ({
  email: actor === 'admin' ? forgetful : `${actor}@nobody.example`,
})
const taught = {
  lessonDate: '2026-11-21',
  lessonTime: '10:00',
  rideType: 'Group Lesson',
}
/** The change that a sheet sends of a ride marked without a signal. */
const unsent = {
  rideType: 'Group Lesson',
  key: '0b9f3c1e-8d2a-4b57-9a61-3f1d2c4e5a60',
  base: { attendance: 'scheduled', horseId: null },
  want: { attendance: 'present', horseId: null },
  madeAt: `${TODAY}T21:05:00.000Z`,
}
const phoneOf = (_: School, actor: Actor) => ({ number: `(845) 555-02${ACTORS.indexOf(actor) + 10}` })
const person = { firstName: 'Nora', lastName: 'New', phone: '555-0100-300' }

const makeupOf = async (studentId: string) =>
  (await prisma.makeup.findFirst({ where: { studentId, validTo: { gte: new Date(TODAY) } } }))?.id ?? 999

async function requestOf(studentId: string) {
  const open = await prisma.makeupRequest.findFirst({ where: { studentId, closedAt: null } })
  if (open) return open.id
  const row = { studentId, makeupId: await makeupOf(studentId), wish: 'After 4 PM', byId: studentId }
  return (await prisma.makeupRequest.create({ data: row })).id
}

/** A row for each call, in the order of the table. */
export const API_ROWS: Record<string, ApiRow> = {
  'GET /login': {},
  'POST /login': { body: ({ email }: School) => ({ email, password: PASSWORD }) },
  // No sign-in waits for a code here: `app/routes/account/second-step.test.ts` has one that does.
  'POST /auth/code': { body: { code: '000000' }, answers: Object.fromEntries(ACTORS.map((actor) => [actor, 401])) },
  'POST /logout': {},
  'POST /register': {
    body: (_: School, actor: Actor) => ({
      ...person,
      email: `${actor}@new.example`,
      password: PASSWORD,
    }),
  },
  // An address may get five links in a quarter of an hour: each actor uses its own.
  'POST /auth/magic-link': { body: asksForLink },
  'POST /auth/forgot-password': { body: asksForLink },
  'POST /auth/magic-login': {
    body: async ({ forgetful }: School) => ({ token: await mailedToken('magic', forgetful) }),
  },
  'POST /auth/confirm-address': {
    body: async (_: School, actor: Actor) => ({ token: await addressToken(actor) }),
  },
  'POST /auth/address-link': {},
  'POST /auth/reset-password': {
    body: async ({ forgetful }: School) => ({
      token: await mailedToken('reset', forgetful),
      newPassword: PASSWORD,
    }),
  },
  'POST /auth/test-login': { body: ({ customer }: School) => ({ userId: customer }) },
  'GET /auth/user': {},
  'PUT /auth/user': { body: { phone: '555-0100-999' } },
  'PUT /auth/password': { body: { currentPassword: PASSWORD, newPassword: PASSWORD } },

  'GET /packages': {},
  'GET /addons': {},
  'GET /user-addons': {},
  'POST /payment/create': { body: (school: School) => ({ ...monthly(school), startDate: 'this-month' }) },
  'POST /payment/price': {
    body: ({ unpaidIntentId, cardToken }: School) => ({
      paymentIntentId: unpaidIntentId,
      confirmationToken: cardToken,
    }),
    answers: ownAlone,
  },
  'POST /payment/check': {
    body: ({ unpaidIntentId }: School) => ({ paymentIntentId: unpaidIntentId }),
    answers: ownAlone,
  },
  'POST /payment/confirm': {
    body: ({ paymentIntentId }: School) => ({ paymentIntentId }),
    answers: ownAlone,
  },
  'GET /payment-history': { path: '/payment-history?year=2026' },
  'GET /payment-history/{year}': { path: '/payment-history/2026' },

  'GET /payment-methods': {},
  'DELETE /payment-methods/{id}': {
    path: ({ oldMethod }: School) => `/payment-methods/${oldMethod}`,
    answers: ownAlone,
  },
  'POST /payment-methods/{id}/set-default': {
    path: ({ keptMethod }: School) => `/payment-methods/${keptMethod}/set-default`,
    answers: ownAlone,
  },
  'POST /setup-intent': {},
  'POST /create-portal-session': {},

  'POST /subscriptions': { own: payer, body: monthly },
  'POST /subscriptions/create': { own: subscriber, body: monthly, answers: { customer: 409 } },
  'PUT /subscriptions': { own: subscriber, body: ({ packageId }: School) => ({ packageId }), answers: ownAlone },
  'DELETE /subscriptions': { own: subscriber, answers: ownAlone },
  'POST /subscriptions/keep': {
    own: async (school, provider) => {
      const own = await subscriber(school, provider)
      await (await visitorOf({ ...school, ...own }, 'customer')).api('/api/subscriptions', { method: 'DELETE' })
      return own
    },
    answers: ownAlone,
  },
  'GET /subscriptions/user': {},
  'GET /admin/subscriptions': { own: subscriber },

  'GET /lessons/user': {},
  'GET /lessons/user/{id}': {
    path: ({ customer }: School) => `/lessons/user/${customer}?upcoming=true`,
    answers: { other: 404 },
  },
  'GET /admin/lessons/user/{id}': { path: ({ customer }: School) => `/admin/lessons/user/${customer}?upcoming=false` },
  'GET /admin/lessons': { path: '/admin/lessons?startDate=2026-11-01&endDate=2026-11-30' },
  'GET /admin/lessons/today': {},

  'GET /places': {},
  'POST /places': {
    own: member(),
    body: ({ customer }: School) => ({ ...thursday, studentId: customer }),
    answers: { other: 404, admin: 404 },
  },
  'DELETE /places': {
    own: member('/api/places', thursday),
    body: ({ customer }: School) => ({ ...thursday, studentId: customer }),
    answers: { other: 404, admin: 404 },
  },
  'POST /waitlist': {
    own: member(),
    body: ({ customer }: School) => ({ ...weeklyThursday, studentId: customer }),
    answers: { other: 404, admin: 409 },
  },
  'GET /waitlist': { own: member('/api/waitlist', weeklyThursday) },
  'GET /admin/waitlist': { own: member('/api/waitlist', weeklyThursday) },
  'DELETE /waitlist/{id}': {
    own: member('/api/waitlist', weeklyThursday),
    path: async ({ customer }: School) =>
      `/waitlist/${(await prisma.waiting.findFirst({ where: { studentId: customer, closedAt: null } }))?.id ?? 999}`,
    answers: { other: 404, admin: 404 },
  },
  'POST /offers/{id}': {
    path: '/offers/999',
    body: { answer: 'decline' },
    answers: { customer: 404, other: 404, admin: 404 },
  },

  'POST /absences': {
    body: ({ customer }: School) => ({ studentId: customer, lessonDate: '2026-11-26', scheduledTime: '11:00 AM' }),
    answers: { customer: 404, other: 404, admin: 404 },
  },
  'DELETE /absences': {
    body: ({ customer }: School) => ({ studentId: customer, lessonDate: '2026-11-26', scheduledTime: '11:00 AM' }),
    answers: { customer: 404, other: 404, admin: 404 },
  },
  'POST /makeups/bookings': {
    own: makeupHolder,
    body: ({ customer }: School) => ({ ...thursday, studentId: customer }),
    answers: { other: 404, admin: 404 },
  },

  'GET /makeups': {},
  'POST /makeups/{id}/request': {
    path: async ({ customer }: School) => `/makeups/${await makeupOf(customer)}/request`,
    body: { weekdays: [2], wish: 'After 4 PM' },
    answers: { other: 404, admin: 404 },
  },
  'DELETE /makeups/{id}/request': {
    own: async ({ customer }) => {
      await requestOf(customer)
      return {}
    },
    path: async ({ customer }: School) => `/makeups/${await makeupOf(customer)}/request`,
    answers: { other: 404, admin: 404 },
  },
  'GET /admin/makeups': {},
  'POST /admin/makeups': {
    body: ({ tom }: School) => ({ studentId: tom, type: 'Group Lesson', reason: 'Lame', until: '2027-12-31' }),
  },
  'PATCH /admin/makeups/{id}': {
    path: '/admin/makeups/999999999',
    body: { intent: 'revoke', reason: 'Mistake' },
    answers: { admin: 404 },
  },
  'POST /admin/makeups/requests/{id}': {
    path: async ({ customer }: School) => `/admin/makeups/requests/${await requestOf(customer)}`,
    body: { answer: 'Sorry, not before spring.' },
  },

  'GET /family/consents': {},
  // Another family's child.
  'POST /family/consents': {
    body: ({ child }: School) => ({ version: 1, riders: [child], consent: true }),
    answers: { customer: 404, admin: 404 },
  },
  'GET /waivers': {},
  // The customer and the office sign for themselves; the other family for its child.
  'POST /waivers': {
    own: waiver('Horses are large and kind.', 'published'),
    body: ({ waiverId, people, child }: School, actor: Actor) => ({
      waiver: waiverId,
      riders: [actor === 'other' ? child : people[actor === 'admin' ? 'admin' : 'customer'].id],
      name: 'Ruth Stone',
      drawing: '10,20 30,40',
      signerRole: actor === 'other' ? undefined : 'adult',
      agree: true,
    }),
  },
  'GET /admin/waivers': {},
  'PUT /admin/waivers/draft': { body: { title: 'Riding waiver', text: 'Horses are large and quick.' } },
  'POST /admin/waivers': {
    own: waiver('Horses are large and warm.', 'drafted'),
    body: { title: 'Riding waiver', text: 'Horses are large and warm.', asksAgain: false },
  },
  'POST /admin/waivers/{id}/withdraw': {
    own: waiver('Horses are small.', 'published'),
    path: ({ waiverId }: School) => `/admin/waivers/${waiverId}/withdraw`,
    body: { note: 'Published too early' },
  },
  'PUT /admin/waivers/rule': { body: { waiverRequired: false } },
  'GET /admin/students/{id}/waivers': {
    own: signedOnPaper,
    path: ({ tom }: School) => `/admin/students/${tom}/waivers`,
  },
  'POST /admin/students/{id}/waivers': {
    path: ({ tom }: School) => `/admin/students/${tom}/waivers`,
    body: { name: 'Ted Hill', paperOn: '2026-11-20', note: 'Blue folder' },
  },
  'DELETE /admin/students/{id}/waivers/{signature}': {
    own: signedOnPaper,
    path: async ({ tom }: School) =>
      `/admin/students/${tom}/waivers/${(await prisma.waiverSignature.findFirst({ where: { riderId: tom } }))?.id ?? 999}`,
    body: { note: 'Another Tom' },
  },

  'GET /notices': {},
  'PUT /notices': { body: { wanted: ['ride-reminder'] } },
  'GET /texts': {},
  'POST /texts': { body: phoneOf },
  'POST /texts/code': {
    own: async (school) => {
      const given = {
        people: { ...school.people, other: await rider(), customer: await rider(), admin: await admin() },
      }
      for (const actor of ['other', 'customer', 'admin'] as const) {
        const visitor = await visitorOf({ ...school, ...given }, actor)
        await visitor.api('/api/texts', { method: 'POST', body: phoneOf(school, actor) })
      }
      return given
    },
    body: ({ codeOf }: School, actor: Actor) => ({ code: codeOf(actor) }),
  },
  'DELETE /texts': {},
  'GET /admin/notice-settings': {},
  'PUT /admin/notice-settings': {
    body: { quietFrom: '9:00 PM', quietTo: '07:00', remindAt: '08:30', remindNote: 'Bring boots.' },
  },

  'GET /weekly-schedule': {},
  'POST /weekly-schedule': { body: ({ tom }: School) => ({ ...slot, studentId: tom, startDate: '2026-11-25' }) },
  'PUT /weekly-schedule/timeslot': {
    own: weekly('07:00', slot.lessonType),
    body: {
      oldTime: '7:00 AM',
      oldType: slot.lessonType,
      newTime: '8:00 AM',
      newType: slot.lessonType,
      lessonDate: '2026-12-02',
    },
  },
  'DELETE /weekly-schedule/timeslot': {
    own: weekly('10:00', slot.lessonType),
    body: { scheduledTime: '10:00', lessonType: slot.lessonType, fromDate: '2026-12-09' },
  },
  'DELETE /weekly-schedule/{id}': {
    own: async () => ({ emptyPlace: (await weeklyPlace({ startDate: '2026-11-05', time: '07:30' })).id }),
    path: ({ emptyPlace }: School) => `/weekly-schedule/${emptyPlace}`,
  },
  'GET /schedule/places': {},
  'POST /schedule/close-day': { body: { date: '2027-01-05', from: '2:00 PM', reason: 'Snow' } },

  'POST /temporary-lessons': { body: thatDay },
  'POST /temporary-lessons/add-student': {
    own: oneTime('07:00', slot.lessonType, { isIn: false }),
    body: ({ tom }: School) => ({ ...thatDay, scheduledTime: '7:00 AM', studentId: tom }),
  },
  'GET /temporary-lessons/{id}': { path: '/temporary-lessons/2026-11-28' },
  'DELETE /temporary-lessons/{id}': { path: ({ oneTimeLesson }: School) => `/temporary-lessons/${oneTimeLesson}` },
  'GET /one-time-participants/{date}': { path: '/one-time-participants/2026-11-28' },
  'DELETE /one-time-participants': {
    own: oneTime('08:00', slot.lessonType, { isIn: true }),
    body: ({ tom }: School) => ({ ...thatDay, scheduledTime: '8:00 AM', studentId: tom }),
  },
  'GET /lessons/removals/{date}': { path: '/lessons/removals/2026-11-10' },
  'POST /lessons/record-removal': {
    body: ({ customer }: School) => ({ studentId: customer, lessonDate: '2026-12-01', lessonTime: '4:00 PM' }),
  },

  'POST /lessons/attendance': {
    body: ({ customer }: School) => ({
      studentId: customer,
      lessonDate: '2026-11-17',
      lessonTime: '4:00 PM',
      attendanceStatus: 'present',
    }),
  },
  'PATCH /admin/lessons/{id}/attendance': {
    path: ({ customer }: School) => `/admin/lessons/${TODAY}T16:00~${customer}/attendance`,
    body: { attendance: 'present' },
  },
  'POST /day-sheet/changes': {
    body: ({ people, customer }: School) => ({
      userId: people.admin.id,
      lessonDate: TODAY,
      changes: [{ ...unsent, studentId: customer, lessonTime: '16:00' }],
    }),
  },
  'POST /teaching/changes': {
    body: ({ people, tom }: School) => ({
      userId: people.instructor.id,
      lessonDate: taught.lessonDate,
      changes: [{ ...unsent, studentId: tom, lessonTime: taught.lessonTime }],
    }),
  },
  'GET /lessons/attendance-data': {
    own: async () => {
      const { id: studentId } = await rider()
      const ride = { studentId, type: 'Hack', scheduledDate: toDbDate('2026-11-17'), attendance: 'present' }
      await prisma.ride.create({ data: ride })
      return {}
    },
    path: '/lessons/attendance-data?week=2026-11-17',
  },

  'GET /horses': {},
  'POST /horses': { body: { name: 'Newcomer' } },
  'DELETE /horses/{id}': { path: ({ oldHorse }: School) => `/horses/${oldHorse}` },
  'GET /teaching/day': { path: '/teaching/day?date=2026-11-21' },
  'POST /teaching/attendance': {
    body: ({ tom }: School) => ({ ...taught, studentId: tom, attendanceStatus: 'present' }),
  },
  'POST /teaching/horse': { body: ({ tom }: School) => ({ ...taught, studentId: tom, horseId: null }) },
  'GET /horse-usage/tracking': { path: '/horse-usage/tracking?week=2026-11-17' },
  'GET /lessons/horse-assignments': { path: '/lessons/horse-assignments?week=2026-11-17' },
  'POST /lessons/horse-assignments': {
    body: { horseName: 'Bella', usageDate: TODAY, lessonTime: '4:00 PM', studentName: 'Emma Stone' },
  },

  'POST /lessons/horse-assignments/exchange': {
    body: ({ pair }: School) => pair,
  },

  'GET /horses/riders': {
    own: async ({ lunged: horseId, people: { admin } }) => {
      const { id: studentId } = await rider()
      await prisma.horseWish.create({ data: { studentId, horseId, good: true, byId: admin.id } })
      return {}
    },
  },
  'POST /horses/riders': {
    body: ({ tom: studentId, lunged: horseId }: School) => ({ studentId, horseId, fit: 'good' }),
  },
  'DELETE /horses/{id}/riders/{studentId}': { path: ({ tom, lunged }: School) => `/horses/${lunged}/riders/${tom}` },

  'GET /horses/workload': { path: '/horses/workload?from=2026-11-01&to=2026-11-20' },
  'GET /horses/work': { path: '/horses/work?from=2026-11-01&to=2026-11-20' },
  'GET /horses/care': {
    own: async ({ lunged: horseId }) => {
      await prisma.horseCare.create({ data: { horseId, kind: 'Farrier', doneOn: new Date(TODAY) } })
      return {}
    },
    path: ({ lunged }: School) => `/horses/care?horse=${lunged}`,
  },
  'POST /horses/work': {
    body: ({ lunged: horseId }: School) => ({ horseId, date: TODAY, time: '7:00 AM', minutes: 30, kind: 'Show' }),
  },
  'DELETE /horses/work/{id}': {
    own: async ({ lunged: horseId }) => {
      const work = { horseId, workDate: toDbDate('2026-11-18'), time: '07:00', duration: 30, kind: 'Lunging' }
      return { lunging: (await prisma.horseWork.create({ data: work })).id }
    },
    path: ({ lunging }: School) => `/horses/work/${lunging}`,
  },

  'GET /admin/students': {},
  'GET /admin/students-monthly': { path: '/admin/students-monthly?month=2026-10' },
  'POST /admin/students': { body: { ...person, email: 'nora@new.example' } },
  'PATCH /admin/students/{id}': { path: ({ tom }: School) => `/admin/students/${tom}`, body: { lessonsUsed: 2 } },
  'DELETE /admin/students/{id}': { path: ({ leaving }: School) => `/admin/students/${leaving}` },
  'GET /admin/stats': {},
  'POST /reset-monthly-usage': {},

  'GET /family/riders': {},
  'POST /family/riders': {
    body: (_: School, actor: Actor) => ({ firstName: 'Ida', lastName: actor, birthDate: '2018-03-01', consent: true }),
  },
  'GET /admin/students/{id}/family': { path: ({ customer }: School) => `/admin/students/${customer}/family` },
  'POST /admin/students/{id}/riders': {
    path: ({ other }: School) => `/admin/students/${other}/riders`,
    body: { firstName: 'Kim', lastName: 'Other', birthDate: '2018-03-01' },
  },
  'PUT /admin/students/{id}/guardian': {
    path: ({ tom }: School) => `/admin/students/${tom}/guardian`,
    body: ({ other }: School) => ({ guardianId: other }),
  },
  'DELETE /admin/students/{id}/guardian': {
    own: async ({ other: guardianId }) => ({ child: (await rider({ guardianId, email: null })).id }),
    path: ({ child }: School) => `/admin/students/${child}/guardian`,
    body: { email: 'grown-up@new.example' },
  },
  'POST /admin/students/{id}/guardian/undo': {
    path: ({ linked }: School) => `/admin/students/${linked}/guardian/undo`,
    body: ({ familyChange }: School) => ({ change: familyChange }),
  },
  'POST /admin/students/{id}/merge': {
    path: ({ doubled }: School) => `/admin/students/${doubled}/merge`,
    body: ({ twice }: School) => ({ from: twice }),
  },
  'POST /admin/students/{id}/merge/undo': { path: ({ merged }: School) => `/admin/students/${merged}/merge/undo` },

  'POST /imports': { body: { csv: 'Rider,Email\nNora New,nora.new@moved.example\n' } },
  'GET /admin/payment-transactions': {},
  'GET /admin/reports/transactions': {
    path: '/admin/reports/transactions?start_date=2026-11-01&end_date=2026-11-30',
  },
  'GET /admin/monthly-transaction-totals/{year}': { path: '/admin/monthly-transaction-totals/2026' },
  'GET /admin/offline-payments/{year}': { path: '/admin/offline-payments/2026' },
  'PUT /admin/offline-payments/{userId}/{year}/{month}': {
    path: ({ tom }: School) => `/admin/offline-payments/${tom}/2026/5`,
    body: { amount: 80 },
  },
  'GET /payments/{year}': { path: '/payments/2026' },
  'POST /payments/update-amount': { body: ({ tom }: School) => ({ userId: tom, year: 2026, month: 4, amount: 90 }) },
  'POST /payments/update-method': { body: ({ tom }: School) => ({ userId: tom, year: 2026, paymentMethod: 'cash' }) },
  'GET /admin/recorded-payments': { path: '/admin/recorded-payments?year=2026' },
  'POST /admin/recorded-payments': {
    body: ({ tom }: School) => ({
      userId: tom,
      year: 2026,
      month: 11,
      amount: 90,
      paymentMethod: 'cash',
      paidOn: TODAY,
    }),
  },
  'DELETE /admin/recorded-payments/{id}': {
    path: async () => `/admin/recorded-payments/${(await prisma.recordedPayment.findFirst())?.id ?? 999}`,
  },

  'GET /statement/{year}': { path: '/statement/2026' },
  'GET /admin/sales/{year}': { path: '/admin/sales/2026' },
  'GET /admin/payouts': { path: '/admin/payouts?month=2026-11' },
  'GET /admin/reports/month-end': { path: '/admin/reports/month-end?month=2026-11&format=xero&account=office' },
  'GET /admin/statement/{userId}/{year}': { path: ({ customer }: School) => `/admin/statement/${customer}/2026` },

  'GET /donations': {},
  'GET /donations/totals': {},
  'POST /donations/generate-url': { body: { amount: 25 } },

  'GET /events': {},
  'POST /events': { body: { name: 'Open Barn', date: '2026-12-12', time: '14:00' } },
  'PATCH /events/{id}': { path: ({ eventId }: School) => `/events/${eventId}`, body: { canceled: true } },
  'DELETE /events/{id}': {
    own: async () => ({ eventId: (await prisma.event.create({ data: { name: 'Closed Barn' } })).id }),
    path: ({ eventId }: School) => `/events/${eventId}`,
  },

  'GET /students/{id}/credits': { path: ({ customer }: School) => `/students/${customer}/credits` },
  'POST /students/{id}/credits': {
    path: ({ customer }: School) => `/students/${customer}/credits`,
    body: ({ creditId }: School) => ({ creditId, month: '2026-11', amount: '5.00' }),
  },
  'DELETE /students/{id}/credits/uses/{useId}': {
    path: ({ customer, creditUseId }: School) => `/students/${customer}/credits/uses/${creditUseId}`,
  },

  'GET /openapi.json': {},
}
