import type { SubmissionResult } from '@conform-to/react'
import { Field } from '~/components/form/field'
import { FormError } from '~/components/form/form-error'
import { formState } from '~/components/form/form-state'
import type { ProfileFields as Values } from '~/models/accounts/profile'

const ORDER = ['studentName', 'email', 'phone', 'parentName']

/** The four fields of a profile, filled with what was sent or else with what is known. */
export function ProfileFields({
  values,
  lastResult,
  failure = 'Failed to update profile',
}: {
  values: Values
  lastResult?: SubmissionResult<string[]> | null
  /** What did not work, where it did not. */
  failure?: string
}) {
  const { formErrors, fieldOf } = formState(lastResult, ORDER)
  const field = (name: keyof Values) => {
    const state = fieldOf(name)
    return { ...state, defaultValue: lastResult ? state.defaultValue : values[name] }
  }
  return (
    <>
      <FormError errors={formErrors} title={failure} />
      <Field label="Student Name" hint="First and last name" autoComplete="name" required {...field('studentName')} />
      <Field label="Email" type="email" autoComplete="email" required {...field('email')} />
      <Field label="Phone" type="tel" autoComplete="tel" required {...field('phone')} />
      <Field
        label="Parent or guardian (optional)"
        hint="For riders who are minors."
        autoComplete="off"
        {...field('parentName')}
      />
    </>
  )
}
