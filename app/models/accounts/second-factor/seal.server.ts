import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { getEnv } from '~/platform/env.server'

const [IV, TAG] = [12, 16]
const keyOf = () => new Uint8Array(hkdfSync('sha256', getEnv().sessionSecret, '', 'second factor', 32))

/** Encrypts a text for one account by a key that follows from `SESSION_SECRET`, so that neither the database nor a backup tells it. */
export function seal(text: string, userId: string): string {
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', keyOf(), iv).setAAD(Buffer.from(userId))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/** Null if it was sealed with another `SESSION_SECRET`, or for another account. */
export function unseal(sealed: string, userId: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const cipher = createDecipheriv('aes-256-gcm', keyOf(), bytes.subarray(0, IV), { authTagLength: TAG })
    cipher.setAAD(Buffer.from(userId)).setAuthTag(bytes.subarray(IV, IV + TAG))
    return cipher.update(bytes.subarray(IV + TAG), undefined, 'utf8') + cipher.final('utf8')
  } catch {
    return null
  }
}
