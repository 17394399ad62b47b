import { sealText, unsealText } from '~/platform/env/seal.server'

const boundTo = (userId: string) => ({ purpose: 'second factor', owner: userId })

/** Encrypts a text for one account. */
export const seal = (text: string, userId: string): string => sealText(text, boundTo(userId)).toString('base64url')

/** Null if it was sealed with another `SESSION_SECRET`, or for another account. */
export const unseal = (sealed: string, userId: string): string | null =>
  unsealText(Buffer.from(sealed, 'base64url'), boundTo(userId))
