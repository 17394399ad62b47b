import { z } from 'zod'
import { resetFormSchema, tokenField } from '~/models/people/accounts/links/auth-token.schema'
import { optionalText, tooLong } from '~/utils/fields'

/** The office's own message, and the families that are chosen one by one. */
const inviteForm = z.object({ note: optionalText(1000), family: z.array(z.string().max(50)).default([]) })

export const inviteSchema = z.discriminatedUnion('intent', [
  inviteForm.extend({ intent: z.literal('all') }),
  inviteForm.extend({ intent: z.literal('rest') }),
  inviteForm.extend({ intent: z.literal('chosen') }),
])

/** The office's answer to a family that found something wrong. */
export const answerSchema = z.object({ answer: optionalText(2000) })

const WRONG = 'Please say what is wrong'

/** The form of a family that followed an invitation. */
export const welcomeSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('right'), token: tokenField }),
  z.object({
    intent: z.literal('wrong'),
    token: tokenField,
    wrong: z.string({ error: WRONG }).trim().min(1, WRONG).max(1000, tooLong(1000)),
  }),
  resetFormSchema,
])
