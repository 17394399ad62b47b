import { randomBytes } from 'node:crypto'

/** Names one rendering of a form, so that a second click on it is known to be one (payments, rule 3). */
export const newNonce = (): string => randomBytes(18).toString('base64url')
