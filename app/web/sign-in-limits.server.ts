import { clearTries, countTry, limitTries } from '~/platform/rate-limit.server'
import { sourceOf } from '~/utils/source'
import { knownBrowser } from './known-browser.server'

const FIVE_MINUTES = 5 * 60

/** How often somebody who is signed in may try to say their password. */
export const PASSWORD_TRIES = { max: 10, seconds: FIVE_MINUTES }

/** Where a try to get into an account comes from. */
interface Origin {
  /** As `clientIp`. */
  source: string
  /** A browser in which the account has signed in before; else null. */
  browser: string | null
}

/**
 * What the limits count by: where the server saw the request come from, as `sourceOf`. Headers that a client could invent are the HTTP
 * server's business.
 */
export const clientIp = (context: { ip?: unknown } | undefined): string =>
  typeof context?.ip === 'string' ? sourceOf(context.ip) : 'local'

export const originOf = async (request: Request, source: string, email: string): Promise<Origin> => ({
  source,
  browser: await knownBrowser(request, email),
})

const keysOf = (email: string, { source, browser }: Origin) => ({
  mine: browser ? `sign-in:browser:${browser}:${email}` : `sign-in:from:${source}:${email}`,
  source: `sign-in:source:${source}`,
  account: `sign-in:email:${email}`,
})

/**
 * Counts one try to get into an account, in five minutes: 10 from one source, which has 50 for all accounts; 50 from all sources. A browser
 * in which the account signed in before has 10 of its own, so that no one else can use them up. Returns 0, or the seconds to wait.
 */
export async function countSignInTry(email: string, origin: Origin): Promise<number> {
  const keys = keysOf(email, origin)
  const ofMine = () => countTry(keys.mine, { max: 10, seconds: FIVE_MINUTES })
  if (origin.browser) return ofMine()
  return (
    (await countTry(keys.source, { max: 50, seconds: FIVE_MINUTES })) ||
    (await ofMine()) ||
    countTry(keys.account, { max: 50, seconds: FIVE_MINUTES })
  )
}

/** Somebody who got in starts again from zero. */
export async function forgetSignInTries(email: string, origin: Origin): Promise<void> {
  const { mine, account } = keysOf(email, origin)
  await clearTries([mine, account])
}

/** An evening of new families on the school's own network; a program would fill the office's list of students. */
const REGISTRATIONS = { max: 30, seconds: 60 * 60 }

/** Counts one registration, by screen or call alike. @throws TooManyTries after 30 from one source in an hour */
export const limitRegistrations = (source: string): Promise<void> => limitTries(`register:${source}`, REGISTRATIONS)
