import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { sendContact } from '~/models/money/payments/provider/customer.server'
import { runningSubscriptionId } from '~/models/money/subscriptions/subscription-fields.server'
import { linkRequestSchema, magicLoginSchema, resetSchema } from '~/models/people/accounts/links/auth-token.schema'
import { redeemMagicLink, resetPassword } from '~/models/people/accounts/links/auth-token.server'
import { passwordChangeSchema, profileChangeSchema } from '~/models/people/accounts/profile.schema'
import { changePassword, limitEmailChanges } from '~/models/people/accounts/profile.server'
import { codeSchema } from '~/models/people/accounts/second-factor/code.schema'
import { findOwnProfile, type OwnProfile, verifyLogin } from '~/models/people/accounts/user.server'
import { findSampleStudent } from '~/models/students/sample-students.server'
import { isAdmin, type SignedIn } from '~/models/vocabulary/user'
import { loginSchema, registerSchema } from '~/models/vocabulary/user.schema'
import { inTurnOf } from '~/platform/password.server'
import { limitTries, refuseUntil } from '~/platform/rate-limit.server'
import { notFound } from '~/platform/refused'
import { countLinkRequest, countTokenTry, requestLink } from '~/services/mail/account-links.server'
import {
  changeProfile,
  confirmAndTell,
  mailAddressLink,
  registerAndTell,
  tellPassword,
} from '~/services/mail/address-links.server'
import { paths } from '~/utils/paths'
import { apiError } from '~/web/api.server'
import { getSignedIn } from '~/web/auth.server'
import { confirmCall } from '~/web/confirm/confirm.server'
import { knownBrowser } from '~/web/known-browser.server'
import { endSession, type SignInWay, startSession } from '~/web/session.server'
import { enterSecond, openedFor } from '~/web/sign-in.server'
import {
  countSignInTry,
  forgetSignInTries,
  limitRegistrations,
  originOf,
  PASSWORD_TRIES,
} from '~/web/sign-in-limits.server'
import { call } from './table/call'
import { done, instant } from './table/fields'

