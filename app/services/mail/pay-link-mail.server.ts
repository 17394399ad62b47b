import { payLinkEmail } from '~/emails/pay-link'
import { given } from '~/models/accounts/user'
import type { Month } from '~/models/allowance/allowance'
import { monthKey, monthName } from '~/models/allowance/month'
import { findSchool, letterheadOf } from '~/models/school/school.server'
import type { UnpaidRow } from '~/models/students/unpaid'
import { listUnpaid, payLinkKey } from '~/models/students/unpaid.server'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { notFound, Refused } from '~/platform/refused'
import { withTx } from '~/platform/tx.server'
import { paths } from '~/utils/paths'
import { queueEmail } from './email.server'

/**
 * Mails a family what it has not paid of a month, all of its riders together, and the link to pay: once a day. Returns the address.
 * @throws Refused if nothing is unpaid, nobody can be written to or may sign in, or the family was written to today (409).
 */
export async function mailPayLink(actorId: string, studentId: string, month: Month): Promise<string> {
  const student = await prisma.user.findUnique({ where: { id: studentId }, select: { email: true, guardianId: true } })
  if (!student) throw notFound('Student not found.')
  const payerId = student.email ? studentId : student.guardianId
  return withTx(async (tx) => {
    const [locked] = await tx.$queryRaw<{ id: string }[]>`SELECT id FROM users WHERE id = ${payerId} FOR UPDATE`
    const payer = locked && (await tx.user.findUnique({ where: locked }))
    if (!payer?.email) throw new Refused("There's no email address for this family. Add one with Edit Student.")
    if (!payer.active) throw new Refused(`The sign-in of ${payer.email} is blocked, so that nobody can pay with it.`)
    const { students } = await listUnpaid({ month, payerId: payer.id }, tx)
    const family = students.filter((row) => row.payer?.id === payer.id)
    if (!family.some(({ id }) => id === studentId)) {
      throw new Refused(`${monthName(month)} is paid, or nothing is due.`, undefined, 409)
    }
    if (family.some(({ mailedToday }) => mailedToday)) {
      throw new Refused('We already emailed this family a link today.', undefined, 409)
    }
    const content = payLinkEmail({
      ...letterheadOf(await findSchool(tx)),
      firstName: given(payer.firstName) || null,
      monthName: monthName(month),
      riders: family,
      payUrl: `${getEnv().appUrl}${payPath(family, payer.id)}`,
    })
    await queueEmail(tx, { ...content, dedupeKey: payLinkKey(payer.id), to: payer.email })
    for (const { id } of family) {
      const detail = { month: monthKey(month), to: payer.email }
      await audit(tx, { actorId, action: 'student.pay-link', entity: 'student', entityId: id, detail })
    }
    return payer.email
  })
}

/** A subscription is paid on its own page; packages wait chosen in the shop, all in one payment. The portal has both. */
function payPath(family: UnpaidRow[], payerId: string): string {
  const [first, ...others] = family
  if (!first) return paths.portal()
  const rider = first.id === payerId && !others.length ? undefined : first.id
  if (!others.length && first.subscribed) return paths.subscription({ rider })
  if (family.some(({ subscribed }) => subscribed)) return paths.portal()
  const also = others.flatMap(({ id, packageId }) => (packageId ? [[`also-${id}`, `p${packageId}`]] : []))
  return paths.purchase({ rider, package: first.packageId, ...Object.fromEntries(also) })
}
