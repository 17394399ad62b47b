import { clearTries, countTry, limitTries } from '~/platform/rate-limit.server'
import { sourceOf } from '~/utils/source'
import { knownBrowser } from './known-browser.server'

const FIVE_MINUTES = 5 * 60

/** How often someone who is signed in may try their password. */
export const PASSWORD_TRIES = { max: 10, seconds: FIVE_MINUTES }

/** Where a sign-in attempt comes from. */
interface Origin {
  /** The source of the request, as from `clientIp`. */
  source: string
  /** The ID of a browser in which the account has signed in before; otherwise null. */
  browser: string | null
}

/**
 * Returns what the limits count by: where the server saw the request come from, as `sourceOf`. Headers that a client
 * could invent are handled by the HTTP server.
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
 * Counts one sign-in attempt in five minutes: 10 for an account from one source, 50 from one source for all accounts,
 * 50 for an account from all sources. A browser in which the account has signed in before has 10 of its own, so that no
 * one else can use them up. Returns 0, or the seconds to wait.
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

/** Resets the counts after a successful sign-in. */
export async function forgetSignInTries(email: string, origin: Origin): Promise<void> {
  const { mine, account } = keysOf(email, origin)
  await clearTries([mine, account])
}

/** Enough for an evening of new families on the school's own network, while a program would fill the office's list of students. */
const REGISTRATIONS = { max: 30, seconds: 60 * 60 }

/** Counts one registration, by screen or API. @throws TooManyTries after 30 from one source in an hour */
export const limitRegistrations = (source: string): Promise<void> => limitTries(`register:${source}`, REGISTRATIONS)
