import { z } from 'zod'
import { newStudentSchema } from '~/models/students/student.schema'
import { tokenField } from './links/auth-token.schema'
import { emailField, registerSchema } from './user.schema'

export const adminSearchSchema = z.object({ email: emailField })

export const newAdminSchema = newStudentSchema.pick({ firstName: true, lastName: true }).extend({ email: emailField })
export type NewAdmin = z.output<typeof newAdminSchema>

/** The form of whoever follows the link that a start prints. */
export const firstAdminSchema = registerSchema
  .pick({ firstName: true, lastName: true, email: true, password: true })
  .extend({ token: tokenField })
export type FirstAdmin = z.output<typeof firstAdminSchema>
