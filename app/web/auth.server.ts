import { t } from '#text'
import { findSession } from '~/models/people/accounts/viewer.server'
import { rememberCoats } from '~/models/school/coats.server'
import { rememberSchool } from '~/models/school/current-school.server'
import { isAdmin, isFamily, isInstructor, type SignedIn, type Viewer } from '~/models/vocabulary/user'
import { getEnv } from '~/platform/env.server'
import { oncePerRequest } from '~/platform/request-memo.server'
import { unavailable } from '~/platform/unavailable.server'
import { ACCESS_DENIED } from '~/utils/confirmation'
import { paths } from '~/utils/paths'
import { readSid, renewSession } from './session.server'
import { redirectWithToast } from './toast.server'

/** The message for a signed-in user who is not an admin. */
const adminOnly = () => t('Admin privileges required to access this page.')
const familiesOnly = () => t('This page is for families. Your lessons are under My Day.')
const INSTRUCTORS_ONLY = 'This page is for instructors.'

interface Found {
  user: SignedIn | null
  setCookie: string | null
  isDayOver: boolean
}

async function findSignedIn(request: Request): Promise<Found> {
  const sid = await readSid(request)
  if (!sid) return { user: null, setCookie: null, isDayOver: false }
  const { open, isDayOver, school, coats } = await findSession(sid)
  // An action reads the school again when it needs it, because a price could have changed.
  if (request.method === 'GET') rememberSchool(school)
  rememberCoats(coats)
  return { user: open?.user ?? null, setCookie: open && (await renewed(sid, open.expire)), isDayOver }
}

/** Renews the session. A full disk doesn't keep people from reading. */
async function renewed(sid: string, expire: Date): Promise<string | null> {
  try {
    return await renewSession(sid, expire)
  } catch (error) {
    if (unavailable(error)?.kind === 'full') return null
    throw error
  }
}

const signedIn = (request: Request) => oncePerRequest(request, 'viewer', () => findSignedIn(request))

/** Returns who sends the request, instructors included; null if nobody is signed in. It queries once per request, however many ask. */
export const getSignedIn = async (request: Request): Promise<SignedIn | null> => (await signedIn(request)).user

/**
 * Returns the family member or administrator who sends the request; null if nobody is signed in.
 * @throws Response 403 to an instructor: what families and the office see is not for them.
 */
export async function getViewer(request: Request): Promise<Viewer | null> {
  const user = await getSignedIn(request)
  if (user && isInstructor(user)) throw await denied(familiesOnly(), paths.teaching())
  await leadToSecondStep(user)
  return user as Viewer | null
}

/** Returns the `Set-Cookie` header if this request extended the session; otherwise null. */
export const renewedCookie = async (request: Request): Promise<string | null> => (await signedIn(request)).setCookie

/** Whether the browser was signed in to the office or as an instructor and the session ended with the day. */
export const isDayOver = async (request: Request): Promise<boolean> => (await signedIn(request)).isDayOver

/**
 * Guards a page. A signed-out visitor is sent to the sign-in page and from there back here.
 * @throws Response the redirect, with the toast of the specification (section 2, Access guards).
 */
export async function requireViewer(request: Request): Promise<Viewer> {
  return (await getViewer(request)) ?? toSignIn(request)
}

/** Guards what anyone signed in may do, instructors included. @throws Response as `requireViewer`. */
export async function requireSignedIn(request: Request): Promise<SignedIn> {
  return (await getSignedIn(request)) ?? toSignIn(request)
}

/** Once the week of grace is over, sends the office and instructors to set up the second step before anything else. @throws Response */
async function leadToSecondStep(user: SignedIn | null): Promise<void> {
  if (user?.secondFactor !== 'demand') return
  throw await redirectWithToast(paths.secondStep(), { type: 'info', title: t('Please set up your second step first') })
}

/** Guards what only the office and instructors may see. @throws Response as `requireSignedIn`, or 403 to a family. */
export async function requireStaff(request: Request): Promise<SignedIn> {
  const user = await requireSignedIn(request)
  if (isFamily(user)) throw await denied(adminOnly(), paths.portal())
  return user
}

/**
 * The longest return address, in characters. Node and common proxies accept 16 kB of headers, and each character may
 * become three. None of ours is as long.
 */
const LONGEST_WAY_BACK = 2_000

async function toSignIn(request: Request): Promise<never> {
  const { pathname, search } = new URL(request.method === 'GET' ? request.url : pageOf(request))
  const here = pathname + search
  const redirectTo = here.length > LONGEST_WAY_BACK ? undefined : here
  throw await redirectWithToast(paths.auth({ redirectTo }), {
    type: 'error',
    ...(request.method === 'GET' ? loggedOut() : expired()),
  })
}

/** The toast of specification sections 2 and 8. Whoever sends a form was signed in when it was shown. */
const loggedOut = () => ({ title: t('Unauthorized'), description: t('You are logged out. Logging in again...') })
const expired = () => ({ title: t('Session Expired'), description: t('Please log in again to continue.') })

/** Returns the path of the page that a form is on: its action may be an address that shows nothing. */
export function pageOf(request: Request): string {
  const from = request.headers.get('referer') ?? ''
  return URL.canParse(from) && new URL(from).origin === new URL(getEnv().appUrl).origin ? from : request.url
}

/**
 * Guards an admin page.
 * @throws Response as `requireViewer`, or 403 with the access-denied screen, which continues to `/` after a second.
 */
export async function requireAdmin(request: Request): Promise<Viewer> {
  const viewer = await requireViewer(request)
  if (isAdmin(viewer)) return viewer
  throw await denied(adminOnly(), paths.portal())
}

/** Guards an instructor's page. @throws Response as `requireViewer`, or 403 with the access-denied screen. */
export async function requireInstructor(request: Request): Promise<SignedIn> {
  const user = await getSignedIn(request)
  await leadToSecondStep(user)
  if (user && isInstructor(user)) return user
  const viewer = await requireViewer(request)
  throw await denied(INSTRUCTORS_ONLY, isAdmin(viewer) ? paths.admin() : paths.portal())
}

/**
 * Builds the access-denied screen, which continues after a second. A second is too short to read it, so the next page
 * repeats the message.
 */
async function denied(description: string, to: string): Promise<Response> {
  const { headers } = await redirectWithToast(to, { type: 'error', title: t(ACCESS_DENIED), description })
  headers.delete('Location')
  headers.set('Refresh', `1; url=${to}`)
  return new Response(description, { status: 403, statusText: ACCESS_DENIED, headers })
}
