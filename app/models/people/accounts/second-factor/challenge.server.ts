import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { now } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { countTry } from '~/platform/rate-limit.server'

/** What a passkey is asked for. */
export type Ceremony = 'add' | 'sign-in'

const SECONDS = 10 * 60
const [END, SIGNED] = [6, 6 + 16]

const macOf = (signed: Uint8Array, ceremony: Ceremony, sid: string): Buffer =>
  createHmac('sha256', new Uint8Array(hkdfSync('sha256', getEnv().sessionSecret, '', 'passkey challenge', 32)))
    .update(JSON.stringify([ceremony, sid]))
    .update(signed)
    .digest()

/**
 * What a device signs: random, for one session and one ceremony, for ten minutes. Nothing is stored until it is used, so that a page may be
 * read as often as someone likes, and in two tabs.
 */
export function newChallenge(ceremony: Ceremony, sid: string): Uint8Array<ArrayBuffer> {
  const end = Buffer.alloc(END)
  end.writeUIntBE(now().getTime() + SECONDS * 1000, 0, END)
  const signed = Buffer.concat([end, randomBytes(SIGNED - END)])
  return new Uint8Array(Buffer.concat([signed, macOf(signed, ceremony, sid)]))
}

/** Whether it was made here for that, and its time is not over. */
export function isChallenge(challenge: string, ceremony: Ceremony, sid: string): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  const [signed, mac] = [bytes.subarray(0, SIGNED), bytes.subarray(SIGNED)]
  const expected = macOf(signed, ceremony, sid)
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return false
  return signed.readUIntBE(0, END) > now().getTime()
}

/** Returns false if it was used before, also at the same moment. */
export const spendChallenge = async (challenge: string): Promise<boolean> =>
  (await countTry(`passkey:${challenge}`, { max: 1, seconds: SECONDS })) === 0
