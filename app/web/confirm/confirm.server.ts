import { json, redirect } from '@remix-run/node'
import { t } from '#text'
import { Prisma } from '~/generated/prisma/client'
import { verifyLogin } from '~/models/people/accounts/user.server'
import type { SignedIn } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { inTurnOf } from '~/platform/password.server'
import { refuseUntil } from '~/platform/rate-limit.server'
import { isRefusal, Refused } from '~/platform/refused'
import { countLinkRequest, requestLink } from '~/services/mail/account-links.server'
import { CONFIRM_FIRST, CONFIRMATION_FIELDS, type Confirmation } from '~/utils/confirmation'
import { pathOf, paths } from '~/utils/paths'
import { safeRedirect } from '~/utils/safe-redirect'
import { apiError } from '../api.server'
import { getSignedIn, pageOf, requireSignedIn } from '../auth.server'
import { knownBrowser } from '../known-browser.server'
import { retryAfter } from '../refusal.server'
import { readSid } from '../session.server'
import { countSignInTry, forgetSignInTries, originOf } from '../sign-in-limits.server'

/**
 * True if the session signed in, or confirmed its password, within ten minutes by the database's clock, which all
 * processes share. A time in the future was written by a clock that was ahead.
 */
export async function isConfirmed(request: Request): Promise<boolean> {
  const sid = await readSid(request)
  if (!sid) return false
  const rows = await prisma.$queryRaw<unknown[]>(Prisma.sql`
    SELECT 1 FROM sessions WHERE sid = ${sid} AND confirmed_at > now() - interval '10 minutes' AND confirmed_at <= now() + interval '1 minute'`)
  return rows.length > 0
}

async function recordConfirmed(request: Request, { id }: SignedIn): Promise<void> {
  await prisma.$executeRaw(Prisma.sql`UPDATE sessions SET confirmed_at = now() WHERE sid = ${await readSid(request)}`)
  await audit(prisma, { actorId: id, action: 'account.confirm-again', entity: 'account', entityId: id })
}

/** Records which file was downloaded, without the search that selected its rows. */
async function recordFile(request: Request): Promise<void> {
  const viewer = await getSignedIn(request)
  if (!viewer) return
  const { pathname } = new URL(request.url)
  await audit(prisma, { actorId: viewer.id, action: 'file.download', entity: 'file', entityId: pathname })
}

/** The fields that the confirmation screen adds to a form; null if the form comes from its own screen. */
interface Said {
  password: string
  wantsLink: boolean
  /** The address that *Cancel* leads to, as in `Confirmation`. */
  back: string
}

/** Removes the screen's fields from the form, which is then as it was first sent. */
export function takeSaid(form: FormData): Said | null {
  const { password, link, back } = CONFIRMATION_FIELDS
  if (!form.has(password)) return null
  const said = {
    password: String(form.get(password)),
    wantsLink: form.has(link),
    back: safeRedirect(form.get(back), paths.portal()),
  }
  for (const name of Object.values(CONFIRMATION_FIELDS)) form.delete(name)
  return said
}

interface Waiting {
  request: Request
  form: FormData
  said: Said | null
  /** The source of the request, as from `clientIp`. */
  source: string
}

/**
 * Guards a form that requires the password again, once in ten minutes of a session.
 * @throws Response 403 or 429: a screen that asks for it and sends the form again.
 */
export async function confirmForm({ request, form, said, source }: Waiting): Promise<void> {
  if (!said?.password && !said?.wantsLink && (await isConfirmed(request))) return
  const user = await requireSignedIn(request)
  const back = said?.back ?? pathOf({ url: pageOf(request) })
  const fields = [...form].filter((field): field is [string, string] => typeof field[1] === 'string')
  const ask = (more: Pick<Confirmation, 'problem' | 'mailed'> = {}, refused?: Refused) =>
    json<Confirmation>(
      { action: pathOf(request), email: user.email, back, fields, ...more },
      {
        status: refused?.status === 429 ? 429 : 403,
        statusText: CONFIRM_FIRST,
        headers: refused && retryAfter(refused),
      },
    )
  if (!said) throw ask()
  try {
    if (said.wantsLink) throw ask({ mailed: await mailLink(request, user, source) })
    if (!said.password) throw new Refused('invalid', t('Please type your password.'))
    await checkPassword(request, user, said.password, source)
  } catch (error) {
    throw error instanceof Refused ? ask({ problem: error.message }, error) : error
  }
  await recordConfirmed(request, user)
}

/** Checks the password. Tries count together with those of the sign-in page. @throws Refused */
async function checkPassword(request: Request, { email }: SignedIn, password: string, source: string): Promise<void> {
  const origin = await originOf(request, source, email)
  refuseUntil(await countSignInTry(email, origin))
  try {
    await inTurnOf({ source, isKnown: origin.browser !== null }, () => verifyLogin({ email, password }, 'confirmation'))
  } catch (error) {
    throw isRefusal(error, 'sign_in_refused') ? new Refused('password_wrong', t('That’s not your password.')) : error
  }
  await forgetSignInTries(email, origin)
}

/** Mails the account a sign-in link, by which someone without a password confirms. @throws TooManyTries */
async function mailLink(request: Request, { email }: SignedIn, source: string) {
  refuseUntil(await countLinkRequest(source))
  const { emailSent, isRepeated, message, link } = await requestLink(
    'magic',
    email,
    null,
    await knownBrowser(request, email),
  )
  return { message: emailSent && !isRepeated ? t('We emailed a sign-in link to {email}.', { email }) : message, link }
}

/** Guards a file that requires the password again. @throws Response the redirect to the screen that asks, which leads back. */
export async function confirmDownload(request: Request): Promise<void> {
  if (await isConfirmed(request)) return recordFile(request)
  throw redirect(paths.confirm({ to: pathOf(request), from: pathOf({ url: pageOf(request) }) }))
}

/**
 * Guards a call that requires the password again.
 * @throws Response as `confirmDownload` if a link on a screen leads to the call, otherwise JSON 403.
 */
export async function confirmCall(request: Request): Promise<void> {
  if (await isConfirmed(request)) return request.method === 'GET' ? recordFile(request) : undefined
  if (request.method === 'GET' && request.headers.get('Accept')?.includes('text/html')) await confirmDownload(request)
  throw apiError(
    'sign_in_again',
    'This wants a sign-in of the last ten minutes. Please sign in again, then repeat the call.',
  )
}
