import type { BasisPoints, FeeScope } from '~/models/payments/pricing'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { type Db, withTx } from '~/platform/tx.server'
import type { Letterhead } from './letterhead'
import type { Fee, SchoolData } from './school.schema'
import { changed, claimSetting } from './settings-changes.server'

export interface School extends SchoolData {
  feeRate: BasisPoints
  feeScope: FeeScope
}

/** The school's address, phone and e-mail address in lines, as far as it has said them. */
const contactOf = ({ address, phone, email }: School): string[] =>
  [...(address?.split('\n') ?? []), phone, email].filter((line) => line !== null)

export const letterheadOf = (school: School): Letterhead => ({
  schoolName: school.name,
  schoolContact: contactOf(school),
})

/** The school. The configuration's name and fee hold until the office saves its own. */
export async function findSchool(db: Db = prisma): Promise<School> {
  const row = await db.school.findUnique({ where: { id: 1 } })
  const { schoolName, feeRatePercent, feeScope } = getEnv()
  return {
    name: row?.name ?? schoolName,
    phone: row?.phone ?? null,
    email: row?.email ?? null,
    address: row?.address ?? null,
    feeRate: row?.feeRate ?? Math.round(feeRatePercent * 100),
    feeScope: (row?.feeScope as FeeScope | null | undefined) ?? feeScope,
  }
}

/**
 * Sets the fee for what is priced from now on: orders and subscriptions keep theirs.
 * @throws Refused 409 if somebody has changed it since `version`.
 */
export const saveFee = (actorId: string, version: number, fee: Fee): Promise<void> => save(actorId, 'fee', version, fee)

/** @throws Refused 409 if somebody has changed it since `version`. */
export const saveSchool = (actorId: string, version: number, data: SchoolData): Promise<void> =>
  save(actorId, 'data', version, data)

const save = (actorId: string, entityId: 'fee' | 'data', version: number, to: Fee | SchoolData): Promise<void> =>
  withTx(async (tx) => {
    await claimSetting(tx, { entity: 'school', entityId }, version)
    const detail = changed(await findSchool(tx), to)
    // Unchanged values are written too: the office's own hold from then on, whatever the configuration says.
    await tx.school.upsert({ where: { id: 1 }, create: { id: 1, ...to }, update: to })
    if (detail) await audit(tx, { actorId, action: `school.${entityId}`, entity: 'school', entityId, detail })
  })
