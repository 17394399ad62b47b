import { z } from 'zod'
import { newStudentSchema } from '~/models/students/student.schema'
import { emailField } from './user.schema'

export const adminSearchSchema = z.object({ email: emailField })

export const newAdminSchema = newStudentSchema.pick({ firstName: true, lastName: true, email: true })
export type NewAdmin = z.output<typeof newAdminSchema>
