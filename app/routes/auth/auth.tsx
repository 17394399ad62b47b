import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { SpamError } from 'remix-utils/honeypot/server'
import { z } from 'zod'
import { SignInFrame } from '~/components/sign-in/sign-in-frame'
import { SignInScreen } from '~/components/sign-in/sign-in-screen'
import { isAdmin } from '~/models/accounts/user'
import { loginSchema, registerSchema } from '~/models/accounts/user.schema'
import { REGISTRATION_REFUSED } from '~/models/accounts/user.server'
import { tooManyTries } from '~/platform/rate-limit.server'
import { paths } from '~/utils/paths'
import { getViewer } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { refusalOf } from '~/web/refusal.server'
import { startSession } from '~/web/session.server'
import * as signIn from '~/web/sign-in.server'
import { redirectWithToast } from '~/web/toast.server'
import { magicLogin, resetByLink } from './token-actions.server'
import { MagicLogin, ResetForm } from './token-forms'

const intents = {
  login: { schema: loginSchema, welcome: 'Welcome back!' },
  register: { schema: registerSchema, welcome: 'Account created!' },
}
const intentSchema = z.enum(['login', 'register']).catch('login')

export const meta: MetaFunction = () => [{ title: 'Sign In · Student Portal' }]

/** `?token=` and `?reset=` come first: whoever follows a link means it, signed in or not. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url)
  const token = searchParams.get('token')
  if (token) return { mode: 'magic' as const, token }
  const reset = searchParams.get('reset')
  if (reset) return { mode: 'reset' as const, token: reset }
  const viewer = await getViewer(request)
  const screen = signIn.signInData(request)
  // In the dialogs an admin makes links for others.
  const forOthers = viewer && isAdmin(viewer) && pathname !== paths.auth()
  if (viewer && !forOthers) throw redirect(signIn.afterSignIn(viewer, screen.redirectTo))
  return { mode: 'form' as const, screen }
}

export async function action({ request, context }: ActionFunctionArgs) {
  // The strategy reads the form again, after its token was checked.
  const form = await csrfForm(request.clone())
  const asked = form.get('intent')
  if (asked === 'magic-login') return magicLogin(request, form, signIn.clientIp(context))
  if (asked === 'reset') return resetByLink(form, signIn.clientIp(context))
  const intent = intentSchema.parse(asked)
  const { schema, welcome } = intents[intent]
  const submission = parseWithZod<typeof loginSchema | typeof registerSchema>(form, { schema })
  const answer = (
    status: number,
    formErrors?: string[],
    fieldErrors?: Record<string, string[]>,
    headers?: HeadersInit,
  ) => data(submission.reply({ hideFields: ['password'], formErrors, fieldErrors }), { status, headers })
  if (submission.status !== 'success') return answer(400)
  const { email } = submission.value
  const wait = await signIn.countSignInTry(email, signIn.clientIp(context))
  if (wait) return answer(429, [tooManyTries(wait)], undefined, { 'Retry-After': String(wait) })
  try {
    if (intent === 'register') signIn.honeypot().check(form)
    const user = await signIn.authenticator.authenticate(intent, request)
    await signIn.forgetSignInTries(email)
    const to = signIn.afterSignIn(user, new URL(request.url).searchParams.get('redirectTo'))
    const headers = { 'Set-Cookie': await startSession(request, user.id) }
    return await redirectWithToast(to, { type: 'success', title: welcome }, { headers })
  } catch (error) {
    if (error instanceof SpamError) return answer(400, [REGISTRATION_REFUSED])
    const refused = refusalOf(error)
    return refused.field
      ? answer(400, undefined, { [refused.field]: [refused.message] })
      : answer(400, [refused.message])
  }
}

export default function SignInPage() {
  const loaded = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>() as SubmissionResult<string[]> | undefined
  if (loaded.mode === 'form') {
    return (
      <>
        <SignInScreen {...loaded.screen} lastResult={lastResult} />
        <Outlet />
      </>
    )
  }
  return (
    <SignInFrame>
      {loaded.mode === 'magic' ? (
        <MagicLogin token={loaded.token} />
      ) : (
        <ResetForm token={loaded.token} lastResult={lastResult} />
      )}
    </SignInFrame>
  )
}
