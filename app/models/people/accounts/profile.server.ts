import { refusePoorPassword } from '~/models/people/accounts/password/password-rule.server'
import type { Greeted } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { hashPassword, verifyPassword } from '~/platform/password.server'
import { limitTries } from '~/platform/rate-limit.server'
import { Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { checkEdit, type FieldTexts } from '~/platform/version'
import { type ProfileValues, profileValues, splitName } from './profile'
import type { PasswordChange, ProfileChange, ProfileForm } from './profile.schema'
import { type OwnProfile, ownProfile } from './user.server'
import { signOutEverywhere } from './viewer.server'

/** Limits changes of the address, because each mails someone. @throws TooManyTries */
export const limitEmailChanges = (userId: string): Promise<void> =>
  limitTries(`email-change:${userId}`, { max: 10, seconds: 60 * 60 })

export interface Written {
  user: OwnProfile
  /** Takes effect once it is verified: the caller mails it a link in the same transaction. */
  newEmail: string | null
  /** A sentence about fields changed elsewhere in the meantime. */
  kept?: string | undefined
}

/** Writes everything but the address. */
export const updateProfile = (userId: string, change: ProfileChange): Promise<Written> =>
  withTx(async (tx) => writeProfile(tx, await lockProfile(tx, userId), change))

const FIELD_TEXTS: FieldTexts<ProfileValues> = {
  studentName: { label: 'student name' },
  email: { label: 'email' },
  phone: { label: 'phone number' },
  parentName: { label: 'parent or guardian' },
}

/**
 * Works like `updateProfile`. With `shown` it writes only what differs from it.
 * @throws Outdated if the same field was changed in the meantime.
 */
export const editProfile = (userId: string, form: ProfileForm, version: string | undefined): Promise<Written> =>
  withTx(async (tx) => {
    const before = await lockProfile(tx, userId)
    const { write, kept } = checkEdit<ProfileForm>(version, form, profileValues(before), FIELD_TEXTS)
    const { studentName, ...rest } = write
    const change = studentName === undefined ? rest : { ...rest, ...splitName(studentName) }
    return { ...(await writeProfile(tx, before, change)), kept }
  })

async function lockProfile(tx: Tx, userId: string): Promise<OwnProfile> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`
  return tx.user.findUniqueOrThrow({ where: { id: userId }, select: ownProfile })
}

async function writeProfile(tx: Tx, { id, email: old }: OwnProfile, change: ProfileChange): Promise<Written> {
  const { email, ...data } = change
  const user = await tx.user.update({ where: { id }, data, select: ownProfile })
  return { user, newEmail: email !== undefined && email !== old ? email : null }
}

export const NO_TOKENS = { resetToken: null, resetTokenExpiry: null, magicLinkToken: null, magicLinkExpiry: null }

/** Notifies the owner of an account of its new password, in the transaction that writes it. */
export type TellPassword = (tx: Tx, owner: { email: string } & Greeted) => Promise<void>

/** Records a new password and notifies the owner. */
export async function notePassword(
  tx: Tx,
  { id, email, ...greeted }: { id: string; email: string | null } & Greeted,
  tell: TellPassword,
): Promise<void> {
  await audit(tx, { actorId: id, action: 'account.password', entity: 'account', entityId: id })
  if (email) await tell(tx, { email, ...greeted })
}

/**
 * Changes the password and revokes every session and mailed link: the caller starts a new session.
 * @throws Refused if the password is wrong, or the new one weak.
 */
export async function changePassword(
  userId: string,
  { currentPassword, newPassword }: PasswordChange,
  tell: TellPassword,
): Promise<void> {
  const user = await prisma.user.findUniqueOrThrow({ where: { id: userId } })
  if (!(await verifyPassword(currentPassword, user.password))) {
    throw new Refused('password_wrong', "That's not your current password.", 'currentPassword')
  }
  await refusePoorPassword(newPassword, user, 'newPassword')
  const password = await hashPassword(newPassword)
  await withTx(async (tx) => {
    const changed = await tx.user.update({ where: { id: userId }, data: { password, calendarKey: null, ...NO_TOKENS } })
    await signOutEverywhere(tx, userId)
    await notePassword(tx, changed, tell)
  })
}
