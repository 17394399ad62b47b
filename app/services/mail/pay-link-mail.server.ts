import { payLinkEmail } from '~/emails/pay-link'
import { atSchoolOf } from '~/models/money/payments/orders/at-school.server'
import { findSchool, letterheadOf } from '~/models/school/school.server'
import type { UnpaidRow } from '~/models/students/unpaid'
import { listUnpaid, payLinkKey } from '~/models/students/unpaid.server'
import { daysOfMonth, type Month, monthAndYear, monthKey } from '~/models/vocabulary/month'
import { addresseeOf } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { notFound, Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { addMonths, formatDay, type LocalDate, monthStart } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { queueEmail } from './email.server'
import { isMailSetUp } from './set-up.server'

/**
 * Mails a family what it owes for a month, all of its riders together, and the link to pay: once a day. Returns the
 * address.
 * @throws Refused if nothing is unpaid or the family cannot pay it itself, if it has no email address or may not sign
 * in, or if it was emailed today (409).
 */
export async function mailPayLink(actorId: string, studentId: string, month: Month): Promise<string> {
  if (!isMailSetUp())
    throw new Refused('email_not_set_up', 'Email isn’t set up, so no link goes out. Please call the family.')
  const student = await prisma.user.findUnique({ where: { id: studentId }, select: { email: true, guardianId: true } })
  if (!student) throw notFound('Student not found.')
  const payerId = student.email ? studentId : student.guardianId
  return withTx(async (tx) => {
    const [locked] = await tx.$queryRaw<{ id: string }[]>`SELECT id FROM users WHERE id = ${payerId} FOR UPDATE`
    const payer = locked && (await tx.user.findUnique({ where: locked }))
    if (!payer?.email)
      throw new Refused('email_required', "There's no email address for this family. Add one with Edit Student.")
    if (!payer.active)
      throw new Refused('account_closed', `The sign-in of ${payer.email} is blocked, so that nobody can pay with it.`)
    const { students } = await listUnpaid({ month, payerId: payer.id }, tx)
    const due = students.filter((row) => row.payer?.id === payer.id)
    const asked = due.find(({ id }) => id === studentId)
    if (!asked) throw new Refused('nothing_to_do', `${monthAndYear(month)} is paid, or nothing is due.`)
    const owing = await ridersOwing(tx, payer.id)
    const refused = unpayable(asked, month, owing)
    if (refused) throw new Refused('nothing_to_do', refused)
    const family = due.filter((row) => !unpayable(row, month, owing))
    if (family.some(({ mailedToday }) => mailedToday)) {
      throw new Refused('already_done', 'We already emailed this family a link today.')
    }
    const school = await findSchool(tx)
    const content = payLinkEmail({
      ...letterheadOf(school),
      atSchool: atSchoolOf(school),
      ...addresseeOf(payer),
      month: daysOfMonth(month).from,
      riders: family,
      payUrl: `${getEnv().appUrl}${payPath(family, payer.id, daysOfMonth(month).from)}`,
    })
    await queueEmail(tx, { ...content, dedupeKey: payLinkKey(payer.id), to: payer.email, userId: payer.id })
    for (const { id } of family) {
      const detail = { month: monthKey(month), to: payer.email }
      await audit(tx, { actorId, action: 'student.pay-link', entity: 'student', entityId: id, detail })
    }
    return payer.email
  })
}

/** Returns why the family itself can't pay a month that is due; null if it can. */
function unpayable({ id, subscribed }: UnpaidRow, month: Month, owing: string[]): string | null {
  const { from } = daysOfMonth(month)
  const [present, next] = [monthStart(today()), addMonths(monthStart(today()), 1)]
  const name = monthAndYear(month)
  if (subscribed && !owing.includes(id)) return `A subscription pays for ${name} automatically.`
  if (!subscribed && from < present) return `${name} is over, and nobody can buy it anymore. Record a payment instead.`
  return from > next ? `${name} is not for sale yet: it is from ${formatDay(addMonths(from, -1))} on.` : null
}

/** Returns the riders whose subscription has an unpaid invoice. To the provider, a month that begins on a 1st is a trial. */
async function ridersOwing(tx: Tx, payerId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT s.rider_id AS id FROM subscriptions s
    WHERE s.user_id = ${payerId} AND s.stripe_subscription_id IS NOT NULL
      AND (s.status IN ('incomplete', 'past_due', 'unpaid')
           OR (s.status = 'trialing'
               AND EXISTS (SELECT FROM payment_transactions t WHERE t.subscription_id = s.id)
               AND NOT EXISTS (SELECT FROM package_purchases g WHERE g.subscription_id = s.id)))`
  return rows.map(({ id }) => id)
}

/**
 * Returns where the family pays: a subscription on its own page, packages in the shop, chosen and in one payment. The
 * portal shows both.
 */
function payPath(family: UnpaidRow[], payerId: string, start: LocalDate): string {
  const [first, ...others] = family
  if (!first) return paths.portal()
  const rider = first.id === payerId && !others.length ? undefined : first.id
  if (!others.length && first.subscribed) return paths.subscription({ rider })
  if (family.some(({ subscribed }) => subscribed)) return paths.portal()
  const also = others.flatMap(({ id, packageId }) => (packageId ? [[`also-${id}`, `p${packageId}`]] : []))
  return paths.purchase({ rider, package: first.packageId, ...Object.fromEntries(also), start })
}
