import type { School as SchoolModel } from '~/generated/prisma/client'
import { logoOf } from '~/models/school/face/logo'
import { schoolColorOf } from '~/models/school/face/school-color'
import type { BasisPoints, FeeScope } from '~/models/vocabulary/fee'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { bare, plain, rowList, text } from '~/platform/row-lists.server'
import { type Db, withTx } from '~/platform/tx.server'
import { paths } from '~/utils/paths'
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
  | 'color'
  | 'logo'
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
  /** The file name of its logo (`logoOf`); null is the product's mark. */
  logo: string | null
  startHidden: boolean
}

const contactOf = ({ address, phone, email }: School): string[] =>
  [...(address?.split('\n') ?? []), phone && formatPhone(phone), email].filter((line) => line !== null)

function printedLogo({ logo }: School): Letterhead['schoolLogo'] {
  const size = logo && logoOf(logo)
  return size ? { url: getEnv().appUrl + paths.logo(logo), width: size.width, height: size.height } : null
}

export const letterheadOf = (school: School): Letterhead => ({
  schoolName: school.name,
  schoolContact: contactOf(school),
  schoolAddress: school.address?.replaceAll('\n', ', ') ?? null,
  schoolColor: school.color,
  schoolLogo: printedLogo(school),
})

/** Returns the school, with the configured name and fee until the office saves its own. */
export const findSchool = async (db: Db = prisma): Promise<School> =>
  schoolOf(await db.school.findUnique({ where: { id: 1 } }))

/** Selects the table's row, for a statement of several lists. */
export const schoolLists = {
  school: rowList<SchoolRow>(
    {
      name: text('name'),
      phone: text('phone'),
      email: text('email'),
      address: text('address'),
      color: text('color'),
      logo: text('logo'),
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

/** Builds the school from the table's row, or null without one. */
export function schoolOf(row: SchoolRow | null): School {
  const { schoolName, feeRatePercent, feeScope } = getEnv()
  return {
    name: row?.name ?? schoolName,
    phone: row?.phone ?? null,
    email: row?.email ?? null,
    address: row?.address ?? null,
    color: schoolColorOf(row?.color),
    logo: row?.logo ?? null,
    offerHours: row?.offerHours ?? null,
    passwordLeast: row?.passwordLeast ?? null,
    payWords: row?.payWords ?? null,
    payAtSchool: row?.payAtSchool ?? false,
    startHidden: row?.startHidden ?? false,
    feeRate: row?.feeRate ?? Math.round(feeRatePercent * 100),
    feeScope: (row?.feeScope as FeeScope | null | undefined) ?? feeScope,
  }
}

export const SCHOOL: Setting = { entity: 'school', entityId: 'data' }

/**
 * Sets the fee for future prices: orders and subscriptions keep theirs.
 * @returns the fee, and a sentence about fields that someone else has changed in the meantime.
 * @throws Outdated saying who changed what, if both changed the same field.
 */
export const saveFee = (actorId: string, sent: Fee, version?: string) =>
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
    version,
  )

/** Changes the school's name and contact data; works like `saveFee`. */
export const saveSchool = (actorId: string, sent: SchoolData, version?: string) =>
  saveSetting(
    actorId,
    {
      setting: SCHOOL,
      action: 'school.data',
      read: async (tx): Promise<SchoolData> => {
        const { feeRate: _rate, feeScope: _scope, startHidden: _hidden, logo: _logo, ...data } = await findSchool(tx)
        return data
      },
      write: writeSchool,
    },
    sent,
    version,
  )

/** Sets up a school that takes no cards. Its name and other settings stay unset. */
export const payAtSchool = (actorId: string): Promise<void> =>
  withTx(async (tx) => {
    const detail = changed(await findSchool(tx), { payAtSchool: true })
    if (!detail) return
    await writeSchool(tx, { payAtSchool: true })
    await audit(tx, { actorId, action: 'school.data', ...SCHOOL, detail })
  })
