import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { getEnv } from '../env.server'

const [IV, TAG] = [12, 16]

interface Use {
  purpose: string
  /** What the text belongs to: it can be decrypted for nothing else. */
  owner: string
}

const keyOf = ({ purpose }: Use) => new Uint8Array(hkdfSync('sha256', getEnv().sessionSecret, '', purpose, 32))

/** Encrypts a text with a key derived from `SESSION_SECRET`, so that neither the database nor a backup reveals it. */
export function sealText(text: string, use: Use): Buffer {
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', keyOf(use), iv).setAAD(Buffer.from(use.owner))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** Decrypts a text; null if it was sealed with another `SESSION_SECRET` or for another use, or was altered. */
export function unsealText(bytes: Buffer, use: Use): string | null {
  try {
    const cipher = createDecipheriv('aes-256-gcm', keyOf(use), bytes.subarray(0, IV), { authTagLength: TAG })
    cipher.setAAD(Buffer.from(use.owner)).setAuthTag(bytes.subarray(IV, IV + TAG))
    return cipher.update(bytes.subarray(IV + TAG), undefined, 'utf8') + cipher.final('utf8')
  } catch {
    return null
  }
}
