import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { t } from '#text'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { MessageScreen } from '~/components/screens/message-screen'
import { Button, ButtonLink } from '~/components/ui/button'
import { sendContact } from '~/models/money/payments/provider/customer.server'
import { type AddressLinkKind, findAddressLink } from '~/models/people/accounts/links/address.server'
import { tokenField } from '~/models/people/accounts/links/auth-token.schema'
import { refuseUntil } from '~/platform/rate-limit.server'
import { countTokenTry } from '~/services/mail/account-links.server'
import { confirmAndTell, mailAddressLink } from '~/services/mail/address-links.server'
import { paths } from '~/utils/paths'
import { getSignedIn, requireSignedIn } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { enter, homeOf } from '~/web/sign-in.server'
import { clientIp } from '~/web/sign-in-limits.server'

export const meta: MetaFunction = () => [{ title: t('Confirm Your Email Address') }]

/** Changes nothing: programs that look at mail open its links. */
export async function loader({ request }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token')
  if (!token) throw redirect(paths.portal())
  const [link, viewer] = [await findAddressLink(token), await getSignedIn(request)]
  if (!link) return { token, link }
  const { email, kind, isOffice, userId } = link
  return { token, link: { email, kind, isOffice, isTheirs: userId === viewer?.id } }
}

const confirmForm = z.object({ intent: z.literal('confirm'), token: tokenField })

export const action = formAction({
  guard: getSignedIn,
  schema: z.discriminatedUnion('intent', [z.object({ intent: z.literal('send') }), confirmForm]),
  failed: () => t('Nothing was confirmed'),
  async run({ viewer, value, request, context }) {
    if (value.intent === 'send') {
      const { id, email, role } = viewer ?? (await requireSignedIn(request))
      const to = homeOf({ role })
      if (!(await mailAddressLink(id))) return { to, title: t('Your email address is confirmed') }
      return {
        to,
        title: t('Link sent'),
        description: t('Check {email} for our message. The link is good for 7 days.', { email: email ?? '' }),
      }
    }
    refuseUntil(await countTokenTry(clientIp(context)))
    const confirmed = await confirmAndTell(value.token, viewer?.id ?? null)
    await sendContact(confirmed.user.id)
    return enter(request, confirmed, t('Address confirmed'))
  },
})

const titles = (): Record<AddressLinkKind, string> => ({
  confirm: t('Is this your email address?'),
  change: t('Is this your new email address?'),
  'take-back': t('Take your email address back?'),
})

/**
 * Returns what the link does, with its button's text; a link to a new address, or for an administrator, has no button
 * where its account is not signed in.
 */
function sayLink(
  kind: AddressLinkKind,
  isTheirs: boolean,
  isOffice: boolean,
): { about: string; button: string | null } {
  if (kind === 'take-back') {
    return {
      about: t(
        'Your account gets this address again. Its password ends and every device is signed out, for someone else may have changed the address.',
      ),
      button: t('Take It Back'),
    }
  }
  if (kind === 'change') {
    return isTheirs
      ? { about: t('You sign in with it from now on, and our emails come here.'), button: t('Use This Address') }
      : { about: t('Sign in to the account that wants this address first.'), button: null }
  }
  if (isTheirs)
    return { about: t('Receipts and notifications come here from now on.'), button: t('Confirm My Address') }
  if (isOffice) return { about: t('Sign in to the account of this address first.'), button: null }
  return {
    about: t(
      'Did you choose a password? Sign in first, and you keep it. Otherwise it ends, and every device is signed out: someone else may have registered your address.',
    ),
    button: t('Confirm Without Signing In'),
  }
}

export default function ConfirmAddress() {
  const { token, link } = useLoaderData<typeof loader>()
  const answer = useAnswer(confirmForm)
  if (!link) {
    return (
      <MessageScreen
        title={t('This link doesn’t work')}
        actions={<ButtonLink to={paths.portal()}>{t('Go On')}</ButtonLink>}
      >
        <p>{t('It was used already, or it has expired. Sign in, and ask for a new one.')}</p>
      </MessageScreen>
    )
  }
  const { email, kind, isTheirs, isOffice } = link
  const { about, button } = sayLink(kind, isTheirs, isOffice)
  return (
    <MessageScreen
      title={titles()[kind]}
      actions={
        <>
          {button ? (
            <PostForm answer={answer} action={paths.confirmAddress(token)}>
              <input type="hidden" name="token" value={token} />
              <Button name="intent" value="confirm">
                {button}
              </Button>
            </PostForm>
          ) : null}
          {isTheirs || kind === 'take-back' ? null : (
            <ButtonLink
              to={paths.auth({ redirectTo: paths.confirmAddress(token) })}
              variant={button ? 'secondary' : 'primary'}
            >
              {t('Sign In First')}
            </ButtonLink>
          )}
        </>
      }
    >
      <p>
        <strong className="wrap-anywhere text-ink">{email}</strong>
      </p>
      <p>{about}</p>
    </MessageScreen>
  )
}
