import { z } from 'zod'
import { emailField } from '~/models/vocabulary/user.schema'
import { tooLong } from '~/utils/fields'

const TOO_SHORT = 'Password must be at least 6 characters long'
const newPassword = z.string({ error: TOO_SHORT }).min(6, TOO_SHORT).max(200, tooLong(200))
export const tokenField = z
  .string({ error: 'A token is needed' })
  .min(1, 'A token is needed')
  .max(200, 'This is no token')

export const linkRequestSchema = z.object({ email: emailField })

export const magicLoginSchema = z.object({ token: tokenField })

export const resetSchema = z.object({ token: tokenField, newPassword })

export const magicLoginFormSchema = z.object({ intent: z.literal('magic-login'), token: tokenField.catch('') })

export const resetFormSchema = z
  .object({ intent: z.literal('reset'), token: tokenField, newPassword, confirmPassword: newPassword })
  .refine((form) => form.newPassword === form.confirmPassword, {
    error: "Passwords don't match",
    path: ['confirmPassword'],
  })
