import { z } from 'zod'
import { instructorField, scopeField } from '~/models/schedule/vocabulary/slot.schema'
import { emailField } from '~/models/vocabulary/user.schema'

const nameField = (error: string) => z.string({ error }).trim().min(1, error).max(100, 'At most 100 characters')

export const instructorSchema = z.object({
  firstName: nameField('Enter a first name'),
  lastName: nameField('Enter a last name').optional(),
})
export type InstructorName = z.output<typeof instructorSchema>

export const inviteSchema = z.object({ email: emailField })

export const lessonInstructorSchema = z.object({
  instructorId: instructorField,
  scope: scopeField,
})
