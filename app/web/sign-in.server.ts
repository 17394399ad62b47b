import { parseWithZod } from '@conform-to/zod/v4'
import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { Honeypot, type HoneypotInputProps, SpamError } from 'remix-utils/honeypot/server'
import { language, t } from '#text'
import type { SignInScreenProps } from '~/components/sign-in/sign-in-screen'
import { languageOrKeep } from '~/models/people/accounts/language.server'
import type { Entered } from '~/models/people/accounts/links/address.server'
import { isPoor } from '~/models/people/accounts/password/password-rule.server'
import { SAMPLE_SIGN_INS } from '~/models/people/accounts/sample-sign-ins'
import type { SignedCredential } from '~/models/people/accounts/second-factor/passkey.schema'
import { checkPasskey } from '~/models/people/accounts/second-factor/passkeys.server'
import { spendCode } from '~/models/people/accounts/second-factor/second-factor.server'
import {
  findOwnProfile,
  type OwnProfile,
  REGISTRATION_REFUSED,
  verifyLogin,
} from '~/models/people/accounts/user.server'
import { signUpSchema } from '~/models/people/families/sign-up.schema'
import { isAdmin, isInstructor } from '~/models/vocabulary/user'
import { loginSchema } from '~/models/vocabulary/user.schema'
import { audit } from '~/platform/audit.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { clearTries, limitTries } from '~/platform/rate-limit.server'
import { Refused } from '~/platform/refused'
import { registerAndTell, tellFactor } from '~/services/mail/address-links.server'
import { isAdminPath, isTranslatedPath, paths } from '~/utils/paths'
import { safeRedirect } from '~/utils/safe-redirect'
import { isDayOver } from './auth.server'
import type { Done } from './form-action.server'
import { knownBrowser, rememberBrowser } from './known-browser.server'
import { chosenLanguage, rememberLanguage } from './page/language.server'
import { findWaiting, type SignInWay, startSession } from './session.server'

/** Sign-in and registration as remix-auth strategies. Each expects the fields of its schema in the form. */
const authenticator = new Authenticator<OwnProfile>()
authenticator.use(new FormStrategy(({ form }) => verifyLogin(loginSchema.parse(Object.fromEntries(form)))), 'login')
authenticator.use(new FormStrategy(({ form }) => signUp(form)), 'register')

/** @throws Refused as `register` */
function signUp(form: FormData): Promise<OwnProfile> {
  const submission = parseWithZod(form, { schema: signUpSchema(form, today()) })
  if (submission.status !== 'success') throw new Error('the form was not checked')
  const { who, ...registration } = submission.value
  return registerAndTell({
    parentName: null,
    ...registration,
    ridesToo: who === 'me' ? undefined : who === 'both',
    // Before the first email.
    language: language(),
  })
}

/** Signs in or registers with a form that was already read: a strategy reads a request of its own. */
export const authenticate = (intent: 'login' | 'register', form: FormData): Promise<OwnProfile> =>
  authenticator.authenticate(intent, new Request(getEnv().appUrl, { method: 'POST', body: form }))

let made: Honeypot | undefined
const honeypot = (): Honeypot => {
  made ??= new Honeypot({ encryptionSeed: getEnv().sessionSecret })
  return made
}

const MINUTE_MS = 60_000
let laid = { minute: Number.NaN, props: {} as HoneypotInputProps }

/** Returns the honeypot's fields. They contain an encrypted time, which is costly to make and need not be exact. */
function trap(): HoneypotInputProps {
  const minute = Math.floor(Date.now() / MINUTE_MS)
  if (laid.minute !== minute) {
    laid = { minute, props: honeypot().getInputProps({ validFromTimestamp: minute * MINUTE_MS }) }
  }
  return laid.props
}

/** @throws Refused if a program filled in every field of the registration form. */
export function refuseProgram(form: FormData): void {
  try {
    honeypot().check(form)
  } catch (error) {
    throw error instanceof SpamError ? new Refused('registration_refused', REGISTRATION_REFUSED) : error
  }
}

/**
 * Returns where to go after signing in: where the visitor wanted to go, otherwise the dashboard for the office and the
 * portal for families.
 */
export const afterSignIn = (user: { role: string }, redirectTo: string | null): string =>
  safeRedirect(redirectTo, homeOf(user))

/** Signs in whoever followed a link, and leads to a new password if the old one was revoked. */
export async function enter(request: Request, { user, newPassword }: Entered, title: string): Promise<Done> {
  return {
    // Named, because a link of someone else's would sign in someone else.
    description: t('You are signed in as {email}.', { email: user.email ?? '' }),
    ...(await openedTo(request, user, { way: 'link', title, to: newPassword && paths.newPassword(newPassword) })),
  }
}

interface Opened {
  way: SignInWay
  password?: string
  title: string
  /** Where to go instead of the role's first screen. */
  to?: string | null
}

