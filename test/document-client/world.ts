import { lessonTimesOf, offeredTimes } from '~/models/school/lesson-times'
import { prisma } from '~/platform/db.server'
import type { PaymentProvider } from '~/services/stripe/stripe.server'
import { addDays, dayOfWeek, toDbDate } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { openSchool } from '../api-school'
import { horse, rider, signedIn, weeklyPlace } from '../factories'
import { addOnId, packageId, payingRider, saveMethod } from '../payments'
import type { Visitor } from '../visitor'
import { ask } from './client'

const LESSON_TIMES = offeredTimes(lessonTimesOf())

const TYPE = 'Group Lesson'
const FIRST_DAY = '2027-01-04'

/** Opens a school, with what the document's calls are about: everything that a call changes is created for it. */
export async function openWorld(provider: PaymentProvider) {
  const school = await openSchool(provider)
  let slots = 0
  /** Returns a day and a time at which nobody rides yet, as the document writes them. */
  const slot = () => {
    const n = slots++
    const date = addDays(FIRST_DAY, n % 7)
    const time = LESSON_TIMES[Math.floor(n / 7) % LESSON_TIMES.length] ?? '09:00'
    return { date, dayOfWeek: dayOfWeek(date), time: formatTimeOfDay(time), at: time, type: TYPE }
  }
  /** Creates a rider with a weekly place. */
  const riding = async () => {
    const [user, free] = [await rider({ lastName: `Stone ${slots}` }), slot()]
    const { id } = await weeklyPlace({ riderId: user.id, startDate: free.date, time: free.at })
    return { ...free, placeId: id, studentId: user.id, studentName: `Emma ${user.lastName}` }
  }
  /** Creates a lesson of one day with a rider. */
  const oneTime = async () => {
    const [user, { date, time, at, dayOfWeek }] = [await rider(), slot()]
    const lesson = { lessonDate: toDbDate(date), scheduledTime: at, lessonType: TYPE }
    const { id } = await prisma.oneTimeLesson.create({ data: lesson })
    await prisma.oneTimeParticipant.create({ data: { ...lesson, studentId: user.id } })
    return { id, studentId: user.id, lessonDate: date, scheduledTime: time, lessonType: TYPE, dayOfWeek }
  }
  const family = async () => signedIn(await payingRider(provider))
  const monthly = async () => ({
    packageId: await packageId(),
    packagePaymentType: 'recurring',
    addOns: [{ addOnId: await addOnId(), quantity: 1, paymentType: 'recurring' }],
  })
  /** Creates a family with a running subscription. */
  const subscriber = async (): Promise<Visitor> => {
    const visitor = await family()
    await ask(visitor, 'POST /api/subscriptions/create', { ...(await monthly()), startDate: 'this-month' })
    return visitor
  }
  /** Creates a family with two saved methods, and returns the second one. */
  const twoMethods = async () => {
    const user = await payingRider(provider)
    const second = await saveMethod(provider, user.id, 'pm_usBankAccount_success')
    return { visitor: await signedIn(user), second }
  }
  return {
    school,
    customer: await signedIn(school.people.customer),
    office: await signedIn(school.people.admin),
    packageId: school.packageId,
    slot,
    riding,
    oneTime,
    family,
    monthly,
    subscriber,
    twoMethods,
    student: async () => (await rider()).id,
    freshHorse: async () => (await horse()).name,
    email: () => `${crypto.randomUUID()}@families.example`,
  }
}
export type World = Awaited<ReturnType<typeof openWorld>>
