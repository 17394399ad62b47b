import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { MessageScreen } from '~/components/screens/message-screen'
import { PasswordHint } from '~/components/sign-in/password-hint'
import { SignInFrame } from '~/components/sign-in/sign-in-frame'
import { Button, ButtonLink } from '~/components/ui/button'
import { firstAdminSchema } from '~/models/people/accounts/admins/admin.schema'
import { becomeFirstAdmin, opensFirstAdmin } from '~/models/people/accounts/admins/first-admin-link.server'
import { inTurnOf } from '~/platform/password.server'
import { refuseUntil } from '~/platform/rate-limit.server'
import { countTokenTry } from '~/services/mail/account-links.server'
import { mailAddressLink } from '~/services/mail/address-links.server'
import { isMailSetUp } from '~/services/mail/set-up.server'
import { paths } from '~/utils/paths'
import { formAction } from '~/web/form-action.server'
import { openedTo } from '~/web/sign-in.server'
import { clientIp } from '~/web/sign-in-limits.server'

export const meta: MetaFunction = () => [{ title: 'The First Administrator' }]

/** Changes nothing: programs that look at addresses open them. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  if (token && (await opensFirstAdmin(token))) return data({ token })
  refuseUntil(await countTokenTry(clientIp(context)))
  return data(null, { status: 404 })
}

export const action = formAction({
  guard: () => null,
  schema: firstAdminSchema,
  failed: 'Your account was not made',
  hide: ['password', 'token'],
  async run({ value, request, context }) {
    const source = clientIp(context)
    refuseUntil(await countTokenTry(source))
    const user = await inTurnOf({ source, isKnown: false }, () => becomeFirstAdmin(value))
    if (isMailSetUp()) await mailAddressLink(user.id)
    return openedTo(request, user, {
      way: 'registration',
      password: value.password,
      title: 'Welcome!',
      to: paths.getStarted(),
    })
  },
})

export default function FirstAdministrator() {
  const link = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(firstAdminSchema)
  if (!link) {
    return (
      <MessageScreen title="This link doesn’t work" actions={<ButtonLink to={paths.auth()}>Sign In</ButtonLink>}>
        <p>
          It was used already, or it is older than a day, or the server was started again since. While the school has no
          administrator, each start prints a new one.
        </p>
      </MessageScreen>
    )
  }
  return (
    <SignInFrame>
      <h2 className="text-xl">Set up your school</h2>
      <p className="text-muted">You become its first administrator, and can add others later.</p>
      <PostForm answer={answer} action={paths.firstAdministrator(link.token)}>
        <input type="hidden" name="token" value={link.token} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label="First name" autoComplete="given-name" {...field('firstName')} />
          <Field label="Last name" autoComplete="family-name" {...field('lastName')} />
        </div>
        <Field label="Email" type="email" autoComplete="username" {...field('email')} />
        <Field
          label="Password"
          type="password"
          autoComplete="new-password"
          hint={<PasswordHint whose="staff" />}
          {...field('password')}
        />
        <Button busy="Setting up…">Start</Button>
      </PostForm>
    </SignInFrame>
  )
}
