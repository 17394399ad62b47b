import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits cannot be guessed, whatever the rate. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Only the hash is stored, so that a copy of the database opens no account. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** No password matches it: whose account it is signs in by a mailed link, or sets a password by one. */
export const NO_PASSWORD = 'none'
