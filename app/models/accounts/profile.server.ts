import { prisma } from '~/platform/db.server'
import { hashPassword, verifyPassword } from '~/platform/password.server'
import { limitTries } from '~/platform/rate-limit.server'
import { Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { checkEdit, type FieldTexts, type Shown } from '~/platform/version'
import { translateViolations } from '~/platform/violation.server'
import { type ProfileValues, profileValues, splitName } from './profile'
import type { PasswordChange, ProfileChange, ProfileForm } from './profile.schema'
import { type OwnProfile, ownProfile } from './user.server'
import { signOutEverywhere } from './viewer.server'

/** It gives no reason: the reason would reveal that an account exists. */
const EMAIL_REFUSED = 'This email address cannot be used. Please choose another one.'
const emailRefused = () => new Refused(EMAIL_REFUSED, 'email')

/** Changing the address is limited: each refusal says that some account has it. @throws TooManyTries */
export const limitEmailChanges = (userId: string): Promise<void> =>
  limitTries(`email-change:${userId}`, { max: 10, seconds: 60 * 60 })

/** A new e-mail address ends the links mailed to the old one. @throws Refused if another account has the address. */
export const updateProfile = (userId: string, change: ProfileChange): Promise<OwnProfile> =>
  translateViolations({ users_email_key: emailRefused }, () =>
    withTx(async (tx) => writeProfile(tx, await lockProfile(tx, userId), change)),
  )

const FIELD_TEXTS: FieldTexts<ProfileValues> = {
  studentName: { label: 'student name' },
  email: { label: 'email' },
  phone: { label: 'phone number' },
  parentName: { label: 'parent or guardian' },
}

/**
 * With `shown` it writes only what differs from it. Returns a sentence about fields changed meanwhile elsewhere.
 * @throws Refused as `updateProfile`; Outdated if the same field was changed meanwhile.
 */
export const editProfile = (userId: string, form: ProfileForm, shown: Shown | null): Promise<string | undefined> =>
  translateViolations({ users_email_key: emailRefused }, () =>
    withTx(async (tx) => {
      const before = await lockProfile(tx, userId)
      const { write, kept } = checkEdit<ProfileForm>(shown, form, profileValues(before), FIELD_TEXTS)
      const { studentName, ...rest } = write
      await writeProfile(tx, before, studentName === undefined ? rest : { ...rest, ...splitName(studentName) })
      return kept
    }),
  )

async function lockProfile(tx: Tx, userId: string): Promise<OwnProfile> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`
  return tx.user.findUniqueOrThrow({ where: { id: userId }, select: ownProfile })
}

function writeProfile(tx: Tx, { id, email }: OwnProfile, change: ProfileChange): Promise<OwnProfile> {
  const moved = change.email !== undefined && change.email !== email
  return tx.user.update({ where: { id }, data: moved ? { ...change, ...NO_TOKENS } : change, select: ownProfile })
}

export const NO_TOKENS = { resetToken: null, resetTokenExpiry: null, magicLinkToken: null, magicLinkExpiry: null }

/** Ends every session and mailed link: the caller starts a new session. @throws Refused if the password is wrong. */
export async function changePassword(userId: string, { currentPassword, newPassword }: PasswordChange): Promise<void> {
  const user = await prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { password: true } })
  if (!(await verifyPassword(currentPassword, user.password))) {
    throw new Refused("That's not your current password.", 'currentPassword')
  }
  const password = await hashPassword(newPassword)
  await withTx(async (tx) => {
    await tx.user.update({ where: { id: userId }, data: { password, ...NO_TOKENS } })
    await signOutEverywhere(tx, userId)
  })
}
