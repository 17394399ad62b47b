import { z } from 'zod'
import { emailField, emailWith } from '~/models/vocabulary/user.schema'
import { optionalText, requiredText, tooLong } from '~/utils/fields'

/** A name of a student, which may be empty only if the other is too, or the profile would never be complete. */
const studentNameField = z
  .string({ error: 'Student name is required' })
  .trim()
  .min(1, { error: 'Student name is required', abort: true })
  .max(200, tooLong(200))
  .refine((name) => /\S\s+\S/.test(name), 'Please enter first and last name')

export const profileSchema = z.object({
  studentName: studentNameField,
  email: emailWith('Invalid email address'),
  phone: requiredText('Phone number must be at least 10 digits', 10),
  parentName: optionalText(),
})

export const completionSchema = z.object({
  studentName: studentNameField,
  email: emailField,
  phone: requiredText('Phone number is required', 1),
  parentName: optionalText(),
})

export const profileChangeSchema = z
  .object({
    firstName: requiredText('First name is required'),
    lastName: requiredText('Last name is required'),
    email: emailField,
    phone: requiredText('Phone number must be at least 10 digits', 10),
    parentName: z
      .string()
      .trim()
      .max(200, tooLong(200))
      .nullable()
      .transform((name) => name || null),
  })
  .partial()

const NEW_TOO_SHORT = 'New password must be at least 6 characters'
const newPasswordField = z.string({ error: NEW_TOO_SHORT }).min(6, NEW_TOO_SHORT).max(200, tooLong(200))
const CURRENT_REQUIRED = 'Current password is required'
const currentPasswordField = z.string({ error: CURRENT_REQUIRED }).min(1, CURRENT_REQUIRED).max(200, tooLong(200))

export const passwordChangeSchema = z.object({
  currentPassword: currentPasswordField,
  newPassword: newPasswordField,
})

const CONFIRM = 'Please confirm your new password'

export const passwordFormSchema = z
  .object({
    currentPassword: currentPasswordField,
    newPassword: newPasswordField,
    confirmPassword: z.string({ error: CONFIRM }).min(6, CONFIRM).max(200, tooLong(200)),
  })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    error: "Passwords don't match",
    path: ['confirmPassword'],
  })

export type ProfileForm = z.output<typeof profileSchema>
export type ProfileChange = z.output<typeof profileChangeSchema>
export type PasswordChange = z.output<typeof passwordChangeSchema>
