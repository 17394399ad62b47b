import { randomUUID } from 'node:crypto'
import { Prisma } from '~/generated/prisma/client'
import { refusePoorPassword } from '~/models/people/accounts/password/password-rule.server'
import type { Login, Registration } from '~/models/vocabulary/user.schema'
import { auditStrangers } from '~/platform/audit.server'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { hashPassword, verifyPassword } from '~/platform/password.server'
import { Refused } from '~/platform/refused'
import { withTx } from '~/platform/tx.server'
import type { Language } from '~/utils/text/language'
import { addRider } from './add-rider.server'
import { maySignIn } from './age'
import { CONSENT } from './consent'
import type { NewRider } from './family.schema'
import { isSampleSignIn } from './sample-sign-ins'

/** What users see of themselves in the API: never the password or a token. */
export const ownProfile = {
  id: true,
  email: true,
  firstName: true,
  lastName: true,
  profileImageUrl: true,
  phone: true,
  parentName: true,
  role: true,
  active: true,
  stripeCustomerId: true,
  createdAt: true,
  updatedAt: true,
} satisfies Prisma.UserSelect

export type OwnProfile = Prisma.UserGetPayload<{ select: typeof ownProfile }>

const LOGIN_REFUSED = 'Invalid email or password'
/** The error gives no reason, because the reason would reveal that an account exists. */
export const REGISTRATION_REFUSED = 'Please try again. If you have signed up before, sign in instead.'

/**
 * Checks a sign-in. A failure is recorded, but not what was typed: it may be a password in the wrong field.
 * @throws Refused 401 with one message and after the same work, whatever is wrong.
 */
export async function verifyLogin({ email, password }: Login, way = 'password'): Promise<OwnProfile> {
  const row = await prisma.user.findUnique({
    where: { email, ...maySignIn(today()) },
    select: { ...ownProfile, password: true },
  })
  const right = await verifyPassword(password, row?.password)
  const everyoneKnows = getEnv().mode === 'production' && isSampleSignIn(email, password)
  if (!row?.active || !right || everyoneKnows) {
    const of = { entity: 'account', entityId: row?.id ?? 'unknown' } as const
    await auditStrangers(prisma, { actorId: null, action: 'account.sign-in-failed', ...of, detail: { way } })
    throw new Refused('sign_in_refused', LOGIN_REFUSED)
  }
  const { password: _, ...user } = row
  return user
}

/** The form's answers about riders. A call has none. */
export interface Riding {
  ridesToo?: boolean | undefined
  /** In which the form was shown. */
  language?: Language
  /** Riders of the account, each with its position in the form. */
  riders?: readonly (NewRider & { at: number })[]
}

/**
 * Creates an account and its riders, or nothing. Sent twice with the same password, it does so once.
 * @throws Refused if the password differs; as `addRider`, at the field of its rider.
 */
export async function register({
  password,
  consent,
  riders = [],
  ...person
}: Registration & Riding): Promise<OwnProfile> {
  await refusePoorPassword(password, { ...person, role: 'customer' }, 'password')
  const hash = await hashPassword(password)
  // Someone who took an account over must not keep its owner from reverting the address.
  const isHeld = await prisma.addressLink.count({
    where: { email: person.email, kind: 'take-back', expiresAt: { gt: now() } },
  })
  if (isHeld) throw new Refused('registration_refused', REGISTRATION_REFUSED, 'email')
  try {
    const id = randomUUID()
    const agreed = { byId: id, version: CONSENT.version, givenAt: now() }
    const consents = consent && person.parentName ? { create: agreed } : undefined
    return await withTx(async (tx) => {
      const data = { id, ...person, password: hash, consents }
      const user = await tx.user.create({ data, select: ownProfile })
      for (const { at, ...rider } of riders) {
        await inBlock(at, addRider(tx, { actorId: id, guardianId: id, consent }, rider))
      }
      return user
    })
  } catch (error) {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002')) throw error
  }
  try {
    return await verifyLogin({ email: person.email, password }, 'registration')
  } catch (error) {
    if (error instanceof Refused) throw new Refused('registration_refused', REGISTRATION_REFUSED, 'email')
    throw error
  }
}

/** @throws Refused at the field of the rider's own block in the form */
const inBlock = <Done>(at: number, work: Promise<Done>): Promise<Done> =>
  work.catch((error) => {
    if (!(error instanceof Refused && error.field && error.field !== 'consent')) throw error
    throw new Refused(error.code, error.message, `riders[${at}].${error.field}`)
  })

export const findOwnProfile = (id: string): Promise<OwnProfile | null> =>
  prisma.user.findUnique({ where: { id }, select: ownProfile })
