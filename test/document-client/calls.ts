import { prisma } from '~/platform/db.server'
import { mailedToken, PASSWORD } from '../api-school'
import { signedIn } from '../factories'
import type { Visitor } from '../visitor'
import { nobody } from './client'
import type { World } from './world'

/** A try of a call: its parameters, and the caller if not the usual one. */
interface Try {
  path?: string
  body?: unknown
  as?: Visitor
}

/** A call of section 7. `answers` are the fields that the document names, of the answer or of each row of a list. */
export interface DocumentCall {
  call: string
  for: 'anyone' | 'customer' | 'admin'
  send?: (world: World) => Promise<Try> | Try
  answers?: string
  /** The name of the list. */
  list?: string
}

const USER =
  'id email firstName lastName profileImageUrl phone parentName role stripeCustomerId stripeSubscriptionId active createdAt updatedAt'
const PACKAGE =
  'id name description lessonsPerMonth makeupLessons hacksPerMonth privateLessonsPerMonth price active createdAt'
const ADD_ON = 'id name description type price isRecurring active createdAt'
const SUBSCRIPTION =
  'id userId packageId package status lessonsUsed makeupLessonsUsed hacksUsed privateLessonsUsed horseUseUsed afterSchoolAddon hackAddons prepLessonsAvailable oneTimeGroupLessons oneTimePrivateLessons oneTimeHorseUse stripeSubscriptionId currentPeriodStart currentPeriodEnd createdAt updatedAt'
const RIDE =
  'id studentId date scheduledDate time scheduledTime type duration horseAssignment attendance instructor instructorId packagePurchaseId source'
const STUDENT =
  'id firstName lastName email phone parentName package lessonsUsed totalLessons privateLessonsUsed totalPrivateLessons hacksUsed totalHacks horseUseUsed totalHorseUse oneTimeHorseUse makeupsUsed totalMakeups absences paymentStatus lastPayment currentMonth currentYear'
const MONTHS = 'january february march april may june july august september october november december'
const YEAR = `id userId year paymentMethod ${MONTHS}`
const WEEKLY =
  'id studentId dayOfWeek scheduledTime lessonType duration isActive startDate deletedFromDate createdAt updatedAt'
const ONE_TIME = 'id dayOfWeek scheduledTime lessonType lessonDate students'
const PARTICIPANT = 'id studentId lessonDate scheduledTime lessonType dayOfWeek'
const SUCCESS = 'success message'

const person = (world: World) => ({
  email: world.email(),
  firstName: 'Nora',
  lastName: 'New',
  phone: '555-0100-300',
  parentName: 'Ruth New',
})

