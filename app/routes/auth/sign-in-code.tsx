import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { SignInFrame } from '~/components/sign-in/sign-in-frame'
import { Button } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import { codeSchema } from '~/models/accounts/second-factor/code.schema'
import { findOwnProfile } from '~/models/accounts/user.server'
import { paths } from '~/utils/paths'
import { safeRedirect } from '~/utils/safe-redirect'
import { formAction } from '~/web/form-action.server'
import { findWaiting } from '~/web/session.server'
import { afterSignIn, enterCode, NO_WAITING } from '~/web/sign-in.server'

export const meta: MetaFunction = () => [{ title: 'Your Code · Sign In' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const redirectTo = safeRedirect(new URL(request.url).searchParams.get('redirectTo'), '')
  const waiting = await findWaiting(request)
  if (!waiting) throw redirect(paths.auth({ redirectTo: redirectTo || undefined }))
  return { email: (await findOwnProfile(waiting.userId))?.email ?? '', redirectTo }
}

export const action = formAction({
  guard: () => null,
  schema: codeSchema,
  failed: 'You are not signed in yet',
  hide: ['code'],
  refusedTo: (_, { message }) => (message === NO_WAITING ? paths.auth() : undefined),
  async run({ request, value, query }) {
    const { user, headers } = await enterCode(request, value.code)
    return { to: afterSignIn(user, query.get('redirectTo')), title: 'Welcome back!', headers }
  },
})

export default function SignInCode() {
  const { email, redirectTo } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer<typeof codeSchema>()
  return (
    <SignInFrame>
      <h2 className="text-xl">One more step</h2>
      <p>
        Open your authenticator app and type the code it shows for <strong className="wrap-anywhere">{email}</strong>.
      </p>
      <PostForm answer={answer} action={paths.signInCode({ redirectTo: redirectTo || undefined })}>
        <Field
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          required
          maxLength={40}
          className="num"
          hint="Six figures. Without your phone, type one of your recovery codes."
          {...field('code')}
        />
        <Button busy="Signing In…">Sign In</Button>
      </PostForm>
      <p className="text-muted">
        Neither phone nor recovery codes? Whoever looks after the school’s server can let you in.{' '}
        <Link to={paths.auth()} className="link inline-flex min-h-11 items-center">
          Start again
        </Link>
      </p>
    </SignInFrame>
  )
}
