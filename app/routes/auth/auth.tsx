import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { t } from '#text'
import { SignInFrame } from '~/components/sign-in/sign-in-frame'
import { SignInScreen } from '~/components/sign-in/sign-in-screen'
import { magicLoginFormSchema, resetFormSchema } from '~/models/people/accounts/links/auth-token.schema'
import { redeemMagicLink, resetPassword } from '~/models/people/accounts/links/auth-token.server'
import { howGood } from '~/models/people/accounts/password/how-good'
import { familyPasswordRule } from '~/models/people/accounts/password/password-rule.server'
import { signUpSchema } from '~/models/people/families/sign-up.schema'
import { isAdmin } from '~/models/vocabulary/user'
import { loginSchema } from '~/models/vocabulary/user.schema'
import { today } from '~/platform/clock.server'
import { inTurnOf } from '~/platform/password.server'
import { refuseUntil } from '~/platform/rate-limit.server'
import { Refused } from '~/platform/refused'
import { countTokenTry } from '~/services/mail/account-links.server'
import { tellPassword } from '~/services/mail/address-links.server'
import { paths } from '~/utils/paths'
import { safeRedirect } from '~/utils/safe-redirect'
import { getSignedIn } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import * as signIn from '~/web/sign-in.server'
import { clientIp, countSignInTry, forgetSignInTries, limitRegistrations, originOf } from '~/web/sign-in-limits.server'
import { MagicLogin, ResetForm } from './token-forms'

export const meta: MetaFunction = () => [{ title: t('Sign In · Student Portal') }]

/** `?token=` and `?reset=` come first: whoever follows a link means it, signed in or not. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url)
  const token = searchParams.get('token')
  if (token) return { mode: 'magic' as const, token }
  const reset = searchParams.get('reset')
  if (reset) return { mode: 'reset' as const, token: reset, isEnded: searchParams.has('ended') }
  const viewer = await getSignedIn(request)
  const screen = await signIn.signInData(request)
  // In the dialogs an admin makes links for others.
  const forOthers = viewer && isAdmin(viewer) && pathname !== paths.auth()
  if (viewer && !forOthers) throw redirect(signIn.afterSignIn(viewer, screen.redirectTo))
  return { mode: 'form' as const, screen }
}

const failures = () =>
  new Map([
    ['login', t('Login failed')],
    ['register', t('Registration failed')],
    ['magic-login', t('Magic Link Error')],
    ['reset', t('Password Reset Failed')],
  ])
const welcome = () => ({ login: t('Welcome back!'), register: t('Account created!') })

export const action = formAction({
  guard: getSignedIn,
  schema: async ({ form }) =>
    z.discriminatedUnion('intent', [
      loginSchema.extend({ intent: z.literal('login') }),
      signUpSchema(form, today(), await familyPasswordRule()).safeExtend({ intent: z.literal('register') }),
      magicLoginFormSchema,
      resetFormSchema,
    ]),
  hide: ['password', 'newPassword', 'confirmPassword', 'token'],
  failed: (intent) => failures().get(intent),
  fault: (intent) => (intent === 'reset' ? t('Failed to reset password.') : undefined),
  // Who is signed in already gets no form that could say what is wrong with a link.
  refusedTo: ({ form, viewer }) => (viewer && form.get('intent') === 'magic-login' ? paths.auth() : undefined),
  async run({ viewer, value, form, request, query, context }) {
    const source = clientIp(context)
    switch (value.intent) {
      case 'magic-login': {
        refuseUntil(await countTokenTry(source))
        const entered = await aboveTheForm(redeemMagicLink(value.token, viewer?.id ?? null))
        return signIn.enter(request, entered, welcome().login)
      }
      case 'reset': {
        refuseUntil(await countTokenTry(source))
        const work = () => resetPassword(value.token, value.newPassword, tellPassword)
        const email = await aboveTheForm(inTurnOf({ source, isKnown: false }, work))
        await forgetSignInTries(email, await originOf(request, source, email))
        return {
          to: paths.auth(),
          title: t('Password Reset Successful!'),
          description: `${t("Sign in with your new password. You've been signed out everywhere.")} ${howGood(value.newPassword)}`,
        }
      }
      default: {
        const origin = await originOf(request, source, value.email)
        refuseUntil(await countSignInTry(value.email, origin))
        if (value.intent === 'register') {
          signIn.refuseProgram(form)
          await limitRegistrations(source)
        }
        const turn = { source, isKnown: origin.browser !== null }
        const user = await inTurnOf(turn, () => signIn.authenticate(value.intent, form))
        await forgetSignInTries(value.email, origin)
        const isNew = value.intent === 'register'
        const opened = await signIn.openedTo(request, user, {
          way: isNew ? 'registration' : 'password',
          password: value.password,
          title: welcome()[value.intent],
          to: safeRedirect(query.get('redirectTo'), ''),
        })
        return isNew ? { description: howGood(value.password), ...opened } : opened
      }
    }
  },
})

/** The token is no field that a person sees: a refusal of it stands above the form. */
const aboveTheForm = <Done,>(work: Promise<Done>): Promise<Done> =>
  work.catch((error) => {
    throw error instanceof Refused && error.field === 'token' ? new Refused(error.code, error.message) : error
  })

export default function SignInPage() {
  const loaded = useLoaderData<typeof loader>()
  if (loaded.mode === 'form') {
    return (
      <>
        <SignInScreen {...loaded.screen} />
        <Outlet />
      </>
    )
  }
  return (
    <SignInFrame>
      {loaded.mode === 'magic' ? <MagicLogin token={loaded.token} /> : <ResetForm {...loaded} />}
    </SignInFrame>
  )
}
