import type { School as SchoolModel } from '~/generated/prisma/client'
import type { BasisPoints, FeeScope } from '~/models/payments/fee'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { bare, plain, rowList, text } from '~/platform/row-lists.server'
import { type Db, withTx } from '~/platform/tx.server'
import type { Shown } from '~/platform/version'
import { formatPhone } from '~/utils/phone'
import type { Letterhead } from './letterhead'
import type { Fee, SchoolData } from './school.schema'
import { changed, type Setting, saveSetting, writeSchool } from './settings-changes.server'

/** The columns of the school's row that every page may need. */
type SchoolRow = Pick<
  SchoolModel,
  | 'name'
  | 'phone'
  | 'email'
  | 'address'
  | 'feeRate'
  | 'feeScope'
  | 'offerHours'
  | 'passwordLeast'
  | 'payWords'
  | 'payAtSchool'
  | 'startHidden'
>

export interface School extends SchoolData {
  feeRate: BasisPoints
  feeScope: FeeScope
  startHidden: boolean
}

const contactOf = ({ address, phone, email }: School): string[] =>
  [...(address?.split('\n') ?? []), phone && formatPhone(phone), email].filter((line) => line !== null)

export const letterheadOf = (school: School): Letterhead => ({
  schoolName: school.name,
  schoolContact: contactOf(school),
  schoolAddress: school.address?.replaceAll('\n', ', ') ?? null,
})

/** The configuration's name and fee hold until the office saves its own. */
export const findSchool = async (db: Db = prisma): Promise<School> =>
  schoolOf(await db.school.findUnique({ where: { id: 1 } }))

/** The table's row, for a statement of several lists. */
export const schoolLists = {
  school: rowList<SchoolRow>(
    {
      name: text('name'),
      phone: text('phone'),
      email: text('email'),
      address: text('address'),
      offerHours: bare('offer_hours'),
      passwordLeast: bare('password_least'),
      payWords: text('pay_words'),
      payAtSchool: bare('pay_at_school'),
      startHidden: bare('start_hidden'),
      feeRate: bare('fee_rate'),
      feeScope: plain('fee_scope'),
    },
    'school WHERE id = 1',
  ),
}

/** `row` is that of the table, or null without one. */
export function schoolOf(row: SchoolRow | null): School {
  const { schoolName, feeRatePercent, feeScope } = getEnv()
  return {
    name: row?.name ?? schoolName,
    phone: row?.phone ?? null,
    email: row?.email ?? null,
    address: row?.address ?? null,
    offerHours: row?.offerHours ?? null,
    passwordLeast: row?.passwordLeast ?? null,
    payWords: row?.payWords ?? null,
    payAtSchool: row?.payAtSchool ?? false,
    startHidden: row?.startHidden ?? false,
    feeRate: row?.feeRate ?? Math.round(feeRatePercent * 100),
    feeScope: (row?.feeScope as FeeScope | null | undefined) ?? feeScope,
  }
}

const SCHOOL: Setting = { entity: 'school', entityId: 'data' }

/**
 * Sets the fee for what is priced from now on: orders and subscriptions keep theirs.
 * @returns the fee, and what to say of fields that somebody else has changed meanwhile.
 * @throws Outdated saying who changed what, if both changed the same field.
 */
export const saveFee = (actorId: string, sent: Fee, shown: Shown | null = null) =>
  saveSetting(
    actorId,
    {
      setting: { entity: 'school', entityId: 'fee' },
      action: 'school.fee',
      read: async (tx): Promise<Fee> => {
        const { feeRate, feeScope } = await findSchool(tx)
        return { feeRate, feeScope }
      },
      write: writeSchool,
    },
    sent,
    shown,
  )

/** Changes what the school says of itself, as `saveFee` does the fee. */
export const saveSchool = (actorId: string, sent: SchoolData, shown: Shown | null = null) =>
  saveSetting(
    actorId,
    {
      setting: SCHOOL,
      action: 'school.data',
      read: async (tx): Promise<SchoolData> => {
        const { feeRate: _rate, feeScope: _scope, startHidden: _hidden, ...data } = await findSchool(tx)
        return data
      },
      write: writeSchool,
    },
    sent,
    shown,
  )

/** For a school that takes no cards. Its name and the rest stay as nobody has said them yet. */
export const payAtSchool = (actorId: string): Promise<void> =>
  withTx(async (tx) => {
    const detail = changed(await findSchool(tx), { payAtSchool: true })
    if (!detail) return
    await writeSchool(tx, { payAtSchool: true })
    await audit(tx, { actorId, action: 'school.data', ...SCHOOL, detail })
  })