const profile = z
  .strictObject({
    id: z.string(),
    email: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    profileImageUrl: z.string().nullable(),
    phone: z.string().nullable(),
    parentName: z.string().nullable(),
    role: z.enum(['customer', 'admin']),
    active: z.boolean(),
    stripeCustomerId: z.string().nullable(),
    stripeSubscriptionId: z.string().nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Profile' })

const profileOf = async (user: OwnProfile) => ({ ...user, stripeSubscriptionId: await runningSubscriptionId(user.id) })

const link = { emailSent: z.boolean(), message: z.string() }

/**
 * Returns who asks for a link. The office can get one into a family's account, so it needs a sign-in from the last ten
 * minutes. @throws Response 403
 */
async function asker(request: Request): Promise<SignedIn | null> {
  const viewer = await getSignedIn(request)
  if (viewer && isAdmin(viewer)) await confirmCall(request)
  return viewer
}

/** @throws Response 401 with the cookie of a sign-in that still needs its code */
const openFor = async (
  user: OwnProfile,
  { request, headers }: { request: Request; headers: Headers },
  way: SignInWay,
  password?: string,
): Promise<void> => {
  const opened = await openedFor(request, user, way, password)
  const refusal = opened.waits ? apiError('code_required', CODE_FIRST) : null
  for (const cookie of opened.headers) (refusal?.headers ?? headers).append(...cookie)
  if (refusal) throw refusal
}

const CODE_FIRST =
  'This account signs in with a second step: send the code of its authenticator app, or a recovery code, to POST /api/auth/code.'

/** Signing in and out, and the viewer's own account. */
export const auth = [
  call({
    method: 'get',
    path: '/login',
    for: 'anyone',
    summary: 'Leads a browser to the sign-in page.',
    status: 302,
    run: ({ headers }) => redirect(paths.auth(), { headers }),
  }),
  call({
    method: 'post',
    path: '/login',
    for: 'anyone',
    summary: 'Signs in with email address and password.',
    body: loginSchema,
    answer: z.strictObject({ user: profile }),
    async run({ request, ip, headers, body }) {
      const origin = await originOf(request, ip, body.email)
      refuseUntil(await countSignInTry(body.email, origin))
      const user = await inTurnOf({ source: ip, isKnown: origin.browser !== null }, () => verifyLogin(body))
      await forgetSignInTries(body.email, origin)
      await openFor(user, { request, headers }, 'password', body.password)
      return { user: await profileOf(user) }
    },
  }),
  call({
    method: 'post',
    path: '/auth/code',
    for: 'anyone',
    summary:
      'Finishes a sign-in that was answered with 401 because the account has a second step. The cookie of that answer says which it is, for ten minutes.',
    body: codeSchema,
    answer: z.strictObject({ user: profile }),
    async run({ request, headers, body: { code } }) {
      const entered = await enterSecond(request, { code })
      for (const cookie of entered.headers) headers.append(...cookie)
      return { user: await profileOf(entered.user) }
    },
  }),
  call({
    method: 'post',
    path: '/logout',
    for: 'anyone',
    summary:
      'Signs out, and has a browser delete kept day sheets and what is not sent of them. It succeeds whether or not anybody was signed in.',
    answer: z.strictObject({ success: z.literal(true) }),
    fault: 'Logout failed',
    async run({ request, headers }) {
      const viewer = await getSignedIn(request)
      for (const [name, value] of await endSession(request, viewer?.id)) headers.append(name, value)
      return { success: true }
    },
  }),
  call({
    method: 'post',
    path: '/register',
    for: 'anyone',
    summary: 'Creates an account and signs in.',
    body: registerSchema,
    status: 201,
    answer: z.strictObject({ user: profile }),
    async run({ request, ip, headers, body }) {
      const origin = await originOf(request, ip, body.email)
      refuseUntil(await countSignInTry(body.email, origin))
      await limitRegistrations(ip)
      const user = await inTurnOf({ source: ip, isKnown: origin.browser !== null }, () => registerAndTell(body))
      await openFor(user, { request, headers }, 'registration')
      return { user: await profileOf(user) }
    },
  }),
  call({
    method: 'post',
    path: '/auth/magic-link',
    for: 'anyone',
    summary: 'Mails a link that signs in; the answer is the same whether or not the address has an account.',
    body: linkRequestSchema,
    answer: z.strictObject({ ...link, magicLink: z.string().nullable() }),
    async run({ request, ip, body: { email } }) {
      refuseUntil(await countLinkRequest(ip))
      const browser = await knownBrowser(request, email)
      const { emailSent, message, link } = await requestLink('magic', email, await asker(request), browser)
      return { emailSent, message, magicLink: link }
    },
  }),
  call({
    method: 'post',
    path: '/auth/forgot-password',
    for: 'anyone',
    summary: 'Mails a link to set a new password; the answer is the same whether or not the address has an account.',
    body: linkRequestSchema,
    answer: z.strictObject({ ...link, resetLink: z.string().nullable() }),
    async run({ request, ip, body: { email } }) {
      refuseUntil(await countLinkRequest(ip))
      const browser = await knownBrowser(request, email)
      const { emailSent, message, link } = await requestLink('reset', email, await asker(request), browser)
      return { emailSent, message, resetLink: link }
    },
  }),
  call({
    method: 'post',
    path: '/auth/magic-login',
    for: 'anyone',
    summary:
      'Signs in with the token of a mailed link. The first one that proves an address ends its password and sessions, unless they are the caller’s.',
    body: magicLoginSchema,
    answer: profile,
    async run({ request, ip, headers, body: { token } }) {
      refuseUntil(await countTokenTry(ip))
      const signedInAs = (await getSignedIn(request))?.id ?? null
      const { user } = await redeemMagicLink(token, signedInAs)
      await openFor(user, { request, headers }, 'link')
      return profileOf(user)
    },
  }),
  call({
    method: 'post',
    path: '/auth/confirm-address',
    for: 'anyone',
    summary:
      'Uses the token of a link that proves, changes or takes back an address, and signs in. One that proves ends password and sessions from before, unless they are the caller’s; one that takes back ends them always; one that changes needs the account’s own session.',
    body: magicLoginSchema,
    answer: profile,
    async run({ request, ip, headers, body: { token } }) {
      refuseUntil(await countTokenTry(ip))
      const { user } = await confirmAndTell(token, (await getSignedIn(request))?.id ?? null)
      await sendContact(user.id)
      await openFor(user, { request, headers }, 'link')
      return profileOf(user)
    },
  }),
  call({
    method: 'post',
    path: '/auth/address-link',
    for: 'viewer',
    summary: 'Mails the caller a link that proves the address. `emailSent` is false if it is proved.',
    answer: z.strictObject({ emailSent: z.boolean() }),
    run: async ({ viewer }) => ({ emailSent: await mailAddressLink(viewer.id) }),
  }),
  call({
    method: 'post',
    path: '/auth/reset-password',
    for: 'anyone',
    summary: 'Sets a new password with the token of a mailed link.',
    body: resetSchema,
    answer: done,
    async run({ request, ip, body: { token, newPassword } }) {
      refuseUntil(await countTokenTry(ip))
      const email = await inTurnOf({ source: ip, isKnown: false }, () =>
        resetPassword(token, newPassword, tellPassword),
      )
      await forgetSignInTries(email, await originOf(request, ip, email))
      return { message: 'Password Reset Successful!' }
    },
  }),
  call({
    method: 'post',
    path: '/auth/test-login',
    for: 'anyone',
    summary: 'Signs in as one of the sample students; in demo mode only.',
    demoOnly: true,
    body: z.object({ userId: z.string({ error: 'Please select a user' }).min(1, 'Please select a user') }),
    answer: z.strictObject({ success: z.literal(true), user: profile, message: z.string() }),
    async run({ request, headers, body: { userId } }) {
      const user = await findSampleStudent(userId)
      if (!user) throw notFound('Unable to authenticate test user.')
      await openFor(user, { request, headers }, 'sample')
      return { success: true, user: await profileOf(user), message: 'Login successful' }
    },
  }),
  call({
    method: 'get',
    path: '/auth/user',
    for: 'viewer',
    summary: 'Tells who is signed in.',
    answer: z.union([profile, z.null()]),
    async run({ viewer }) {
      const user = await findOwnProfile(viewer.id)
      return user && profileOf(user)
    },
  }),
  call({
    method: 'put',
    path: '/auth/user',
    for: 'viewer',
    summary:
      'Changes one’s own data; what is not sent stays. A new address counts once the link mailed to it was opened, and the answer has the one before.',
    body: profileChangeSchema,
    answer: profile,
    confirms: ({ viewer, body }) => body.email !== undefined && body.email !== viewer.email,
    async run({ viewer, body }) {
      if (body.email && body.email !== viewer.email) await limitEmailChanges(viewer.id)
      const { user } = await changeProfile(viewer.id, body)
      await sendContact(viewer.id)
      return profileOf(user)
    },
  }),
  call({
    method: 'put',
    path: '/auth/password',
    for: 'viewer',
    summary: 'Changes the password and signs out every other device.',
    body: passwordChangeSchema,
    answer: done,
    async run({ request, viewer, headers, body }) {
      await limitTries(`password-change:${viewer.id}`, PASSWORD_TRIES)
      await changePassword(viewer.id, body, tellPassword)
      const { cookie } = await startSession(request, viewer.id, { way: 'password', passed: true })
      headers.append('Set-Cookie', cookie)
      return { message: 'Password Updated' }
    },
  }),
]
