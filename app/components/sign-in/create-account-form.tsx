import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import type { registerSchema } from '~/models/accounts/user.schema'

/** Fields that only a program fills in. */
export interface Trap {
  nameFieldName: string
  validFromFieldName: string | null
  encryptedValidFrom: string
}

export function CreateAccountForm({ action, trap }: { action: string; trap: Trap }) {
  const { field, ...answer } = useAnswer<typeof registerSchema>()
  return (
    <PostForm answer={answer} action={action}>
      <div hidden>
        <label>
          Leave this empty
          <input name={trap.nameFieldName} tabIndex={-1} autoComplete="off" />
        </label>
        {trap.validFromFieldName ? (
          <input type="hidden" name={trap.validFromFieldName} value={trap.encryptedValidFrom} />
        ) : null}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" autoComplete="given-name" {...field('firstName')} />
        <Field label="Last name" autoComplete="family-name" {...field('lastName')} />
      </div>
      <Field label="Email" type="email" autoComplete="username" {...field('email')} />
      <Field label="Phone" type="tel" autoComplete="tel" {...field('phone')} />
      <Field
        label="Parent or guardian (optional)"
        hint="For riders who are minors."
        autoComplete="off"
        {...field('parentName')}
      />
      <Field
        label="Password"
        type="password"
        hint="At least 6 characters."
        autoComplete="new-password"
        {...field('password')}
      />
      <Button name="intent" value="register">
        Create Account
      </Button>
    </PostForm>
  )
}
