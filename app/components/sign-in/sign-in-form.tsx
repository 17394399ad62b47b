import { t } from '#text'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button, ButtonLink } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import { loginSchema } from '~/models/vocabulary/user.schema'
import { paths } from '~/utils/paths'

export function SignInForm({ action }: { action: string }) {
  const { field, ...answer } = useAnswer(loginSchema)
  const sent: Record<string, unknown> = answer.form.initialValue ?? {}
  return (
    <PostForm answer={answer} action={action}>
      {sent.intent === 'magic-login' ? (
        <ButtonLink to={paths.magicLink()} stay variant="secondary">
          {t('Send a new link')}
        </ButtonLink>
      ) : null}
      <Field label={t('Email')} type="email" autoComplete="username" {...field('email')} />
      <Field label={t('Password')} type="password" autoComplete="current-password" {...field('password')} />
      <Button name="intent" value="login">
        {t('Sign In')}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4">
        <Link to={paths.forgotPassword()} className="link inline-flex min-h-11 items-center">
          {t('Forgot password?')}
        </Link>
        <Link to={paths.magicLink()} className="link inline-flex min-h-11 items-center">
          {t('Magic Link Sign In')}
        </Link>
      </div>
    </PostForm>
  )
}
