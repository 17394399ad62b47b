import type { SubmissionResult } from '@conform-to/react'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { FormError } from '~/components/form/form-error'
import { formState } from '~/components/form/form-state'
import { useNonce } from '~/components/nonce'
import { Button, ButtonLink } from '~/components/ui/button'
import { paths } from '~/utils/paths'

/**
 * Signs in by a magic link. Looking at the link does not use it up, as mail scanners look at every link: a form does, which
 * a script submits, or a person by its button.
 */
export function MagicLogin({ token }: { token: string }) {
  const nonce = useNonce()
  return (
    <form id="magic-login" method="post" action={paths.auth()} className="grid justify-items-center gap-4 text-center">
      <Csrf />
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="intent" value="magic-login" />
      <span className="size-10 animate-spin rounded-full border-4 border-line border-t-brand" aria-hidden="true" />
      <p role="status" className="text-lg font-semibold">
        Signing you in...
      </p>
      <noscript>
        <p className="text-muted">One more press and you are in.</p>
      </noscript>
      <Button className="w-full">Sign In</Button>
      <script
        nonce={nonce}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
        dangerouslySetInnerHTML={{ __html: "document.getElementById('magic-login').requestSubmit()" }}
      />
    </form>
  )
}

/** Sets a new password by a link that was mailed. */
export function ResetForm({ token, lastResult }: { token: string; lastResult?: SubmissionResult<string[]> | null }) {
  const { formErrors, fieldOf } = formState(lastResult, ['newPassword', 'confirmPassword'])
  return (
    <form method="post" action={paths.resetToken(token)} noValidate className="grid gap-4">
      <h2 className="text-xl">Reset Your Password</h2>
      <Csrf />
      <input type="hidden" name="token" value={token} />
      <FormError title="Password Reset Failed" errors={formErrors} />
      <Field
        label="New Password"
        type="password"
        autoComplete="new-password"
        hint="At least 6 characters."
        {...fieldOf('newPassword')}
      />
      <Field label="Confirm Password" type="password" autoComplete="new-password" {...fieldOf('confirmPassword')} />
      <Button name="intent" value="reset">
        Reset Password
      </Button>
      <ButtonLink to={paths.auth()} variant="secondary">
        Cancel
      </ButtonLink>
    </form>
  )
}
