import { language, t } from '#text'
import { type LinkKind, storeToken } from '~/models/people/accounts/links/auth-token.server'
import { newToken } from '~/models/people/accounts/token'
import { recordView } from '~/models/privacy/data-view.server'
import { addresseeOf, isAdmin, type SignedIn } from '~/models/vocabulary/user'
import { auditStrangers } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { logError } from '~/platform/log.server'
import { clearTries, countTry, TooManyTries } from '~/platform/rate-limit.server'
import { Refused } from '~/platform/refused'
import { paths } from '~/utils/paths'

import { mailReachable, sendLink } from './account-mail.server'

interface LinkAnswer {
  emailSent: boolean
  /** Whether a link was mailed a moment ago, so that none was sent now. */
  isRepeated: boolean
  message: string
  /** The link in demo mode, and for an admin who passes it on; otherwise null. */
  link: string | null
}

const QUARTER_HOUR = 15 * 60
const NOT_HANDED_OVER =
  'Email service unavailable. A link into another administrator’s account is only ever mailed: npm run admin on the server prints one.'
const onItsWay = (kind: LinkKind): string =>
  kind === 'magic'
    ? t('If this address has an account, a sign-in link is on its way. It works once and expires in 15 minutes.')
    : t(
        'If this address has an account, a link to set a new password is on its way. It works once and expires in an hour.',
      )

const repeated = () =>
  t(
    'A link for this address was asked for a moment ago. If it has an account, the link is on its way: please look into the mailbox, and among the spam. Another one can be sent in a few minutes.',
  )
const usedUp = () =>
  t(
    'Five links were asked for with this address today. Please use the newest one, sign in with your password, or contact the school.',
  )

/** Counts a request for a link, because one source may ask for many addresses. Returns 0 or the seconds to wait. */
export const countLinkRequest = (source: string): Promise<number> =>
  countTry(`link:source:${source}`, { max: 30, seconds: QUARTER_HOUR })

/**
 * Allows five links a day to one mailbox, and five more from a browser in which the account signed in before, so that
 * strangers use up only their own. Returns false if one was requested a moment ago. It works the same whether or not
 * the address has an account.
 * @throws TooManyTries
 */
async function mayMail(kind: LinkKind, email: string, browser: string | null): Promise<boolean> {
  const pause = `link:pause:${kind}:${email}`
  if (await countTry(pause, { max: 1, seconds: 3 * 60 })) return false
  const budget = browser ? `link:browser:${browser}:${email}` : `link:mailbox:${email}`
  const wait = await countTry(budget, { max: 5, seconds: 24 * 60 * 60 })
  if (!wait) return true
  // No link is on its way.
  await clearTries([pause])
  throw new TooManyTries(wait, usedUp())
}

/** Counts a try of a token. Tokens cannot be guessed; the limit keeps tries cheap. */
export const countTokenTry = (ip: string): Promise<number> => countTry(`token:ip:${ip}`, { max: 30, seconds: 5 * 60 })

/** Builds a link from the configured address, so that a stranger's `Host` header never gets into it. */
const linkOf = (kind: LinkKind, token: string): string =>
  getEnv().appUrl + (kind === 'magic' ? paths.signInToken(token) : paths.resetToken(token))

/**
 * Mails a link that signs in or sets a new password. Except to an admin, answer and timing are the same whether or not
 * the address has an account: what depends on the account happens after the answer. A request by an admin is recorded
 * as a view of the account.
 * @param browser one in which the account signed in before, with a limit of its own
 * @throws TooManyTries after five a day, except to an admin. Refused to an admin: 404 if there is no account, 409 if it
 * is another administrator's and no email goes out.
 */
export async function requestLink(
  kind: LinkKind,
  email: string,
  viewer: SignedIn | null,
  browser: string | null = null,
): Promise<LinkAnswer> {
  const token = newToken()
  const link = linkOf(kind, token)
  const deliver = async () => {
    const user = await storeToken(kind, email, token)
    if (!user) return null
    const byOffice = viewer && isAdmin(viewer)
    const entry = { action: 'account.ask-link', entity: 'account', entityId: user.id, detail: { kind } } as const
    await auditStrangers(prisma, { actorId: byOffice ? viewer.id : null, ...entry })
    // Before the link can be used.
    if (byOffice) await recordView(viewer.id, user.id, kind === 'magic' ? 'sign-in link' : 'password link')
    // The office reads English, so a link that it asks for is in English unless the account has another language.
    const reader = addresseeOf({ ...user, language: user.language ?? language() })
    return { user, isSent: await sendLink(kind, email, reader, link) }
  }
  if (viewer && isAdmin(viewer)) {
    const made = await deliver()
    if (!made) throw new Refused('not_found', 'No active account has this email address.', 'email')
    if (made.isSent) return sent(kind)
    if (made.user.isOffice && made.user.id !== viewer.id) throw new Refused('email_not_sent', NOT_HANDED_OVER, 'email')
    return shown(link)
  }
  const demo = getEnv().mode === 'demo' && !getEnv().smtpUrl
  if (!demo && !(await mailReachable()))
    return { ...shown(null), message: t('Email service unavailable. Please contact the school.') }
  if (!demo && !(await mayMail(kind, email, browser))) return { ...sent(kind), isRepeated: true, message: repeated() }
  void deliver().catch((error) => logError(error, { link: kind }))
  return demo ? shown(link) : sent(kind)
}

const sent = (kind: LinkKind): LinkAnswer => ({
  emailSent: true,
  isRepeated: false,
  message: onItsWay(kind),
  link: null,
})
const shown = (link: string | null): LinkAnswer => ({
  emailSent: false,
  isRepeated: false,
  message: 'Email service unavailable',
  link,
})
