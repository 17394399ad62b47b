import { z } from 'zod'
import { codeSchema } from './code.schema'

const LONGEST = 20_000
const bytes = z.string().regex(/^[\w-]+$/)
const NOT_READ = 'Your browser’s answer could not be read. Please try again.'

/** What a browser's `navigator.credentials` answered, as JSON with its bytes in base64url. */
const sent = <Response extends z.ZodType>(response: Response) =>
  z
    .string({ error: NOT_READ })
    .max(LONGEST, NOT_READ)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue({ code: 'custom', message: NOT_READ })
        return z.NEVER
      }
    })
    .pipe(z.object({ id: bytes, rawId: bytes, type: z.literal('public-key'), response }, { error: NOT_READ }))

const made = sent(
  z.object({ clientDataJSON: bytes, attestationObject: bytes, transports: z.array(z.string().max(40)).max(10) }),
)
const signed = sent(z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }))

const name = z
  .string({ error: 'Please name the device.' })
  .trim()
  .min(1, 'Please name the device.')
  .max(60, 'Please keep the name below 60 characters.')

/** Before a passkey is made: what it is called, and a code. */
export const startPasskeySchema = codeSchema.extend({ name })
export const addPasskeySchema = z.object({ name, credential: made })
export const usePasskeySchema = z.object({ credential: signed })

export type MadeCredential = z.output<typeof made>
export type SignedCredential = z.output<typeof signed>
