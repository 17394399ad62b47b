import { recordPaper } from '~/models/waivers/signature.server'
import { currentWaiver, publishDraft, saveDraft } from '~/models/waivers/version.server'
import { prisma } from '~/platform/db.server'
import type { PaymentProvider } from '~/services/stripe/stripe.server'
import { toDbDate } from '~/utils/dates'
import type { School } from './api-school'
import { grant, rider, signedIn, weeklyPlace } from './factories'
import { payingRider } from './payments'

/** Sets up what a row of the API's table needs for itself instead of the shared school, because its call uses it up. */
export type Own = (school: School, provider: PaymentProvider) => Promise<Partial<School>>

const as = ({ people }: School, customer: School['people']['customer']) => ({
  customer: customer.id,
  people: { ...people, customer },
})

export const payer: Own = async (school, provider) => as(school, await payingRider(provider))

/** Creates a customer with a running subscription. */
export const subscriber: Own = async (school, provider) => {
  const user = await payingRider(provider)
  const body = { items: [{ type: 'package', id: school.packageId, quantity: 1 }] }
  await (await signedIn(user)).api('/api/subscriptions', { method: 'POST', body })
  return as(school, user)
}

/** Creates a customer with lessons left in November who has made this call about them. */
export function member(call?: `/api/${string}`, body?: object): Own {
  return async (school) => {
    const user = await rider()
    await grant(user.id, '2026-11-01', '2026-11-30')
    if (call) await (await signedIn(user)).api(call, { method: 'POST', body: { ...body, studentId: user.id } })
    return as(school, user)
  }
}

/** Creates a customer with a makeup for a group lesson. */
export const makeupHolder: Own = async (school) => {
  const user = await rider()
  const holds = { validFrom: toDbDate('2026-11-01'), validTo: toDbDate('2027-12-31') }
  const given = { why: 'office', lessonType: 'Group Lesson', reason: 'The pony was lame', ...holds }
  await prisma.makeup.create({ data: { studentId: user.id, byId: school.people.admin.id, ...given } })
  return as(school, user)
}

/** Creates a rider with a signature on paper. */
export const signedOnPaper: Own = async ({ people }) => {
  const { id: tom } = await rider()
  await recordPaper(people.admin.id, tom, { name: 'Ted Hill', paperOn: '2026-11-20', note: 'Blue folder' })
  return { tom }
}

/** Creates a waiver text that is drafted, or published. */
export function waiver(text: string, state: 'drafted' | 'published'): Own {
  return async ({ people }) => {
    const draft = { title: 'Riding waiver', text }
    await saveDraft(people.admin.id, draft)
    if (state === 'published') await publishDraft(people.admin.id, draft, { asksAgain: true })
    return { waiverId: (await currentWaiver())!.id }
  }
}

/** Creates a rider with a weekly place from November 25 on, a Wednesday. */
export function weekly(time: string, type: string): Own {
  return async () => {
    const { id: tom } = await rider()
    await weeklyPlace({ riderId: tom, startDate: '2026-11-25', time, type })
    return { tom }
  }
}

/** Creates a lesson of November 26 alone, with a rider who is in it or not. */
export function oneTime(scheduledTime: string, lessonType: string, { isIn }: { isIn: boolean }): Own {
  return async () => {
    const lesson = { lessonDate: toDbDate('2026-11-26'), scheduledTime, lessonType }
    const { id: tom } = await rider()
    const { id: oneTimeLesson } = await prisma.oneTimeLesson.create({ data: lesson })
    if (isIn) await prisma.oneTimeParticipant.create({ data: { ...lesson, studentId: tom } })
    return { tom, oneTimeLesson }
  }
}
