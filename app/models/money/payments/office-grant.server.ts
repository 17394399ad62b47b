import { contentsAsSold } from '~/models/vocabulary/catalog'
import { daysOfMonth, type Month, monthKey } from '~/models/vocabulary/month'
import { audit } from '~/platform/audit.server'
import { Refused } from '~/platform/refused'
import type { Tx } from '~/platform/tx.server'
import { toDbDate } from '~/utils/dates'
import { settleMakeupsOfGrant } from './makeups-of-grant.server'

/** Selects grants that the office gave: without an order, invoice or subscription. */
const officeGrant = (userId: string, month: Month) => {
  const { from, to } = daysOfMonth(month)
  return {
    userId,
    orderId: null,
    subscriptionId: null,
    stripeInvoiceId: null,
    stripePaymentIntentId: null,
    packageId: { not: null },
    status: 'active',
    validFrom: toDbDate(from),
    validTo: toDbDate(to),
  }
}

export async function grantedPackage(db: Pick<Tx, 'grant'>, userId: string, month: Month) {
  const grant = await db.grant.findFirst({
    where: officeGrant(userId, month),
    orderBy: { id: 'desc' },
    select: { packageId: true },
  })
  return grant?.packageId ?? null
}

/**
 * Gives a student a package for a whole month, replacing one given before; null withdraws it, along with the makeups of
 * its days. Bought grants stay. The student's row must be locked.
 * @throws Refused if there is no such package.
 */
export async function grantPackage(
  tx: Tx,
  actorId: string,
  { userId, month }: { userId: string; month: Month },
  packageId: number | null,
): Promise<void> {
  const before = await grantedPackage(tx, userId, month)
  if (before === packageId) return
  const given = await tx.grant.findMany({ where: officeGrant(userId, month), select: { id: true } })
  const ids = given.map(({ id }) => id)
  await tx.grant.updateMany({ where: { id: { in: ids } }, data: { status: 'withdrawn' } })
  if (packageId !== null) {
    const chosen = await tx.package.findFirst({ where: { id: packageId, active: true } })
    if (!chosen) throw new Refused('invalid', 'Package not found', 'packageId')
    const { from, to } = daysOfMonth(month)
    const { id } = await tx.grant.create({
      data: {
        userId,
        packageId,
        ...contentsAsSold(chosen),
        validFrom: toDbDate(from),
        validTo: toDbDate(to),
      },
      select: { id: true },
    })
    await settleMakeupsOfGrant(tx, id)
  }
  // After the new one, which may cover the same days.
  for (const id of ids) await settleMakeupsOfGrant(tx, id)
  const detail = { month: monthKey(month), from: before, to: packageId }
  await audit(tx, { actorId, action: 'student.package', entity: 'student', entityId: userId, detail })
}