/** Redirects after a form that signs in: to the destination, or to the code first and then there. */
export async function openedTo(
  request: Request,
  user: OwnProfile,
  { way, password, title, to }: Opened,
): Promise<Done> {
  const { waits, headers } = await openedFor(request, user, way, password)
  const next = to || homeOf(user)
  return waits
    ? {
        to: paths.signInCode({ redirectTo: to || undefined }),
        title: t('One more step'),
        type: 'info',
        description: '',
        headers,
      }
    : { to: next, title, headers }
}

/** Records that someone signed in, and how. */
export async function recordSignIn(userId: string, way: SignInWay): Promise<void> {
  await audit(prisma, {
    actorId: userId,
    action: 'account.sign-in',
    entity: 'account',
    entityId: userId,
    detail: { way },
  })
}

/**
 * Records a sign-in. Returns the cookies for the browser: its session, and, after a password, that it is known for the
 * account from now on. A session that waits for a code comes alone.
 */
export async function openedFor(
  request: Request,
  user: OwnProfile,
  way: SignInWay,
  password?: string,
): Promise<{ waits: boolean; headers: [string, string][] }> {
  const poor = !!password && (await isPoor(password, user))
  const { waits, cookie } = await startSession(request, user.id, { way, poor })
  if (waits) return { waits, headers: [['Set-Cookie', cookie]] }
  return { waits, headers: await entered(request, user, way, cookie) }
}

/** Returns the cookie for a browser in which nobody chose a language: that of the family that signs in. A call says nothing about one. */
async function languageCookie(request: Request, { id }: OwnProfile): Promise<string | null> {
  if (!isTranslatedPath(new URL(request.url).pathname)) return null
  const kept = await languageOrKeep(id, language())
  return kept && !chosenLanguage(request.headers.get('Cookie') ?? '') ? rememberLanguage(kept) : null
}

const entered = async (
  request: Request,
  user: OwnProfile,
  way: SignInWay,
  cookie: string,
): Promise<[string, string][]> => {
  await recordSignIn(user.id, way)
  const cookies = [cookie, await rememberBrowser(request, user.email ?? ''), await languageCookie(request, user)]
  return cookies.flatMap((one): [string, string][] => (one ? [['Set-Cookie', one]] : []))
}

/** How often a code may be tried: a thief with the password has two chances in a million each time. */
const CODE_TRIES = { max: 5, seconds: 15 * 60 }

/** Counts a try of an account's code. A browser in which the account has signed in before has a count of its own. @throws TooManyTries */
export async function limitCodes(request: Request, user: { id: string; email: string | null }): Promise<string> {
  const key = `second-factor:${user.id}:${(await knownBrowser(request, user.email ?? '')) ?? 'others'}`
  await limitTries(key, CODE_TRIES)
  return key
}

/** The second factor: a code, or a passkey's signature. */
export type Second = { code: string } | { credential: SignedCredential }

/**
 * Finishes this browser's sign-in that waits for its second step. Returns the user and the cookies.
 * @throws Refused 401 if none waits, otherwise as `spendCode` and `checkPasskey`
 */
export async function enterSecond(
  request: Request,
  second: Second,
): Promise<{ user: OwnProfile; headers: [string, string][] }> {
  const waiting = await findWaiting(request)
  const user = waiting && (await findOwnProfile(waiting.userId))
  if (!user)
    throw new Refused('not_signed_in', t('Your sign-in has waited too long for its code. Please sign in again.'))
  const tries = await limitCodes(request, user)
  if ('code' in second) await spendCode(user.id, second.code, tellFactor)
  else await checkPasskey(user.id, waiting.sid, second.credential)
  await clearTries([tries])
  const { way, poor } = waiting
  const { cookie } = await startSession(request, user.id, { way, poor, passed: true })
  return { user, headers: await entered(request, user, way, cookie) }
}

/** Returns the first screen of a role. */
export function homeOf(user: { role: string }): string {
  if (isInstructor(user)) return paths.teaching()
  return isAdmin(user) ? paths.admin() : paths.portal()
}

/** Returns the page where the user changes how they sign in: the way back from pages that all roles share. */
export const accountPage = (user: { role: string }): { to: string; label: string } =>
  isInstructor(user)
    ? { to: paths.teaching(), label: t('Back to My Day') }
    : { to: paths.profile(), label: t('Back to Profile') }

/** Returns the data of `SignInScreen`, for the loader of any page that shows it. */
export async function signInData(request: Request): Promise<SignInScreenProps> {
  const url = new URL(request.url)
  const redirectTo = safeRedirect(url.searchParams.get('redirectTo'), '')
  return {
    tab: url.searchParams.get('tab') === 'create-account' ? 'create-account' : 'sign-in',
    redirectTo,
    isDayOver: await isDayOver(request),
    denied: redirectTo !== '' && !isAdminPath(redirectTo) && !isOpenToVisitors(redirectTo),
    trap: trap(),
    samples: getEnv().mode === 'demo' ? Object.values(SAMPLE_SIGN_INS) : [],
  }
}

/** Whether an address is open to visitors, who were only asked to sign in to continue buying. */
const isOpenToVisitors = (address: string) =>
  [paths.purchase(), paths.subscribe(), paths.confirmAddress()].includes(address.split('?', 1)[0] ?? '')
