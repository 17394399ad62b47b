import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { z } from 'zod'
import { t } from '#text'
import { keepLanguage } from '~/models/people/accounts/language.server'
import { paths } from '~/utils/paths'
import { safeRedirect } from '~/utils/safe-redirect'
import { LANGUAGES } from '~/utils/text/language'
import { getSignedIn } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { rememberLanguage } from '~/web/page/language.server'

const schema = z.object({ language: z.enum(LANGUAGES), to: z.string().optional() })

/** Nobody follows a link here: only the buttons of `LanguageChoice` choose. */
export const loader = () => redirect(paths.portal())

/** Keeps the language in this browser, and of a family in its account, and leads back. @throws Response 400, 403 */
export async function action({ request }: ActionFunctionArgs) {
  const sent = schema.safeParse(Object.fromEntries(await csrfForm(request)))
  if (!sent.success)
    throw new Response(t('This language is not available.'), { status: 400, statusText: 'Bad Request' })
  const { language, to } = sent.data
  const user = await getSignedIn(request)
  if (user) await keepLanguage(user.id, language)
  return redirect(safeRedirect(to, paths.portal()), {
    status: 303,
    headers: { 'Set-Cookie': rememberLanguage(language) },
  })
}

/** A refusal is shown in the frame of all errors, which a route without a screen has none of. */
export default function LanguageChosen() {
  return null
}
