import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { t } from '#text'
import { linkRequestSchema } from '~/models/people/accounts/links/auth-token.schema'
import type { LinkKind } from '~/models/people/accounts/links/auth-token.server'
import { isAdmin } from '~/models/vocabulary/user'
import { refuseUntil } from '~/platform/rate-limit.server'
import { countLinkRequest, requestLink } from '~/services/mail/account-links.server'
import { isMailSetUp, whomToAsk } from '~/services/mail/set-up.server'
import { paths } from '~/utils/paths'
import { getSignedIn } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { knownBrowser } from '~/web/known-browser.server'
import { clientIp } from '~/web/sign-in-limits.server'
import type { Unavailable } from './link-request'

const sent = (): Record<LinkKind, string> => ({ magic: t('Magic Link Sent!'), reset: t('Password Reset Link Sent!') })
const FAULT: Record<LinkKind, string> = {
  magic: 'Failed to generate magic link.',
  reset: 'Failed to send password reset link.',
}

/** Of both dialogs. Where no email goes out, only the office gets a link: whom to ask instead. */
export async function linkLoader({ request }: LoaderFunctionArgs) {
  const viewer = await getSignedIn(request)
  const isPromised = isMailSetUp() || (viewer !== null && isAdmin(viewer))
  return {
    email: new URL(request.url).searchParams.get('email') ?? '',
    instead: isPromised ? null : t('We can’t send email yet. For a link, {ask}.', { ask: await whomToAsk() }),
  }
}

/** The action of both dialogs that ask for a link. If email cannot be sent, the dialog stays and says so. */
export const linkAction = (kind: LinkKind) =>
  formAction({
    guard: getSignedIn,
    schema: linkRequestSchema,
    failed: () => t('Error'),
    // The office may get a link into a family's account.
    confirms: ({ viewer }) => viewer !== null && isAdmin(viewer),
    fault: FAULT[kind],
    async run({ viewer, value: { email }, request, context }) {
      refuseUntil(await countLinkRequest(clientIp(context)))
      const browser = await knownBrowser(request, email)
      const { emailSent, isRepeated, message, link } = await requestLink(kind, email, viewer, browser)
      if (!emailSent) return json<{ unavailable: Unavailable }>({ unavailable: { message, link } })
      return {
        to: paths.auth(),
        title: isRepeated ? t('A Link Is Already on Its Way') : sent()[kind],
        description: message,
      }
    },
  })
