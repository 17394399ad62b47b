import { createHmac, randomBytes } from 'node:crypto'
import { type Cookie, createCookie } from '@remix-run/node'
import { z } from 'zod'
import { getEnv } from '~/platform/env.server'

const YEAR = 365 * 24 * 60 * 60
/** Accounts that one browser is known for: a family's, and the office's. */
const MOST = 8

/** `of` are the accounts that signed in with it: marks of their addresses, which tell nobody the address. */
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

/** The name of a browser in which this account has signed in before; else null. It outlives the session, and opens nothing. */
export async function knownBrowser(request: Request, email: string): Promise<string | null> {
  const { id, of } = await read(request)
  return of.includes(markOf(email)) ? id : null
}

/** Returns the `Set-Cookie` header by which a browser is known for this account from now on. */
export async function rememberBrowser(request: Request, email: string): Promise<string> {
  const { id, of } = await read(request)
  const mark = markOf(email)
  return cookie().serialize({ id, of: [mark, ...of.filter((other) => other !== mark)].slice(0, MOST) })
}
