import { isIP } from 'node:net'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { isoBase64URL } from '@simplewebauthn/server/helpers'
import type { Passkey } from '~/generated/prisma/client'
import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { translateViolations } from '~/platform/violation.server'
import { type Ceremony, isChallenge, newChallenge, spendChallenge } from './challenge.server'
import type { MadeCredential, SignedCredential } from './passkey.schema'
import { notingRefusals, spendCode, type TellFactor, tellOwner } from './second-factor.server'

const REFUSED = 'That passkey was not taken. Please try again.'
const CODE_FIRST = 'Set up your second step first: a passkey is another way to say it.'

/** The name that passkeys are bound to: the host of `APP_URL`. */
const host = () => new URL(getEnv().appUrl).hostname

/** Browsers make passkeys for names alone, not for an address in figures, as the demo has. */
export const canHavePasskeys = (): boolean => isIP(host().replace(/^\[|\]$/g, '')) === 0

const isOn = { confirmedAt: { not: null } }

const transportsOf = ({ transports }: Pick<Passkey, 'transports'>) =>
  ({ transports }) as Pick<NonNullable<PublicKeyCredentialRequestOptionsJSON['allowCredentials']>[number], 'transports'>

/** No extension is asked for. */
export type PasskeyRequest = Omit<PublicKeyCredentialRequestOptionsJSON, 'extensions'>

export const listPasskeys = (userId: string): Promise<Passkey[]> =>
  prisma.passkey.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } })

/**
 * Spends a code. Returns what the browser makes a passkey from, in the session `sid`; each of its devices takes one.
 * @throws Refused as `spendCode`, or if the second step is off
 */
export async function startPasskey(
  user: { id: string; email: string; firstName: string | null },
  { sid, code, school, tell }: { sid: string; code: string; school: string; tell: TellFactor },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  if (!(await prisma.secondFactor.count({ where: { userId: user.id, ...isOn } })))
    throw new Refused('second_step_off', CODE_FIRST)
  await spendCode(user.id, code, tell)
  return generateRegistrationOptions({
    rpName: school,
    rpID: host(),
    userName: user.email,
    userDisplayName: user.firstName || user.email,
    userID: new Uint8Array(Buffer.from(user.id)),
    challenge: newChallenge('add', sid),
    excludeCredentials: (await listPasskeys(user.id)).map(({ id, ...key }) => ({ id, ...transportsOf(key) })),
  })
}

/** What every check expects: our own page, and a challenge of this session that is not over. */
const expected = (ceremony: Ceremony, sid: string) => ({
  expectedChallenge: (challenge: string) => isChallenge(challenge, ceremony, sid),
  expectedOrigin: new URL(getEnv().appUrl).origin,
  expectedRPID: host(),
  // As a second step it is something that one has: a key without a finger or a PIN does.
  requireUserVerification: false,
})

/** The library throws an error of its own for each thing that can be wrong. @throws Refused */
const taken = <Info>(work: Promise<Info>): Promise<Info> =>
  work.catch(() => {
    throw new Refused('passkey_refused', REFUSED, 'passkey')
  })

/** A challenge is used once, whatever becomes of it then. @throws Refused */
async function spendOnce({ response }: { response: { clientDataJSON: string } }): Promise<void> {
  const { challenge } = JSON.parse(isoBase64URL.toUTF8String(response.clientDataJSON))
  if (!(await spendChallenge(challenge))) throw new Refused('passkey_refused', REFUSED, 'passkey')
}

const toldOf = async (tx: Tx, change: 'add' | 'remove', { userId, name }: Passkey, tell: TellFactor) => {
  await audit(tx, {
    actorId: userId,
    action: `account.passkey-${change}`,
    entity: 'account',
    entityId: userId,
    detail: { name },
  })
  await tellOwner(tx, userId, `passkey-${change}`, tell)
}

/** @throws Refused unless the browser made it in the session that said the code, or if it is here already. */
export async function addPasskey(
  userId: string,
  { sid, name, credential, tell }: { sid: string; name: string; credential: MadeCredential; tell: TellFactor },
): Promise<void> {
  const response = { ...credential, clientExtensionResults: {} }
  const made = await taken(
    verifyRegistrationResponse({
      ...expected('add', sid),
      response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    }),
  )
  if (!made.verified) throw new Refused('passkey_refused', REFUSED, 'passkey')
  await spendOnce(credential)
  const { id, publicKey, counter } = made.registrationInfo.credential
  const { transports } = credential.response
  await translateViolations({ passkeys_pkey: () => new Refused('duplicate', 'That passkey is here already.') }, () =>
    withTx(async (tx) => {
      // Whoever turns the second step off at the same moment takes all passkeys along.
      const on = await tx.$queryRaw<unknown[]>`
        SELECT 1 FROM second_factors WHERE user_id = ${userId} AND confirmed_at IS NOT NULL FOR UPDATE`
      if (!on.length) throw new Refused('second_step_off', CODE_FIRST)
      const key = { id, userId, name, publicKey: isoBase64URL.fromBuffer(publicKey), counter, transports }
      await toldOf(tx, 'add', await tx.passkey.create({ data: { ...key, createdAt: now() } }), tell)
    }),
  )
}

/** What the browser asks the devices of an account for, in the session `sid`. Null if it has no passkey. */
export async function askForPasskey(userId: string, sid: string): Promise<PasskeyRequest | null> {
  const keys = canHavePasskeys() ? await listPasskeys(userId) : []
  if (!keys.length) return null
  return generateAuthenticationOptions({
    rpID: host(),
    challenge: newChallenge('sign-in', sid),
    allowCredentials: keys.map(({ id, ...key }) => ({ id, ...transportsOf(key) })),
  })
}

/** Says the second step of an account by one of its passkeys. @throws Refused, which is in the log */
export const checkPasskey = (userId: string, sid: string, credential: SignedCredential): Promise<void> =>
  notingRefusals(userId, 'passkey', async () => {
    const key = await prisma.passkey.findFirst({
      where: { id: credential.id, userId, user: { secondFactor: isOn } },
    })
    if (!key) throw new Refused('passkey_refused', REFUSED, 'passkey')
    const { verified, authenticationInfo } = await taken(
      verifyAuthenticationResponse({
        ...expected('sign-in', sid),
        response: { ...credential, clientExtensionResults: {} },
        credential: {
          id: key.id,
          publicKey: isoBase64URL.toBuffer(key.publicKey),
          counter: Number(key.counter),
          ...transportsOf(key),
        },
      }),
    )
    if (!verified) throw new Refused('passkey_refused', REFUSED, 'passkey')
    await spendOnce(credential)
    // The counter as it was read: of a copied device only one gets in at the same moment.
    const { count } = await prisma.passkey.updateMany({
      where: { id: key.id, counter: key.counter },
      data: { counter: authenticationInfo.newCounter, lastUsedAt: now() },
    })
    if (!count) throw new Refused('passkey_refused', REFUSED, 'passkey')
  })

/** Returns false if it is gone already. */
export const removePasskey = (userId: string, id: string, tell: TellFactor): Promise<boolean> =>
  withTx(async (tx) => {
    const key = await tx.passkey.findFirst({ where: { id, userId } })
    if (!key) return false
    const { count } = await tx.passkey.deleteMany({ where: { id, userId } })
    if (count) await toldOf(tx, 'remove', key, tell)
    return count > 0
  })
