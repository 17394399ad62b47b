import { z } from 'zod'
import { requiredText, tooLong } from '~/utils/fields'

/** An email address, trimmed and in lower case, as the database stores it. */
export const emailWith = (message: string) =>
  z.string({ error: message }).trim().toLowerCase().max(254, message).pipe(z.email(message))

export const emailField = emailWith('Please enter a valid email address')

const newPasswordField = z
  .string({ error: 'Password must be at least 6 characters long' })
  .min(6, 'Password must be at least 6 characters long')
  .max(200, tooLong(200))

export const loginSchema = z.object({
  email: emailField,
  password: z
    .string({ error: 'Please enter your password' })
    .min(1, 'Please enter your password')
    .max(200, tooLong(200)),
})

/** The registration, in the order of the form: its first invalid field gets the focus. */
export const registerSchema = z.object({
  firstName: requiredText('First name is required'),
  lastName: requiredText('Last name is required'),
  email: emailField,
  phone: requiredText('Phone number is required'),
  parentName: z
    .string()
    .trim()
    .max(200, tooLong(200))
    .nullish()
    .transform((name) => name || null),
  /** The parent's consent to storing a child's data. A family that registers without it is asked on its home screen. */
  consent: z.boolean().optional(),
  password: newPasswordField,
})

export type Login = z.output<typeof loginSchema>
export type Registration = z.output<typeof registerSchema>
