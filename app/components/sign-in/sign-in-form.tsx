import type { SubmissionResult } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { FormError } from '~/components/form/form-error'
import { formState } from '~/components/form/form-state'
import { Button } from '~/components/ui/button'
import { paths } from '~/utils/paths'

export function SignInForm({ action, lastResult }: { action: string; lastResult?: SubmissionResult<string[]> | null }) {
  const { formErrors, fieldOf } = formState(lastResult, ['email', 'password'])
  return (
    <form method="post" action={action} noValidate className="grid gap-4">
      <Csrf />
      <FormError title="Login failed" errors={formErrors} />
      <Field label="Email" type="email" autoComplete="username" {...fieldOf('email')} />
      <Field label="Password" type="password" autoComplete="current-password" {...fieldOf('password')} />
      <Button name="intent" value="login">
        Sign In
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4">
        <Link to={paths.forgotPassword()} className="link inline-flex min-h-11 items-center">
          Forgot password?
        </Link>
        <Link to={paths.magicLink()} className="link inline-flex min-h-11 items-center">
          Magic Link Sign In
        </Link>
      </div>
    </form>
  )
}
