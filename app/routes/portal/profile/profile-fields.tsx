import { Field } from '~/components/form/field'
import { type AnswerField, useAnswer } from '~/components/form/use-answer'
import type { ProfileValues as Values } from '~/models/accounts/profile'
import type { profileSchema } from '~/models/accounts/profile.schema'
import { versionOf } from '~/platform/version'

/** A form of the profile, as it is or was sent. */
export const useProfileForm = (values: Values) =>
  useAnswer<typeof profileSchema>({ defaultValue: values, version: versionOf(values) })

/** The four fields of a profile. */
export function ProfileFields({ field }: { field: AnswerField<typeof profileSchema> }) {
  return (
    <>
      <Field label="Student Name" hint="First and last name" autoComplete="name" required {...field('studentName')} />
      <Field label="Email" type="email" autoComplete="email" required {...field('email')} />
      <Field label="Phone" type="tel" autoComplete="tel" required {...field('phone')} />
      <Field
        label="Parent or guardian (optional)"
        hint="If the rider is under 18."
        autoComplete="off"
        {...field('parentName')}
      />
    </>
  )
}
