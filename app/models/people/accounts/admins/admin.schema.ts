import { z } from 'zod'
import { tokenField } from '~/models/people/accounts/links/auth-token.schema'
import { newStudentSchema } from '~/models/people/accounts/student.schema'
import { emailField, registerSchema } from '~/models/vocabulary/user.schema'

export const adminSearchSchema = z.object({ email: emailField })

export const newAdminSchema = newStudentSchema.pick({ firstName: true, lastName: true }).extend({ email: emailField })
export type NewAdmin = z.output<typeof newAdminSchema>

/** The form of whoever follows the link that a start prints. */
export const firstAdminSchema = registerSchema
  .pick({ firstName: true, lastName: true, email: true, password: true })
  .extend({ token: tokenField })
export type FirstAdmin = z.output<typeof firstAdminSchema>
