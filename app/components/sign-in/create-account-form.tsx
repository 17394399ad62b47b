import type { SubmissionResult } from '@conform-to/react'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { FormError } from '~/components/form/form-error'
import { formState } from '~/components/form/form-state'
import { Button } from '~/components/ui/button'

/** Fields that only a program fills in. */
export interface Trap {
  nameFieldName: string
  validFromFieldName: string | null
  encryptedValidFrom: string
}

const ORDER = ['firstName', 'lastName', 'email', 'phone', 'parentName', 'password']

export function CreateAccountForm({
  action,
  trap,
  lastResult,
}: {
  action: string
  trap: Trap
  lastResult?: SubmissionResult<string[]> | null
}) {
  const { formErrors, fieldOf } = formState(lastResult, ORDER)
  return (
    <form method="post" action={action} noValidate className="grid gap-4">
      <Csrf />
      <div hidden>
        <label>
          Leave this empty
          <input name={trap.nameFieldName} tabIndex={-1} autoComplete="off" />
        </label>
        {trap.validFromFieldName ? (
          <input type="hidden" name={trap.validFromFieldName} value={trap.encryptedValidFrom} />
        ) : null}
      </div>
      <FormError title="Registration failed" errors={formErrors} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" autoComplete="given-name" {...fieldOf('firstName')} />
        <Field label="Last name" autoComplete="family-name" {...fieldOf('lastName')} />
      </div>
      <Field label="Email" type="email" autoComplete="username" {...fieldOf('email')} />
      <Field label="Phone" type="tel" autoComplete="tel" {...fieldOf('phone')} />
      <Field
        label="Parent or guardian (optional)"
        hint="For riders who are minors."
        autoComplete="off"
        {...fieldOf('parentName')}
      />
      <Field
        label="Password"
        type="password"
        hint="At least 6 characters."
        autoComplete="new-password"
        {...fieldOf('password')}
      />
      <Button name="intent" value="register">
        Create Account
      </Button>
    </form>
  )
}
