import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { t } from '#text'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { countTry, limitTries, TooManyTries } from '~/platform/rate-limit.server'
import { Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'

/** How long a code is valid, in milliseconds; it also ends after five tries. */
const CODE_MS = 10 * 60_000
const MAX_TRIES = 5
const HOUR = 60 * 60
const DAY = 24 * HOUR
/**
 * Limits of codes, which cost money and reach other people's phones: by account, by number, and by school. Abroad a
 * text may cost a hundred times as much. The office can lift them.
 */
const CODES = {
  account: { max: 5, seconds: HOUR },
  number: { max: 5, seconds: HOUR },
  abroad: { max: 20, seconds: DAY },
  school: { max: 200, seconds: DAY },
}

type NumberState = 'none' | 'asked' | 'on' | 'stopped'

interface FamilyNumber {
  state: NumberState
  number: string | null
}

/** Returns the phone of an account. `asked`: a code is on its way; `stopped`: the phone replied STOP. */
export async function findNumber(userId: string): Promise<FamilyNumber> {
  const row = await prisma.textNumber.findUnique({ where: { userId } })
  if (!row) return { state: 'none', number: null }
  if (!row.verifiedAt) return { state: 'asked', number: row.number }
  return { state: row.stoppedAt ? 'stopped' : 'on', number: row.number }
}

/** Hashes with the server's secret: six digits alone are soon guessed from their hash. */
const hashOf = (userId: string, number: string, code: string) =>
  createHmac('sha256', getEnv().sessionSecret).update(`text-code ${userId} ${number} ${code}`).digest('hex')

/**
 * Stores a number until its code is typed; the previous code is no longer valid. `tell` queues the text in the same
 * transaction.
 * @throws TooManyTries
 */
export async function requestCode(
  userId: string,
  number: string,
  tell: (tx: Tx, code: string, until: Date) => Promise<void>,
): Promise<void> {
  await limitTries(`text-code:${userId}`, CODES.account)
  // The key must not contain the phone number.
  await limitTries(`text-code:${hashOf('', number, '').slice(0, 32)}`, CODES.number)
  const abroad = number.startsWith('+1') ? 0 : await countTry('text-code:abroad', CODES.abroad)
  const wait = abroad || (await countTry('text-code', CODES.school))
  if (wait)
    throw new TooManyTries(wait, 'No more codes are texted today. Please try again tomorrow, or call the office.')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const codeUntil = new Date(now().getTime() + CODE_MS)
  const row = { number, askedAt: now(), codeHash: hashOf(userId, number, code), codeUntil, tries: 0 }
  const anew = { ...row, verifiedAt: null, stoppedAt: null }
  await withTx(async (tx) => {
    await tx.textNumber.upsert({ where: { userId }, create: { userId, ...row }, update: anew })
    await tx.outboxText.deleteMany({ where: { userId, sentAt: null, attempts: 0 } })
    await tell(tx, code, codeUntil)
  })
}

/** Confirms a number. @throws Refused if the code is not the last one, too old, or was guessed at too often. */
export async function confirmNumber(userId: string, code: string): Promise<void> {
  const [row] = await prisma.$queryRaw<{ number: string; hash: string; tries: number }[]>`
    UPDATE text_numbers SET tries = tries + 1
    WHERE user_id = ${userId} AND code_hash IS NOT NULL AND code_until > ${now()} AND tries < ${MAX_TRIES}
    RETURNING number, code_hash AS hash, tries`
  if (!row) throw new Refused('code_expired', 'This code has expired. Please ask for a new one.', 'code')
  const given = hashOf(userId, row.number, code)
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(row.hash))) {
    const left = MAX_TRIES - row.tries
    const wrong = t(
      "That code isn't right. {left, plural, =0 {Please ask for a new one.} one {You have one more try.} other {You have # more tries.}}",
      { left },
    )
    throw new Refused('code_wrong', wrong, 'code')
  }
  const data = { verifiedAt: now(), codeHash: null, codeUntil: null, stoppedAt: null }
  const { count } = await prisma.textNumber.updateMany({ where: { userId, codeHash: row.hash }, data })
  if (!count) throw new Refused('code_expired', 'This code has expired. Please ask for a new one.', 'code')
}

/** Ends texts to an account; queued ones are not sent. */
export const removeNumber = (userId: string): Promise<void> =>
  withTx(async (tx) => {
    await tx.textNumber.deleteMany({ where: { userId } })
    await tx.outboxText.deleteMany({ where: { userId, sentAt: null } })
  })

/** Records that the phone replied STOP, or START again. */
export async function stopNumber(tx: Pick<Tx, 'textNumber'>, number: string, stopped: boolean): Promise<void> {
  const where = { number, verifiedAt: { not: null }, stoppedAt: stopped ? null : { not: null } }
  await tx.textNumber.updateMany({ where, data: { stoppedAt: stopped ? now() : null } })
}
