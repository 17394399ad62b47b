import { mergeAccounts } from '~/models/merge/merge.server'
import { storeAddressLink } from '~/models/people/accounts/links/address.server'
import { storeToken } from '~/models/people/accounts/links/auth-token.server'
import { linkRider } from '~/models/people/families/family-change.server'
import { publishDraft, saveDraft } from '~/models/waivers/version.server'
import { prisma } from '~/platform/db.server'
import { hashPassword } from '~/platform/password.server'
import type { PaymentProvider } from '~/services/stripe/stripe.server'
import { textSandboxProvider } from '~/services/texts/sandbox-provider.server'
import { setTextProvider } from '~/services/texts/text-provider.server'
import { toDbDate } from '~/utils/dates'
import { seedCatalog } from '../prisma/seed/catalog'
import { createTextSandbox } from '../sandbox/texts'
import { admin, horse, rider, rideTypes, signedIn, weeklyPlace } from './factories'
import { addOnId, packageId, payWith, saveMethod } from './payments'
import { Visitor } from './visitor'

/** The day on which the calls are made, a Tuesday. */
export const TODAY = '2026-11-24'
export const PASSWORD = 'secret-of-all'

/** The actors who make the calls. The blocked one was signed in before. */
export const ACTORS = ['anonymous', 'blocked', 'other', 'customer', 'instructor', 'admin'] as const
export type Actor = (typeof ACTORS)[number]

/** Opens a school with data for every call. */
export async function openSchool(provider: PaymentProvider) {
  await seedCatalog()
  await rideTypes()
  const password = await hashPassword(PASSWORD, { N: 1024, r: 8, p: 1 })
  const customer = await rider({ email: 'rider@stirrup.example', password })
  const other = await rider({ firstName: 'Olga', lastName: 'Other', password })
  const blocked = await rider({ firstName: 'Bo', lastName: 'Blocked', active: false })
  const office = await admin({ password })
  const instructor = await rider({ firstName: 'Ina', lastName: 'Coach', role: 'instructor' })
  const people = { blocked, other, customer, instructor, admin: office }
  const tom = await rider({ firstName: 'Tom', lastName: 'Hill' })
  await taughtLesson(tom.id, instructor.id)
  const holds = { validFrom: toDbDate('2026-11-01'), validTo: toDbDate('2027-12-31') }
  await prisma.makeup.create({
    data: {
      studentId: tom.id,
      why: 'office',
      lessonType: 'Hack',
      reason: 'The pony was lame',
      ...holds,
      byId: office.id,
    },
  })
  await prisma.makeup.create({
    data: {
      ...{ studentId: customer.id, why: 'office', lessonType: 'Private Lesson', reason: 'The ring was flooded' },
      ...{ ...holds, byId: office.id },
    },
  })
  const leaving = await rider({ firstName: 'Lea', lastName: 'Leaving' })
  const forgetful = await rider({ email: 'forgetful@lee.example' })
  const keptMethod = await saveMethod(provider, customer.id)
  const oldMethod = await saveMethod(provider, customer.id, 'pm_usBankAccount_success')
  return {
    people,
    customer: customer.id,
    email: customer.email ?? '',
    tom: tom.id,
    other: other.id,
    ...(await fillFamily(other.id, office.id)),
    waiverId: await publishWaiver(office.id),
    codeOf: openPhones(),
    leaving: leaving.id,
    forgetful: forgetful.email ?? '',
    keptMethod,
    oldMethod,
    packageId: await packageId(),
    paymentIntentId: await paidPurchase(provider, customer),
    unpaidIntentId: await openPurchase(customer),
    cardToken: (await provider.stripe.testHelpers.confirmationTokens.create({ payment_method: 'pm_card_visa' })).id,
    ...(await fillStable(customer.id)),
    ...(await fillSchedule(customer.id)),
    ...(await pairInLesson(customer.id, tom.id)),
    ...(await fillOffice(customer.id)),
  }
}
export type School = Awaited<ReturnType<typeof openSchool>>

