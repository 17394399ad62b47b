import { createCookie } from '@remix-run/node'
import { CSRF, CSRFError } from 'remix-utils/csrf/server'
import { t } from '#text'
import { getEnv } from '~/platform/env.server'
import { FORM_EXPIRED } from '~/utils/confirmation'

// Our largest form, a day of the week, has about a hundred fields.
const MAX_FIELDS = 5_000
/** A field name with an index creates an array of that length: four billion would crash the process. */
const LONG_LIST = /\[\d{4,}/
const LONGEST_NAME = 200

/** Fields of conform's own scripts, which we don't use. conform parses them as JSON, and throws if they are not. */
const OF_CONFORM = ['__intent__', '__state__']

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

/** Returns the token that every form carries, and the `Set-Cookie` header if the browser has none yet. */
export const formToken = (request: Request): Promise<readonly [token: string, setCookie: string | null]> =>
  csrf().commitToken(request)

/**
 * Reads a form and checks that it comes from one of our pages. The request's body is used up.
 * @throws Response 403 if the token is missing or wrong, 400 if the body is not a form, or contains what the database
 * cannot store.
 */
export async function csrfForm(request: Request): Promise<FormData> {
  const form = await request.formData().catch(() => {
    throw new Response(t("We couldn't read the form."), { status: 400, statusText: 'Bad Request' })
  })
  try {
    await csrf().validate(form, request.headers)
  } catch (error) {
    if (error instanceof CSRFError)
      throw new Response(t('This form has expired. Reload the page and try again.'), {
        status: 403,
        statusText: FORM_EXPIRED,
      })
    throw error
  }
  for (const name of OF_CONFORM) form.delete(name)
  const names = [...form.keys()]
  if (names.length > MAX_FIELDS || names.some((name) => name.length > LONGEST_NAME || LONG_LIST.test(name))) {
    throw new Response(t('This form is too large.'), { status: 400, statusText: 'Bad Request' })
  }
  for (const value of form.values()) {
    if (typeof value === 'string' && value.includes('\0')) {
      throw new Response(t('The form has a character that can’t be saved.'), {
        status: 400,
        statusText: 'Bad Request',
      })
    }
  }
  return form
}
