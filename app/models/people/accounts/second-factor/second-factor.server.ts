import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { hashOf } from '~/models/people/accounts/token'
import type { Greeted } from '~/models/vocabulary/user'
import { type AuditAction, audit, auditStrangers } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { type Db, type Tx, withTx } from '~/platform/tx.server'
import { seal, unseal } from './seal.server'

const SECONDS = 30
const RECOVERY_CODES = 10

const CODE_REFUSED = 'That code isn’t right. Type the newest one of your app (each works once), or a recovery code.'

/** What happened to a second factor, as the log and the mail to its owner name it. */
type FactorChange = 'on' | 'off' | 'codes' | 'recovery' | 'passkey-add' | 'passkey-remove'

/** Tells its owner, in the transaction of the change. */
export type TellFactor = (tx: Tx, owner: { email: string | null } & Greeted, change: FactorChange) => Promise<void>

const totpOf = (secret: string, label = '', issuer = '') =>
  new TOTP({ secret: Secret.fromBase32(secret), period: SECONDS, label, issuer })

/** Whether signing in to an account asks for a code. */
export const asksForCode = async (userId: string): Promise<boolean> =>
  (await prisma.secondFactor.count({
    where: { userId, confirmedAt: { not: null }, user: { role: { not: 'customer' } } },
  })) > 0

type FactorState =
  | { state: 'off' }
  /** `uri` is what the QR code says. */
  | { state: 'started'; secret: string; uri: string }
  | { state: 'on'; since: Date; recoveryLeft: number }

/** `school` stands in the app, above the address. */
export async function findFactor(user: { id: string; email: string }, school: string): Promise<FactorState> {
  const row = await prisma.secondFactor.findUnique({ where: { userId: user.id } })
  if (row?.confirmedAt) return { state: 'on', since: row.confirmedAt, recoveryLeft: row.recovery.length }
  const secret = row?.secret ? unseal(row.secret, user.id) : null
  return secret ? { state: 'started', secret, uri: totpOf(secret, user.email, school).toString() } : { state: 'off' }
}

/** Begins, or begins again with another secret, as long as it is not on. */
export async function startFactor(userId: string): Promise<void> {
  const secret = seal(new Secret({ size: 20 }).base32, userId)
  await prisma.secondFactor.upsert({ where: { userId }, create: { userId }, update: {} })
  await prisma.secondFactor.updateMany({ where: { userId, confirmedAt: null }, data: { secret, lastStep: null } })
}

/** Spends an authenticator's code: each works once, also at the same moment, and 30 seconds before and after its time. */
async function spendAppCode(db: Db, userId: string, code: string): Promise<boolean> {
  const row = await db.secondFactor.findUnique({ where: { userId }, select: { secret: true } })
  const secret = row?.secret ? unseal(row.secret, userId) : null
  if (!secret) return false
  const timestamp = now().getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 1 })
  if (delta === null) return false
  const lastStep = Math.floor(timestamp / 1000 / SECONDS) + delta
  const unused = { OR: [{ lastStep: null }, { lastStep: { lt: lastStep } }] }
  const { count } = await db.secondFactor.updateMany({
    where: { userId, secret: row?.secret, ...unused },
    data: { lastStep },
  })
  return count > 0
}

const recoveryHash = (code: string) => hashOf(code.toUpperCase().replace(/[^A-Z2-7]/g, ''))

async function spendRecoveryCode(db: Db, userId: string, code: string): Promise<boolean> {
  const hash = recoveryHash(code)
  const used = await db.$executeRaw`
    UPDATE second_factors SET recovery = array_remove(recovery, ${hash})
    WHERE user_id = ${userId} AND confirmed_at IS NOT NULL AND ${hash} = ANY(recovery)`
  return used > 0
}

async function spend(tx: Tx, userId: string, typed: string, tell: TellFactor): Promise<void> {
  const code = typed.replace(/\s/g, '')
  const isOn = await tx.secondFactor.count({ where: { userId, confirmedAt: { not: null } } })
  if (isOn && /^\d{6}$/.test(code) && (await spendAppCode(tx, userId, code))) return
  if (!isOn || !(await spendRecoveryCode(tx, userId, code))) throw new Refused('code_wrong', CODE_REFUSED, 'code')
  await note(tx, userId, 'recovery', tell)
}

