import { z } from 'zod'

/** An authenticator's six figures or a recovery code, with spaces and dashes as typed. */
export const codeSchema = z.object({
  code: z
    .string({ error: 'Please type the code.' })
    .trim()
    .min(1, 'Please type the code.')
    .max(40, 'That is too long for a code.'),
})
