import { creditsOf, spendCredit, undoCreditUse } from '~/models/money/donations/credit.server'
import { readDonation } from '~/models/money/donations/donation.schema'
import { saveDonations } from '~/models/money/donations/donation.server'
import { recordPayment, undoRecordedPayment } from '~/models/money/payments/offline/record-payment.server'
import { addToMonth, monthOfDay } from '~/models/vocabulary/month'
import { today } from '~/platform/clock.server'
import { addDays } from '~/utils/dates'
import type { World } from './world'

/** A step with money outside the provider: what the office took by hand, and donations for a rider. */
export type StepOfTheSchool =
  | { do: 'note'; rider: number; cents: number; daysAgo: number; ahead: boolean }
  | { do: 'take a note back' }
  | { do: 'sponsor'; rider: number; dollars: number }
  | { do: 'use a credit'; nth: number; share: number; times: number }
  | { do: 'take a use back'; nth: number; times: number }
  | { do: 'refund a donation'; nth: number }

const ZONE = 'America/New_York'

/** Records a payment for this month or the next one, received some days ago. */
export async function note(
  { cents, daysAgo, ahead }: Extract<StepOfTheSchool, { do: 'note' }>,
  userId: string,
  { officeId, noted }: World,
): Promise<void> {
  const [month, day] = [addToMonth(monthOfDay(today()), ahead ? 1 : 0), addDays(today(), -daysAgo)]
  const wanted = { amount: cents, month, method: 'cash' as const, paidOn: day, packageId: null }
  const { undo } = await recordPayment(officeId, userId, wanted)
  noted.push({ userId, month, day, cents, undo })
}

export async function takeNoteBack({ officeId, noted }: World): Promise<unknown> {
  const last = noted.filter(({ undo }) => undo).at(-1)
  if (!last?.undo) return
  await undoRecordedPayment(officeId, last.userId, last.undo)
  return noted.splice(noted.indexOf(last), 1)
}

export async function sponsor({ dollars }: { dollars: number }, studentId: string, { donated }: World): Promise<void> {
  const donation = {
    id: `d${donated.length}`,
    studentId,
    cents: dollars * 100,
    month: monthOfDay(today()),
    day: today(),
  }
  await save({ ...donation, status: 'completed' })
  donated.push({ ...donation, status: 'completed' })
}

export async function refundDonation(nth: number, { donated }: World): Promise<void> {
  const donation = donated[nth % Math.max(1, donated.length)]
  if (!donation) return
  donation.status = 'refunded'
  await save(donation)
}

async function save({ id, studentId, cents, day, status }: World['donated'][number]): Promise<void> {
  const amount = (cents / 100).toFixed(2)
  const donor = { firstName: 'Martha', lastName: 'Ellis' }
  const { data, error } = readDonation(
    { id, amount, date: day, purpose: 'Lesson sponsorship', studentId, status, ...donor },
    ZONE,
  )
  if (!data) throw error
  await saveDonations([data])
}

const creditsOfAll = async ({ riderIds }: World) =>
  (
    await Promise.all(riderIds.map(async (id) => (await creditsOf(id)).map((credit) => ({ ...credit, studentId: id }))))
  ).flat()

/** Spends part of the remaining credit, as several desks see it. */
export async function spendPart(nth: number, share: number, world: World): Promise<(() => Promise<unknown>) | null> {
  const credits = await creditsOfAll(world)
  const credit = credits[nth % Math.max(1, credits.length)]
  if (!credit?.left) return null
  const { id: creditId, studentId, used } = credit
  const amount = Math.ceil(credit.left / share)
  return () => spendCredit(world.officeId, { creditId, studentId, month: monthOfDay(today()), amount }, String(used))
}

export async function takeUseBack(nth: number, world: World): Promise<(() => Promise<unknown>) | null> {
  const uses = (await creditsOfAll(world)).flatMap(({ uses, studentId }) => uses.map(({ id }) => ({ id, studentId })))
  const use = uses[nth % Math.max(1, uses.length)]
  return use ? () => undoCreditUse(world.officeId, use.studentId, use.id) : null
}
