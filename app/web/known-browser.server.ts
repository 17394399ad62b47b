import { createHmac, randomBytes } from 'node:crypto'
import { type Cookie, createCookie } from '@remix-run/node'
import { z } from 'zod'
import { getEnv } from '~/platform/env.server'

const YEAR = 365 * 24 * 60 * 60
/** The most accounts that one browser is remembered for, such as a family's and the office's. */
const MAX = 8

/** `of` are the accounts that signed in from this browser, as hashes that do not reveal their addresses. */
const schema = z.object({ id: z.string(), of: z.array(z.string()) })

let made: Cookie | undefined
const cookie = (): Cookie => {
  made ??= createCookie('__known', {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: getEnv().appUrl.startsWith('https:'),
    secrets: [getEnv().sessionSecret],
    maxAge: YEAR,
  })
  return made
}

const markOf = (email: string): string =>
  createHmac('sha256', getEnv().sessionSecret).update(`known browser\0${email}`).digest('base64url').slice(0, 16)

async function read(request: Request) {
  const { success, data } = schema.safeParse(await cookie().parse(request.headers.get('cookie')))
  return success ? data : { id: randomBytes(12).toString('base64url'), of: [] }
}

/**
 * Returns the ID of a browser in which this account has signed in before; otherwise null. It outlives the session, and
 * grants no access.
 */
export async function knownBrowser(request: Request, email: string): Promise<string | null> {
  const { id, of } = await read(request)
  return of.includes(markOf(email)) ? id : null
}

/** Returns the `Set-Cookie` header that makes this browser known for the account. */
export async function rememberBrowser(request: Request, email: string): Promise<string> {
  const { id, of } = await read(request)
  const mark = markOf(email)
  return cookie().serialize({ id, of: [mark, ...of.filter((other) => other !== mark)].slice(0, MAX) })
}
