import { randomUUID } from 'node:crypto'
import { language } from '#text'
import {
  addressChangedEmail,
  addressTriedEmail,
  newAddressEmail,
  newAdministratorEmail,
  passwordChangedEmail,
} from '~/emails/account/changed'
import { confirmAddressEmail } from '~/emails/account/confirm-address'
import { secondFactorEmail } from '~/emails/account/second-factor'
import {
  ADDRESS_LINK_DAYS,
  type Confirmed,
  confirmAddress,
  storeAddressLink,
  storeChangeLink,
} from '~/models/people/accounts/links/address.server'
import type { ProfileChange, ProfileForm } from '~/models/people/accounts/profile.schema'
import { editProfile, type TellPassword, updateProfile, type Written } from '~/models/people/accounts/profile.server'
import type { TellFactor } from '~/models/people/accounts/second-factor/second-factor.server'
import { newToken } from '~/models/people/accounts/token'
import { type OwnProfile, type Riding, register } from '~/models/people/accounts/user.server'
import { findSchool, letterheadOf } from '~/models/school/school.server'
import { addresseeOf, type Greeted } from '~/models/vocabulary/user'
import type { Registration } from '~/models/vocabulary/user.schema'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { countTry } from '~/platform/rate-limit.server'
import { Refused } from '~/platform/refused'
import { type Db, type Tx, withTx } from '~/platform/tx.server'
import { paths } from '~/utils/paths'
import { queueEmail } from './email.server'

const urlOf = (token: string) => getEnv().appUrl + paths.confirmAddress(token)
/** Whoever reads it caused it, so the language of the request is right for an account that chose none. */
const letterTo = async (db: Db, reader: Greeted) => ({
  ...letterheadOf(await findSchool(db)),
  ...addresseeOf({ ...reader, language: reader.language ?? language() }),
})

/** Mails an account a link that verifies its address, at most five times an hour. Returns false if there is nothing to verify. */
export async function mailAddressLink(userId: string): Promise<boolean> {
  if (await countTry(`address-link:${userId}`, { max: 5, seconds: 60 * 60 })) return true
  const token = newToken()
  const to = await storeAddressLink(userId, token)
  if (!to) return false
  const letter = { ...(await letterTo(prisma, to)), url: urlOf(token), days: ADDRESS_LINK_DAYS }
  await queueEmail(prisma, {
    ...confirmAddressEmail(letter),
    to: to.email,
    dedupeKey: `confirm-address:${randomUUID()}`,
  })
  return true
}

/** Notifies an address with an account, once a day, that someone tried to use it for another one. */
async function notifyTried(db: Db, email: string): Promise<void> {
  const owner = await db.user.findUnique({ where: { email }, select: { language: true } })
  const letter = { ...letterheadOf(await findSchool(db)), readerName: null, language: owner?.language ?? null }
  const content = addressTriedEmail(letter)
  await queueEmail(db, { ...content, to: email, dedupeKey: `address-tried:${email}:${today()}` })
}

/** Registers and mails a link; an address with an account is notified. @throws Refused as `register`. */
export async function registerAndTell(registration: Registration & Riding): Promise<OwnProfile> {
  try {
    const user = await register(registration)
    await mailAddressLink(user.id)
    return user
  } catch (error) {
    if (error instanceof Refused && error.field === 'email') await notifyTried(prisma, registration.email)
    throw error
  }
}

/** Saves a profile; a new address is mailed a link, or notified that it has an account. The answer is the same. */
const saving = (userId: string, write: () => Promise<Written>): Promise<Written> =>
  withTx(async (tx) => {
    const written = await write()
    const { newEmail } = written
    if (newEmail) await askNewAddress(tx, userId, newEmail)
    return written
  })

async function askNewAddress(tx: Tx, userId: string, email: string): Promise<void> {
  const token = newToken()
  if (!(await storeChangeLink(tx, userId, email, token))) return notifyTried(tx, email)
  const reader = await tx.user.findUniqueOrThrow({ where: { id: userId } })
  const letter = { ...(await letterTo(tx, reader)), url: urlOf(token), days: ADDRESS_LINK_DAYS }
  await queueEmail(tx, { ...newAddressEmail(letter), to: email, dedupeKey: `new-address:${randomUUID()}` })
}

export const changeProfile = (userId: string, change: ProfileChange): Promise<Written> =>
  saving(userId, () => updateProfile(userId, change))

/** @throws Outdated as `editProfile`. */
export const changeProfileForm = (userId: string, form: ProfileForm, version: string | undefined): Promise<Written> =>
  saving(userId, () => editProfile(userId, form, version))

/** Confirms a link, and notifies the old address, with a link that reverts the change. @throws Refused as `confirmAddress`. */
export const confirmAndTell = (token: string, signedInAs: string | null): Promise<Confirmed> =>
  withTx(async (tx) => {
    const confirmed = await confirmAddress(token, signedInAs)
    const { before, user } = confirmed
    if (before) {
      const content = addressChangedEmail({
        ...(await letterTo(tx, before)),
        email: user.email ?? '',
        url: urlOf(before.token),
        days: ADDRESS_LINK_DAYS,
      })
      await queueEmail(tx, { ...content, to: before.email, dedupeKey: `address-changed:${randomUUID()}` })
    }
    return confirmed
  })

export const tellPassword: TellPassword = async (tx, owner) => {
  const content = passwordChangedEmail(await letterTo(tx, owner))
  await queueEmail(tx, { ...content, to: owner.email, dedupeKey: `password-changed:${randomUUID()}` })
}

export const tellFactor: TellFactor = async (tx, owner, change) => {
  if (!owner.email) return
  const content = secondFactorEmail(await letterTo(tx, owner), change)
  await queueEmail(tx, { ...content, to: owner.email, dedupeKey: `second-factor:${randomUUID()}` })
}

/** Creates an administrator and notifies the existing ones, in one transaction: the actor too, whose session may be stolen. */
export const makeAndTell = <Made>(
  by: string,
  nameOf: (made: Made) => string,
  make: () => Promise<Made>,
): Promise<Made> =>
  withTx(async (tx) => {
    const before = await tx.user.findMany({ where: { role: 'admin', active: true, email: { not: null } } })
    const made = await make()
    for (const admin of before) {
      const letter = await letterTo(tx, { ...admin, language: 'en' })
      const content = newAdministratorEmail({ ...letter, name: nameOf(made), by })
      if (admin.email)
        await queueEmail(tx, { ...content, to: admin.email, dedupeKey: `new-administrator:${randomUUID()}` })
    }
    return made
  })
