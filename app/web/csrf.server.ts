import { createCookie } from '@remix-run/node'
import { CSRF, CSRFError } from 'remix-utils/csrf/server'
import { getEnv } from '~/platform/env.server'
import { FORM_EXPIRED } from '~/utils/confirmation'

// The largest form of ours, a day of the week, has some hundred.
const MOST_FIELDS = 5_000
/** A name of a field with an index makes a list of that length: one of four billion would end the process. */
const LONG_LIST = /\[\d{4,}/
const LONGEST_NAME = 200

/** What conform's own scripts would send, none of which is ours. It reads them as JSON, and fails if they are none. */
const OF_CONFORM = ['__intent__', '__state__']

const EXPIRED = 'This form has expired. Reload the page and try again.'

let made: CSRF | undefined
const csrf = (): CSRF => {
  const { sessionSecret, appUrl } = getEnv()
  made ??= new CSRF({
    cookie: createCookie('csrf', {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure: appUrl.startsWith('https:'),
      secrets: [sessionSecret],
    }),
    secret: sessionSecret,
  })
  return made
}

/** The token that every form carries, and the `Set-Cookie` header where the browser has none yet. */
export const formToken = (request: Request): Promise<readonly [token: string, setCookie: string | null]> =>
  csrf().commitToken(request)

/**
 * Reads a form and checks that it comes from a page of ours. The request's body is used up.
 * @throws Response 403 where the token is missing or wrong, 400 where the body is no form, or holds what a database cannot.
 */
export async function csrfForm(request: Request): Promise<FormData> {
  const form = await request.formData().catch(() => {
    throw new Response("We couldn't read the form.", { status: 400, statusText: 'Bad Request' })
  })
  try {
    await csrf().validate(form, request.headers)
  } catch (error) {
    if (error instanceof CSRFError) throw new Response(EXPIRED, { status: 403, statusText: FORM_EXPIRED })
    throw error
  }
  for (const name of OF_CONFORM) form.delete(name)
  const names = [...form.keys()]
  if (names.length > MOST_FIELDS || names.some((name) => name.length > LONGEST_NAME || LONG_LIST.test(name))) {
    throw new Response('This form is too large.', { status: 400, statusText: 'Bad Request' })
  }
  for (const value of form.values()) {
    if (typeof value === 'string' && value.includes('\0')) {
      throw new Response('The form holds a character that cannot be kept.', { status: 400, statusText: 'Bad Request' })
    }
  }
  return form
}