/** The calls of section 7, in its order, each with the payload keys of the document and values as its section 3 writes them. */
export const CALLS: DocumentCall[] = [
  { call: 'GET /api/auth/user', for: 'customer', answers: USER },
  {
    call: 'POST /api/login',
    for: 'anyone',
    send: ({ school }) => ({ body: { email: school.email, password: PASSWORD } }),
    answers: 'user',
  },
  {
    call: 'POST /api/register',
    for: 'anyone',
    send: (world) => ({ body: { ...person(world), password: PASSWORD } }),
    answers: 'user',
  },
  { call: 'POST /api/logout', for: 'anyone' },
  {
    call: 'POST /api/auth/magic-link',
    for: 'anyone',
    send: (world) => ({ body: { email: world.email() } }),
    answers: 'emailSent message magicLink',
  },
  {
    call: 'POST /api/auth/forgot-password',
    for: 'anyone',
    send: (world) => ({ body: { email: world.email() } }),
    answers: 'emailSent message resetLink',
  },
  {
    call: 'POST /api/auth/reset-password',
    for: 'anyone',
    send: async ({ school }) => ({
      body: { token: await mailedToken('reset', school.forgetful), newPassword: PASSWORD },
    }),
    answers: 'message',
  },
  {
    call: 'POST /api/auth/magic-login',
    for: 'anyone',
    send: async ({ school }) => ({ body: { token: await mailedToken('magic', school.forgetful) } }),
    answers: USER,
  },
  {
    call: 'PUT /api/auth/user',
    for: 'customer',
    send: async (world) => ({ body: person(world), as: await world.family() }),
    answers: USER,
  },
  {
    call: 'PUT /api/auth/password',
    for: 'customer',
    send: async ({ school }) => ({
      body: { currentPassword: PASSWORD, newPassword: PASSWORD },
      as: await signedIn(school.people.other),
    }),
    answers: 'message',
  },
  {
    call: 'POST /api/auth/test-login',
    for: 'anyone',
    send: ({ school }) => ({ body: { userId: school.customer } }),
    answers: 'success user message',
  },
  { call: 'GET /api/login', for: 'anyone' },

  { call: 'GET /api/packages', for: 'anyone', answers: PACKAGE },
  { call: 'GET /api/addons', for: 'anyone', answers: ADD_ON },
  {
    call: 'GET /api/subscriptions/user',
    for: 'customer',
    send: async (world) => ({ as: await world.subscriber() }),
    answers: SUBSCRIPTION,
  },
  {
    call: 'GET /api/user-addons',
    for: 'customer',
    answers: 'id userId addOnId quantity status purchaseDate expiryDate purchaseId addOn',
  },
  {
    call: 'GET /api/payment-history',
    for: 'customer',
    answers: 'type date description month year lessonsUsed hacksUsed amountPaid status',
  },
  { call: 'GET /api/payment-methods', for: 'customer', list: 'paymentMethods', answers: 'id' },
  {
    call: 'POST /api/payment-methods/{id}/set-default',
    for: 'customer',
    send: async (world) => {
      const { visitor, second } = await world.twoMethods()
      return { as: visitor, path: `/api/payment-methods/${second}/set-default` }
    },
  },
  {
    call: 'DELETE /api/payment-methods/{id}',
    for: 'customer',
    send: async (world) => {
      const { visitor, second } = await world.twoMethods()
      return { as: visitor, path: `/api/payment-methods/${second}` }
    },
  },
  { call: 'POST /api/create-portal-session', for: 'customer', answers: 'url' },
  {
    call: 'POST /api/setup-intent',
    for: 'customer',
    send: () => ({ body: { payment_method_types: ['us_bank_account'] } }),
    answers: 'clientSecret',
  },
  {
    call: 'POST /api/subscriptions/create',
    for: 'customer',
    send: async (world) => ({
      body: { ...(await world.monthly()), startDate: '2026-12-01' },
      as: await world.family(),
    }),
    answers: 'requiresPayment',
  },
  {
    call: 'POST /api/subscriptions',
    for: 'customer',
    send: async (world) => ({
      body: { items: [{ type: 'package', id: world.packageId, quantity: 1, paymentType: 'recurring' }] },
      as: await world.family(),
    }),
    answers: 'requiresPayment',
  },
  {
    call: 'PUT /api/subscriptions',
    for: 'customer',
    send: async (world) => ({ body: await world.monthly(), as: await world.subscriber() }),
    answers: 'redirectToPayment clientSecret',
  },
  { call: 'DELETE /api/subscriptions', for: 'customer', send: async (world) => ({ as: await world.subscriber() }) },
  {
    call: 'POST /api/payment/create',
    for: 'customer',
    send: async (world) => ({
      body: { items: [{ type: 'package', id: world.packageId, quantity: 1 }], startDate: '2026-12-01' },
      as: await world.family(),
    }),
    answers: 'success requiresPayment clientSecret paymentIntentId message',
  },
  {
    call: 'POST /api/payment/confirm',
    for: 'customer',
    send: ({ school }) => ({ body: { paymentIntentId: school.paymentIntentId } }),
    answers: SUCCESS,
  },

  { call: 'GET /api/lessons/user?upcoming=true', for: 'customer', answers: RIDE },
  {
    call: 'GET /api/lessons/user/{id}?upcoming=false',
    for: 'customer',
    send: ({ school }) => ({ path: `/api/lessons/user/${school.customer}?upcoming=false` }),
    answers: RIDE,
  },
  {
    call: 'GET /api/admin/lessons/user/{id}?upcoming=true',
    for: 'admin',
    send: ({ school }) => ({ path: `/api/admin/lessons/user/${school.customer}?upcoming=true` }),
    answers: RIDE,
  },

  { call: 'GET /api/admin/students', for: 'admin', answers: STUDENT },
  { call: 'GET /api/admin/students-monthly', for: 'admin', answers: STUDENT },
  {
    call: 'GET /api/admin/subscriptions',
    for: 'admin',
    send: async (world) => {
      await world.subscriber()
      return {}
    },
    answers: SUBSCRIPTION,
  },
  { call: 'GET /api/admin/stats', for: 'admin', answers: 'totalStudents paid pending thisMonth' },
  { call: 'GET /api/admin/lessons/today', for: 'admin', answers: RIDE },
  {
    call: 'GET /api/admin/lessons',
    for: 'admin',
    send: () => ({ path: '/api/admin/lessons?startDate=2026-11-01&endDate=2026-11-30' }),
    answers: RIDE,
  },
  { call: 'POST /api/admin/students', for: 'admin', send: (world) => ({ body: person(world) }), answers: STUDENT },
  {
    call: 'PATCH /api/admin/students/{id}',
    for: 'admin',
    send: async (world) => ({
      path: `/api/admin/students/${await world.student()}`,
      body: { ...person(world), lessonsUsed: 2 },
    }),
    answers: STUDENT,
  },
  {
    call: 'DELETE /api/admin/students/{id}',
    for: 'admin',
    send: async (world) => ({ path: `/api/admin/students/${await world.student()}` }),
  },
  { call: 'POST /api/reset-monthly-usage', for: 'admin' },
  {
    call: 'PATCH /api/admin/lessons/{lessonId}/attendance',
    for: 'admin',
    send: async (world) => {
      const { date, at, studentId } = await world.riding()
      return { path: `/api/admin/lessons/${date}T${at}~${studentId}/attendance`, body: { attendance: 'present' } }
    },
  },
  { call: 'GET /api/horses', for: 'admin', answers: 'id name isActive' },
  { call: 'POST /api/horses', for: 'admin', send: () => ({ body: { name: 'Newcomer' } }), answers: 'id name isActive' },
  {
    call: 'DELETE /api/horses/{id}',
    for: 'admin',
    send: async (world) => {
      const { id } = await prisma.horse.findFirstOrThrow({ where: { name: await world.freshHorse() } })
      return { path: `/api/horses/${id}` }
    },
  },
  {
    call: 'GET /api/lessons/horse-assignments?week=',
    for: 'admin',
    send: () => ({ path: '/api/lessons/horse-assignments?week=2026-11-16' }),
    answers: 'id horseName usageDate lessonTime studentName lessonType',
  },
  {
    call: 'POST /api/lessons/horse-assignments',
    for: 'admin',
    send: async (world) => {
      const { date, time, studentName, type } = await world.riding()
      const horseName = await world.freshHorse()
      return { body: { horseName, usageDate: date, lessonTime: time, studentName, lessonType: type } }
    },
  },
  {
    call: 'GET /api/horse-usage/tracking?week=',
    for: 'admin',
    send: () => ({ path: '/api/horse-usage/tracking?week=2026-11-16' }),
    answers: 'id horseName weekStartDate year weekNumber usageCount',
  },
  {
    call: 'GET /api/lessons/attendance-data?week=',
    for: 'admin',
    send: async (world) => {
      const { date, at, studentId, type } = await world.riding()
      const ride = { studentId, type, scheduledDate: new Date(date), scheduledTime: at, attendance: 'present' }
      await prisma.ride.create({ data: ride })
      return { path: `/api/lessons/attendance-data?week=${date}` }
    },
    answers: 'studentId lessonDate lessonTime attendanceStatus lessonType rideType horseName',
  },
  {
    call: 'POST /api/lessons/attendance',
    for: 'admin',
    send: async (world) => {
      const { date, time, studentId, type } = await world.riding()
      return {
        body: {
          studentId,
          lessonDate: date,
          lessonTime: time,
          attendanceStatus: 'present',
          lessonType: 'regular',
          rideType: type,
          horseName: await world.freshHorse(),
        },
      }
    },
    answers: 'message',
  },
  { call: 'GET /api/weekly-schedule', for: 'admin', answers: WEEKLY },
  {
    call: 'POST /api/weekly-schedule',
    for: 'admin',
    send: async (world) => {
      const { date, dayOfWeek, time, type } = world.slot()
      const studentId = await world.student()
      return { body: { studentId, dayOfWeek, scheduledTime: time, lessonType: type, startDate: date } }
    },
    answers: WEEKLY,
  },
  {
    call: 'DELETE /api/weekly-schedule/{id}',
    for: 'admin',
    send: async (world) => ({ path: `/api/weekly-schedule/${(await world.riding()).placeId}` }),
  },
  {
    call: 'PUT /api/weekly-schedule/timeslot',
    for: 'admin',
    send: async (world) => {
      const { date, dayOfWeek, time, type } = await world.riding()
      const names = { oldTime: time, oldType: type, newTime: time, newType: 'Private Lesson' }
      return { body: { dayOfWeek, ...names, lessonDate: date } }
    },
  },
  {
    call: 'DELETE /api/weekly-schedule/timeslot',
    for: 'admin',
    send: async (world) => {
      const { date, dayOfWeek, time, type } = await world.riding()
      return { body: { dayOfWeek, scheduledTime: time, lessonType: type, fromDate: date } }
    },
  },
  {
    call: 'GET /api/temporary-lessons/{date}',
    for: 'admin',
    send: async (world) => ({ path: `/api/temporary-lessons/${(await world.oneTime()).lessonDate}` }),
    answers: ONE_TIME,
  },
  {
    call: 'POST /api/temporary-lessons',
    for: 'admin',
    send: (world) => {
      const { date, dayOfWeek, time, type } = world.slot()
      return { body: { dayOfWeek, scheduledTime: time, lessonType: type, lessonDate: date } }
    },
    answers: ONE_TIME,
  },
  {
    call: 'DELETE /api/temporary-lessons/{id}',
    for: 'admin',
    send: async (world) => ({ path: `/api/temporary-lessons/${(await world.oneTime()).id}` }),
  },
  {
    call: 'POST /api/temporary-lessons/add-student',
    for: 'admin',
    send: async (world) => {
      const { lessonDate, scheduledTime, lessonType } = await world.oneTime()
      return { body: { lessonDate, scheduledTime, lessonType, studentId: await world.student() } }
    },
    answers: PARTICIPANT,
  },
  {
    call: 'GET /api/one-time-participants/{date}',
    for: 'admin',
    send: async (world) => ({ path: `/api/one-time-participants/${(await world.oneTime()).lessonDate}` }),
    answers: PARTICIPANT,
  },
  {
    call: 'DELETE /api/one-time-participants',
    for: 'admin',
    send: async (world) => {
      const { studentId, lessonDate, scheduledTime, lessonType } = await world.oneTime()
      return { body: { studentId, lessonDate, scheduledTime, lessonType } }
    },
  },
  {
    call: 'GET /api/lessons/removals/{date}',
    for: 'admin',
    send: () => ({ path: '/api/lessons/removals/2026-11-10' }),
    answers: 'id studentName studentId lessonDate lessonTime dayOfWeek removalType removalDate',
  },
  {
    call: 'POST /api/lessons/record-removal',
    for: 'admin',
    send: async (world) => {
      const { studentId, studentName, date, time, dayOfWeek } = await world.riding()
      const removal = { studentName, studentId, lessonDate: date, lessonTime: time, dayOfWeek }
      return { body: { ...removal, removalType: 'one-time', removalDate: date } }
    },
  },
  {
    call: 'GET /api/donations',
    for: 'admin',
    answers:
      'id zeffyId amount currency donorEmail donorFirstName donorLastName campaignId campaignName paymentMethod status recurring frequency purpose studentId donatedAt createdAt',
  },
  {
    call: 'POST /api/donations/generate-url',
    for: 'admin',
    send: ({ school }) => ({ body: { amount: 45, purpose: 'Lesson sponsorship', studentId: school.customer } }),
    answers: 'donationUrl',
  },
  {
    call: 'GET /api/payments/{year}',
    for: 'admin',
    send: () => ({ path: '/api/payments/2026' }),
    answers: `${YEAR} lessonsUsed makeupsUsed hacksUsed privateLessonsUsed horseUseUsed groupLessonsPurchased privateLessonsPurchased hacksPurchased horseUsePurchased`,
  },
  {
    call: 'GET /api/admin/monthly-transaction-totals/{year}',
    for: 'admin',
    send: () => ({ path: '/api/admin/monthly-transaction-totals/2026' }),
    answers: `userId ${MONTHS}`,
  },
  {
    call: 'GET /api/admin/payment-transactions',
    for: 'admin',
    send: ({ school }) => ({ path: `/api/admin/payment-transactions?studentId=${school.customer}` }),
    answers:
      'id created studentUserId studentName customerEmail amount description type status rawStatus payment_method receipt_url metadata subscriptionDetails',
  },
  {
    call: 'GET /api/admin/offline-payments/{year}',
    for: 'admin',
    send: ({ school }) => ({ path: `/api/admin/offline-payments/2026?studentId=${school.customer}` }),
    answers: YEAR,
  },
  {
    call: 'PUT /api/admin/offline-payments/{userId}/{year}/{month}',
    for: 'admin',
    send: async (world) => ({
      path: `/api/admin/offline-payments/${await world.student()}/2026/march`,
      body: { amount: 120 },
    }),
  },
  {
    call: 'POST /api/payments/update-amount',
    for: 'admin',
    send: async (world) => ({ body: { userId: await world.student(), year: 2026, month: 'march', amount: '45.00' } }),
  },
  {
    call: 'POST /api/payments/update-method',
    for: 'admin',
    send: async (world) => ({ body: { userId: await world.student(), year: 2026, paymentMethod: 'manual' } }),
  },
  {
    call: 'GET /api/admin/reports/transactions',
    for: 'admin',
    send: () => ({
      path: '/api/admin/reports/transactions?format=csv&start_date=2026-11-01&end_date=2026-11-30',
    }),
  },
]

/** Returns the visitor who makes a call. */
export const callerOf = ({ for: caller }: DocumentCall, { customer, office }: World): Visitor =>
  caller === 'anyone' ? nobody() : caller === 'admin' ? office : customer
