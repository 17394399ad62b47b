import { recordPayment } from '~/models/money/payments/offline/record-payment.server'
import { readLines } from '~/models/money/payments/payment-transaction.server'
import { refundPayment } from '~/models/money/refunds/refunds.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { setHidden } from '~/models/students/hide-student.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { paymentProvider } from '~/services/stripe/stripe.server'
import { addDays, addMonths, type LocalDate, monthOf, monthStart, startOfDayInZone, yearOf } from '~/utils/dates'
import { itemsOf, type Occasion, openPayment, payForFamily, payIntent } from './pay'

const PACKAGE = 'Package 1 - Basic'

/** A family that left: its payments did not go smoothly, and none of its members is in the lists anymore. */
interface FormerFamily {
  payerId: string
  theo: string
  nina: string
}

/** Adds payments from before the portal, at the school, in two parts and by three methods. */
export async function seedFormerFamily(adminId: string, today: LocalDate): Promise<FormerFamily> {
  const create = (
    firstName: string,
    data: { email?: string; emailVerifiedAt?: Date; password?: string; phone?: string; guardianId?: string },
  ) => prisma.user.create({ data: { firstName, lastName: 'Lang', ...data }, select: { id: true } })
  const { id: payerId } = await create('Petra', {
    email: 'petra.lang@families.example',
    emailVerifiedAt: now(),
    password: 'none',
    phone: '8455550191',
  })
  const [{ id: theo }, { id: nina }] = [
    await create('Theo', { guardianId: payerId }),
    await create('Nina', { guardianId: payerId }),
  ]
  const first = addMonths(monthStart(today), -4)
  const month = { year: yearOf(first), month: monthOf(first) }
  const take = (riderId: string, amount: number, method: 'cash' | 'check' | 'transfer', day: number) =>
    recordPayment(adminId, riderId, { amount, method, month, paidOn: addDays(first, day - 1), packageId: null })
  await take(theo, 10_000, 'cash', 5)
  await take(theo, 12_000, 'check', 18)
  await take(nina, 22_000, 'transfer', 7)
  return { payerId, theo, nina }
}

/** One payment is disputed in part, one child's lines of the next are refunded, and the last one arrives after its month. */
export function formerOccasions({ payerId, theo, nina }: FormerFamily, adminId: string, today: LocalDate): Occasion[] {
  const at = (day: LocalDate, hours: number) =>
    new Date(startOfDayInZone(day, getEnv().schoolTimezone).getTime() + hours * 3_600_000)
  const [first, second, third] = [-3, -2, -1].map((n) => addMonths(monthStart(today), n)) as [
    LocalDate,
    LocalDate,
    LocalDate,
  ]
  const bothFor = (month: LocalDate): Occasion => ({
    at: at(addDays(month, -2), 20),
    run: () => payForFamily({ payerId, riderIds: [theo, nina], packageName: PACKAGE }),
  })
  let late = ''
  return [
    bothFor(first),
    { at: at(addDays(first, 19), 11), run: () => disputePart(payerId, 4_451) },
    bothFor(second),
    {
      at: at(addDays(second, 3), 10),
      run: () => refundLinesOf(adminId, payerId, nina),
    },
    {
      at: at(third, -1 / 6),
      run: async () => {
        const hacks = await itemsOf({ packageName: null, addOns: [['Hack', 2]] })
        late = await openPayment(
          payerId,
          hacks.map((item) => ({ ...item, riderId: theo })),
          'this-month',
          'card',
        )
      },
    },
    { at: at(third, 1 / 6), run: () => payIntent(payerId, late, 'card') },
    {
      at: at(addDays(third, 1), 9),
      run: async () => {
        for (const id of [payerId, theo, nina]) await setHidden(adminId, id, true)
      },
    },
  ]
}

const lastOf = (userId: string) =>
  prisma.paymentTransaction.findFirstOrThrow({ where: { userId }, orderBy: { id: 'desc' } })

async function refundLinesOf(adminId: string, payerId: string, riderId: string): Promise<void> {
  const { id, lines } = await lastOf(payerId)
  const theirs = readLines(lines).flatMap((line, place) => (line.riderId === riderId ? [place] : []))
  await refundPayment(adminId, id, { lines: theirs, version: '0' })
}

async function disputePart(payerId: string, cents: number): Promise<void> {
  const { stripePaymentIntentId } = await lastOf(payerId)
  const { stripe, ownSandbox } = paymentProvider()!
  const { latest_charge } = await stripe.paymentIntents.retrieve(stripePaymentIntentId ?? '')
  ownSandbox?.openDispute(String(latest_charge), 'product_not_received', cents)
  await syncPayment(stripePaymentIntentId ?? '')
}
