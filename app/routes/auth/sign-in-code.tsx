import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { t } from '#text'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Rich } from '~/components/rich'
import { PasskeyForm } from '~/components/sign-in/passkey-form'
import { SignInFrame } from '~/components/sign-in/sign-in-frame'
import { Button } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import { codeSchema } from '~/models/people/accounts/second-factor/code.schema'
import { usePasskeySchema } from '~/models/people/accounts/second-factor/passkey.schema'
import { askForPasskey } from '~/models/people/accounts/second-factor/passkeys.server'
import { findOwnProfile } from '~/models/people/accounts/user.server'
import { paths } from '~/utils/paths'
import { safeRedirect } from '~/utils/safe-redirect'
import { formAction } from '~/web/form-action.server'
import { findWaiting } from '~/web/session.server'
import { afterSignIn, enterSecond } from '~/web/sign-in.server'

export const handle = { scripts: true }

export const meta: MetaFunction = () => [{ title: t('Your Code · Sign In') }]

export async function loader({ request }: LoaderFunctionArgs) {
  const redirectTo = safeRedirect(new URL(request.url).searchParams.get('redirectTo'), '')
  const waiting = await findWaiting(request)
  if (!waiting) throw redirect(paths.auth({ redirectTo: redirectTo || undefined }))
  return {
    email: (await findOwnProfile(waiting.userId))?.email ?? '',
    redirectTo,
    passkey: await askForPasskey(waiting.userId, waiting.sid),
  }
}

const schema = z.discriminatedUnion('intent', [
  codeSchema.extend({ intent: z.literal('code') }),
  usePasskeySchema.extend({ intent: z.literal('passkey') }),
])

export const action = formAction({
  guard: () => null,
  schema,
  failed: () => t('You are not signed in yet'),
  hide: ['code', 'credential'],
  refusedTo: (_, { code }) => (code === 'not_signed_in' ? paths.auth() : undefined),
  async run({ request, value, query }) {
    const { user, headers } = await enterSecond(request, value)
    return { to: afterSignIn(user, query.get('redirectTo')), title: t('Welcome back!'), headers }
  },
})

export default function SignInCode() {
  const { email, redirectTo, passkey } = useLoaderData<typeof loader>()
  const action = paths.signInCode({ redirectTo: redirectTo || undefined })
  const { field, ...answer } = useAnswer(codeSchema)
  return (
    <SignInFrame>
      <h2 className="text-xl">{t('One more step')}</h2>
      {passkey ? (
        <PasskeyForm
          options={{ use: passkey }}
          action={action}
          fields={{ intent: 'passkey' }}
          label={t('Use Your Passkey')}
        />
      ) : null}
      <p>
        <Rich
          text={
            passkey
              ? 'Or open your authenticator app and type the code it shows for <strong>{email}</strong>.'
              : 'Open your authenticator app and type the code it shows for <strong>{email}</strong>.'
          }
          values={{ email, strong: (inside) => <strong className="wrap-anywhere">{inside}</strong> }}
        />
      </p>
      <PostForm answer={answer} action={action}>
        <Field
          label={t('Code')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          className="num"
          hint={t('Six figures. Without your phone, type one of your recovery codes.')}
          {...field('code')}
        />
        <Button name="intent" value="code" busy={t('Signing In…')} variant={passkey ? 'secondary' : 'primary'}>
          {t('Sign In')}
        </Button>
      </PostForm>
      <p className="text-muted">
        {t('Neither phone nor recovery codes? Whoever looks after the school’s server can let you in.')}{' '}
        <Link to={paths.auth()} className="link inline-flex min-h-11 items-center">
          {t('Start again')}
        </Link>
      </p>
    </SignInFrame>
  )
}
