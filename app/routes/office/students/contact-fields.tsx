import { Field } from '~/components/form/field'
import type { formState } from '~/components/form/form-state'

export interface Contact {
  firstName: string | null
  lastName: string | null
  email: string | null
  phone: string | null
  parentName: string | null
}

export const CONTACT_FIELDS = ['firstName', 'lastName', 'email', 'phone', 'parentName'] as const

/** A student's contact data, filled with what was sent or else with what is known. */
export function ContactFields({
  fieldOf,
  sent,
  student,
}: {
  fieldOf: ReturnType<typeof formState>['fieldOf']
  sent: boolean
  student?: Contact
}) {
  const field = (name: keyof Contact) => {
    const state = fieldOf(name)
    return { ...state, defaultValue: sent ? state.defaultValue : (student?.[name] ?? undefined) }
  }
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" required autoComplete="off" {...field('firstName')} />
        <Field label="Last name" required autoComplete="off" {...field('lastName')} />
      </div>
      <Field label="Email" type="email" required autoComplete="off" {...field('email')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Phone" type="tel" autoComplete="off" {...field('phone')} />
        <Field label="Parent or guardian" autoComplete="off" {...field('parentName')} />
      </div>
    </>
  )
}
