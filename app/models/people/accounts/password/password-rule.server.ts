import { createHash } from 'node:crypto'
import { t } from '#text'
import { isSampleSignIn } from '~/models/people/accounts/sample-sign-ins'
import { getSchool } from '~/models/school/current-school.server'
import { LEAST, LEAST_OF_STAFF } from '~/models/vocabulary/password-hint'
import { isFamily } from '~/models/vocabulary/user'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { COMMON_PASSWORDS } from './common-passwords'

/** The owner of the password. */
interface Owner {
  role: string
  email: string | null
  firstName: string | null
  lastName: string | null
  parentName: string | null
}

const SHORT = `Please use at least ${LEAST_OF_STAFF} characters: you see every family’s data.`
const COMMON = 'This is one of the passwords that people guess first. Please choose another.'
const PERSONAL = 'Please choose a password that isn’t made of your name or address.'

const BYTES = 6
let known: Set<string> | undefined

function isCommon(password: string): boolean {
  if (!known) {
    const all = Buffer.from(COMMON_PASSWORDS, 'base64')
    known = new Set(
      Array.from({ length: all.length / BYTES }, (_, n) => all.toString('latin1', n * BYTES, (n + 1) * BYTES)),
    )
  }
  return known.has(createHash('sha256').update(password.toLowerCase()).digest().toString('latin1', 0, BYTES))
}

/** Whether too little is left of a password without the words of the owner's name and address. */
function isPersonal(password: string, { email, firstName, lastName, parentName }: Owner): boolean {
  const words = [firstName, lastName, parentName, email]
    .flatMap((text) => [text, ...(text ?? '').split(/[^\p{L}\p{N}]+/u)])
    .map((word) => (word ?? '').toLowerCase())
    .filter((word) => word.length >= 3)
    .sort((one, other) => other.length - one.length)
  const left = words.reduce((rest, word) => rest.replaceAll(word, ''), password.toLowerCase())
  return left.length < password.length && left.length < LEAST
}

const leastOfFamily = async () => (await getSchool()).passwordLeast ?? LEAST

/**
 * Returns a sentence about what is wrong with this person's password; null if nothing is. `ofFamily`: what the school
 * requires of families. The demo's passwords are made of its name, because they are public.
 */
export function problemOfPassword(password: string, owner: Owner, ofFamily: number): string | null {
  if (isSampleSignIn(owner.email ?? '', password) && getEnv().mode === 'demo') return null
  if (isFamily(owner)) {
    if (password.length < ofFamily) return t('Password must be at least {least} characters long', { least: ofFamily })
  } else if (password.length < LEAST_OF_STAFF) return SHORT
  if (isCommon(password)) return COMMON
  return isPersonal(password, owner) ? PERSONAL : null
}

/** Whether a password could not be chosen today. Not inside a transaction: it reads the school's settings. */
export const isPoor = async (password: string, owner: Owner): Promise<boolean> =>
  problemOfPassword(password, owner, await leastOfFamily()) !== null

/** Returns the rule as `problemOfPassword`, with what the school requires of families now. */
export const familyPasswordRule = async () => {
  const least = await leastOfFamily()
  return (password: string, owner: Omit<Owner, 'role'>) =>
    problemOfPassword(password, { ...owner, role: 'customer' }, least)
}

/** Refuses a new password that `isPoor`. The schemas check the shortest length. @throws Refused beside the field `at` */
export async function refusePoorPassword(
  password: string,
  owner: Owner,
  at: 'password' | 'newPassword',
): Promise<void> {
  const problem = problemOfPassword(password, owner, await leastOfFamily())
  if (problem) throw new Refused('password_weak', problem, at)
}
