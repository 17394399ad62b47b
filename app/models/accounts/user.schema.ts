import { z } from 'zod'
import { requiredText, tooLong } from '~/utils/fields'

/** Trimmed and lower-cased, as the database keeps it. */
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

/** In the order of the form: its first field in error gets the focus. */
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
  /** Whoever signs up a child agrees, as its parent, that the school keeps its data. A call that says nothing is asked on its home screen. */
  consent: z.boolean().optional(),
  password: newPasswordField,
})

export type Login = z.output<typeof loginSchema>
export type Registration = z.output<typeof registerSchema>
