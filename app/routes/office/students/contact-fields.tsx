import { Field } from '~/components/form/field'
import type { AnswerField } from '~/components/form/use-answer'
import type { newStudentSchema } from '~/models/people/accounts/student.schema'

/** A student's contact data. */
export function ContactFields({
  field,
  guardian,
}: {
  field: AnswerField<typeof newStudentSchema>
  /** The guardian of a rider without an email address, who signs in and gets the emails, if they have one. */
  guardian?: { name: string; email: string | null } | null
}) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" autoComplete="off" {...field('firstName')} />
        <Field label="Last name" autoComplete="off" {...field('lastName')} />
      </div>
      <Field
        label={guardian ? 'Email (optional)' : 'Email'}
        hint={
          guardian?.email
            ? `Their guardian, ${guardian.name}, signs in and gets our emails.`
            : 'Leave it blank if they have none: you do everything for them then.'
        }
        type="email"
        autoComplete="off"
        {...field('email')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Phone" type="tel" autoComplete="off" {...field('phone')} />
        <Field label="Parent or guardian" autoComplete="off" {...field('parentName')} />
      </div>
    </>
  )
}
