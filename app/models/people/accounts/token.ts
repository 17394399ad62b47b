import { createHash, randomBytes } from 'node:crypto'

/** Creates a token of 256 random bits, which cannot be guessed at any rate. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Hashes a token: only the hash is stored, so that a copy of the database opens no account. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** A value that no password matches: its owner signs in, or sets a password, through a mailed link. */
export const NO_PASSWORD = 'none'
