import { ConsentTick } from '~/components/consent/consent-tick'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { PASSWORD_HINTS } from '~/models/accounts/password/password-hint'
import type { registerFormSchema } from '~/models/accounts/user.schema'

/** Fields that only a program fills in. */
export interface Trap {
  nameFieldName: string
  validFromFieldName: string | null
  encryptedValidFrom: string
}

export function CreateAccountForm({ action, trap }: { action: string; trap: Trap }) {
  const { field, ...answer } = useAnswer<typeof registerFormSchema>()
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
      <fieldset>
        <legend className="mb-1 text-lg font-semibold">Who is riding?</legend>
        <p className="mb-3 text-sm text-muted">Signing up your child? Enter your child's name here.</p>
        {/* A browser would fill in whoever sits before it, often a parent. */}
        <div className="grid grid-cols-2 gap-3">
          <Field label="First name" autoComplete="off" {...field('firstName')} />
          <Field label="Last name" autoComplete="off" {...field('lastName')} />
        </div>
      </fieldset>
      <Field
        label="Parent or guardian (optional)"
        hint="Your name, if the rider is under 18."
        autoComplete="name"
        {...field('parentName')}
      />
      <ConsentTick meta={field('consent').meta} hint="Only if the rider is under 18." />
      <Field label="Email" type="email" autoComplete="username" {...field('email')} />
      <Field label="Phone" type="tel" autoComplete="tel" {...field('phone')} />
      <Field
        label="Password"
        type="password"
        hint={PASSWORD_HINTS.family}
        autoComplete="new-password"
        {...field('password')}
      />
      <Button name="intent" value="register">
        Create Account
      </Button>
    </PostForm>
  )
}