/** A wrong code or passkey is in the log, which a transaction that is refused would take along. */
export async function notingRefusals<T>(userId: string, way: 'code' | 'passkey', work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refused && error.field === way) {
      const of = { entity: 'account', entityId: userId } as const
      await auditStrangers(prisma, { actorId: null, action: 'account.sign-in-failed', ...of, detail: { way } })
    }
    throw error
  }
}

/** Spends the code of a second factor that is on, or a recovery code. @throws Refused beside the field `code` */
export const spendCode = (userId: string, typed: string, tell: TellFactor): Promise<void> =>
  notingRefusals(userId, 'code', () => withTx((tx) => spend(tx, userId, typed, tell)))

async function note(
  tx: Tx,
  userId: string,
  change: 'on' | 'off' | 'codes' | 'recovery',
  tell: TellFactor,
): Promise<void> {
  const action: AuditAction = `account.second-factor-${change}`
  await audit(tx, { actorId: userId, action, entity: 'account', entityId: userId })
  await tellOwner(tx, userId, change, tell)
}

export async function tellOwner(tx: Tx, userId: string, change: FactorChange, tell: TellFactor): Promise<void> {
  const owner = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, firstName: true, parentName: true, language: true },
  })
  await tell(tx, owner, change)
}

/** Sixteen letters and figures in four groups: 80 bits. */
const newCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const text = new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32
    return text.replace(/.{4}(?!$)/g, '$&-')
  })

/**
 * Turns on what was started, by a code that shows that the app has it, and ends every session but `sid`. Returns the recovery codes, which
 * are never shown again. @throws Refused beside the field `code`
 */
export const turnOn = (userId: string, sid: string | null, code: string, tell: TellFactor): Promise<string[]> =>
  withTx(async (tx) => {
    const codes = newCodes()
    if (await tx.secondFactor.count({ where: { userId, confirmedAt: { not: null } } })) throw onAlready()
    if (!(await spendAppCode(tx, userId, code.replace(/\s/g, ''))))
      throw new Refused('code_wrong', CODE_NOT_OF_APP, 'code')
    const { count } = await tx.secondFactor.updateMany({
      where: { userId, confirmedAt: null },
      data: { confirmedAt: now(), recovery: codes.map(recoveryHash) },
    })
    if (!count) throw onAlready()
    await tx.session.deleteMany({ where: { userId, sid: { not: sid ?? '' } } })
    await note(tx, userId, 'on', tell)
    return codes
  })

const CODE_NOT_OF_APP =
  'That code isn’t the one of this app. Type the newest, and see that your phone’s clock is right.'
const onAlready = () => new Refused('already_done', 'Your second step is on already.')

/** Makes new recovery codes, by a code; those from before end. Returns them. @throws Refused as `spendCode` */
export const renewCodes = (userId: string, code: string, tell: TellFactor): Promise<string[]> =>
  notingRefusals(userId, 'code', () =>
    withTx(async (tx) => {
      await spend(tx, userId, code, tell)
      const codes = newCodes()
      await tx.secondFactor.update({ where: { userId }, data: { recovery: codes.map(recoveryHash) } })
      await note(tx, userId, 'codes', tell)
      return codes
    }),
  )

const OFF = { secret: null, confirmedAt: null, lastStep: null, recovery: [] }

/** Turns it off by a code, and removes the passkeys. The week until it is demanded is not given again. @throws Refused as `spendCode` */
export const turnOff = (userId: string, code: string, tell: TellFactor): Promise<void> =>
  notingRefusals(userId, 'code', () =>
    withTx(async (tx) => {
      await spend(tx, userId, code, tell)
      await tx.secondFactor.update({ where: { userId }, data: OFF })
      await tx.passkey.deleteMany({ where: { userId } })
      await note(tx, userId, 'off', tell)
    }),
  )