/** Returns a function that reads the code last texted to an actor's phone. */
function openPhones() {
  const sandbox = createTextSandbox({ webhookUrl: 'http://127.0.0.1:3000/webhooks/texts' })
  setTextProvider(textSandboxProvider(sandbox))
  return (actor: Actor): string => {
    const number = `+184555502${ACTORS.indexOf(actor) + 10}`
    return (
      sandbox.texts
        .filter(({ to }) => to === number)
        .at(-1)
        ?.body.slice(0, 6) ?? '000000'
    )
  }
}

/** Returns the text that families are to sign. */
async function publishWaiver(officeId: string): Promise<number> {
  const draft = { title: 'Riding waiver', text: 'Horses are large.' }
  await saveDraft(officeId, draft)
  await publishDraft(officeId, draft, { asksAgain: true })
  return (await prisma.waiverVersion.findFirstOrThrow()).id
}

/** Tom rides every Saturday at 10:00 AM with the instructor. */
async function taughtLesson(riderId: string, instructorId: string): Promise<void> {
  const { id } = await weeklyPlace({ riderId, startDate: '2026-11-07', time: '10:00' })
  await prisma.weeklyPlace.update({ where: { id }, data: { instructorId } })
}

/** Adds a child to the other family, and a sibling who was just linked to it. */
async function fillFamily(guardianId: string, officeId: string) {
  const child = await rider({ firstName: 'Cleo', lastName: 'Other', email: null, guardianId })
  const linked = await linkRider(officeId, { rider: (await rider({ firstName: 'Sam' })).id, guardian: guardianId })
  const [twice, merged] = [await rider({ firstName: 'Lea', lastName: 'Twice' }), await rider({ firstName: 'Merged' })]
  await mergeAccounts(officeId, (await rider()).id, merged.id, 'kept')
  const doubled = await rider({ firstName: 'Lea', lastName: 'Once' })
  return {
    doubled: doubled.id,
    twice: twice.id,
    merged: merged.id,
    child: child.id,
    linked: linked?.riderId ?? '',
    familyChange: linked?.change ?? 0,
  }
}

/** Buys and pays a package with a hack. Returns its payment. */
async function paidPurchase(provider: PaymentProvider, user: { id: string }): Promise<string> {
  const visitor = await signedIn(user)
  const items = [
    { type: 'package', id: await packageId(), quantity: 1 },
    { type: 'addon', id: await addOnId(), quantity: 1 },
  ]
  const { body } = await visitor.api('/api/payment/create', {
    method: 'POST',
    body: { items, startDate: 'this-month' },
  })
  await payWith(provider, body.paymentIntentId)
  await visitor.api('/api/payment/confirm', { method: 'POST', body: { paymentIntentId: body.paymentIntentId } })
  return body.paymentIntentId
}

async function openPurchase(user: { id: string }): Promise<string> {
  const items = [{ type: 'package', id: await packageId(), quantity: 1 }]
  const body = { items, startDate: 'next-month' }
  return (await (await signedIn(user)).api('/api/payment/create', { method: 'POST', body })).body.paymentIntentId
}

async function fillStable(riderId: string) {
  const bella = await horse('Bella')
  await prisma.horseUsage.create({
    data: {
      horseId: bella.id,
      horseName: 'Bella',
      usageDate: toDbDate('2026-11-17'),
      lessonTime: '16:00',
      studentId: riderId,
      studentName: 'Emma Stone',
      lessonType: 'Group Lesson',
    },
  })
  const lunging = { time: '07:00', duration: 30, kind: 'Lunging', who: 'Ann' }
  const { id } = await prisma.horseWork.create({
    data: { ...lunging, horseId: bella.id, workDate: toDbDate('2026-11-17') },
  })
  return { oldHorse: (await horse('Old Max')).id, lunged: bella.id, lunging: id }
}

