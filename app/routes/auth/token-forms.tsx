import { t } from '#text'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { useNonce } from '~/components/nonce'
import { PasswordHint } from '~/components/sign-in/password-hint'
import { Button, ButtonLink } from '~/components/ui/button'
import { resetFormSchema } from '~/models/people/accounts/links/auth-token.schema'
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
        {t('Signing you in...')}
      </p>
      <noscript>
        <p className="text-muted">{t('Just one more click.')}</p>
      </noscript>
      <Button className="w-full">{t('Sign In')}</Button>
      <script
        nonce={nonce}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
        dangerouslySetInnerHTML={{ __html: "document.getElementById('magic-login').requestSubmit()" }}
      />
    </form>
  )
}

/** Sets a new password by a link that was mailed. */
export function ResetForm({ token, isEnded }: { token: string; isEnded: boolean }) {
  const { field, ...answer } = useAnswer(resetFormSchema)
  return (
    <PostForm answer={answer} action={paths.resetToken(token)}>
      <h2 className="text-xl">{isEnded ? t('Choose Your Password') : t('Reset Your Password')}</h2>
      {isEnded ? (
        <p>
          {t('The password from before has ended, and every other device is signed out: someone else may have set it.')}
        </p>
      ) : null}
      {answer.form.errors?.length ? (
        <ButtonLink to={paths.forgotPassword()} variant="secondary">
          {t('Send a new link')}
        </ButtonLink>
      ) : null}
      <input type="hidden" name="token" value={token} />
      <Field
        label={t('New Password')}
        type="password"
        autoComplete="new-password"
        hint={<PasswordHint whose="anyone" />}
        {...field('newPassword')}
      />
      <Field label={t('Confirm Password')} type="password" autoComplete="new-password" {...field('confirmPassword')} />
      <Button name="intent" value="reset">
        {t('Reset Password')}
      </Button>
      <ButtonLink to={paths.auth()} variant="secondary">
        {t('Cancel')}
      </ButtonLink>
    </PostForm>
  )
}