/** Emma rides every Tuesday at 4:00 PM. */
async function fillSchedule(riderId: string) {
  await weeklyPlace({ riderId, startDate: '2026-11-03' })
  const empty = await weeklyPlace({ startDate: '2026-11-05', time: '11:00' })
  const slot = (day: string) => ({ lessonDate: toDbDate(day), scheduledTime: '13:00', lessonType: 'Hack' })
  const oneTime = await prisma.oneTimeLesson.create({ data: slot('2026-11-27') })
  await prisma.oneTimeLesson.create({ data: slot('2026-11-28') })
  await prisma.oneTimeParticipant.create({ data: { ...slot('2026-11-28'), studentId: riderId } })
  await prisma.lessonRemoval.create({
    data: { ...slot('2026-11-10'), scheduledTime: '16:00', lessonType: 'Group Lesson', studentId: riderId },
  })
  return { emptyPlace: empty.id, oneTimeLesson: oneTime.id }
}

/** Two riders of a lesson on one date, each on a horse. */
async function pairInLesson(...riderIds: [string, string]) {
  const [day, lessonType] = [toDbDate('2026-12-02'), 'Group Lesson']
  for (const studentId of riderIds) {
    await prisma.oneTimeParticipant.create({
      data: { lessonDate: day, scheduledTime: '15:00', lessonType, studentId },
    })
    const { id, name } = await horse()
    const use = { horseId: id, horseName: name, usageDate: day, lessonTime: '15:00', lessonType }
    await prisma.horseUsage.create({ data: { ...use, studentId, studentName: 'A rider' } })
  }
  return { pair: { usageDate: '2026-12-02', lessonTime: '3:00 PM', studentIds: riderIds } }
}

async function fillOffice(userId: string) {
  const months = { create: { month: 3, amount: '120' } }
  const payments = { create: { amount: 100, method: 'check', paidOn: new Date('2026-03-02') } }
  await prisma.offlinePayment.create({
    data: { userId, year: 2026, months: { create: { ...months.create, payments } } },
  })
  await prisma.studentPayment.create({ data: { userId, year: 2026, months } })
  const providerCreatedAt = new Date('2026-11-03T15:00:00Z')
  await prisma.payout.create({
    data: {
      ...{
        stripePayoutId: 'po_api',
        amount: '96.80',
        status: 'paid',
        automatic: true,
        itemized: true,
        providerCreatedAt,
      },
      arrivalDate: new Date('2026-11-05'),
      lines: {
        create: {
          ...{ stripeId: 'txn_api', type: 'charge', amount: '100.00', fee: '3.20', net: '96.80', providerCreatedAt },
          availableAt: providerCreatedAt,
        },
      },
    },
  })
  const donatedAt = new Date(`${TODAY}T12:00:00Z`)
  const sponsored = { purpose: 'Lesson sponsorship', studentId: userId }
  const given = { zeffyId: 'd1', amount: '40.00', status: 'completed', donatedAt, ...sponsored }
  const { id: donationId } = await prisma.donation.create({ data: given })
  const used = { year: 2026, month: 10, amount: '10.00', byId: userId }
  const { id: creditId, uses } = await prisma.donationCredit.create({
    data: { userId, donationId, creditAmount: '40.00', usedAmount: '10.00', uses: { create: used } },
    include: { uses: true },
  })
  const { id: eventId } = await prisma.event.create({ data: { name: 'Open Barn' } })
  return { eventId, creditId, creditUseId: uses[0]?.id ?? 0 }
}

/** Returns a newly signed-in browser of an actor: a call may have ended the last session. */
export async function visitorOf({ people }: School, actor: Actor): Promise<Visitor> {
  return actor === 'anonymous' ? new Visitor() : signedIn(people[actor])
}

/** Returns the token of someone who just registered. */
export async function addressToken(actor: string): Promise<string> {
  const token = crypto.randomUUID()
  const { id } = await rider({ email: `${actor}.${token}@lee.example`, emailVerifiedAt: null })
  await storeAddressLink(id, token)
  return token
}

/** Creates a token as a mailed link carries it. */
export async function mailedToken(kind: 'magic' | 'reset', email: string): Promise<string> {
  const token = crypto.randomUUID()
  await storeToken(kind, email, token)
  return token
}
