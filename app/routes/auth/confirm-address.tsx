import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { MessageScreen } from '~/components/screens/message-screen'
import { Button, ButtonLink } from '~/components/ui/button'
import { confirmAddress, findAddressLink } from '~/models/accounts/links/address.server'
import { tokenField } from '~/models/accounts/links/auth-token.schema'
import { refuseUntil } from '~/platform/rate-limit.server'
import { countTokenTry } from '~/services/mail/account-links.server'
import { mailAddressLink } from '~/services/mail/address-links.server'
import { paths } from '~/utils/paths'
import { getSignedIn, requireSignedIn } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { clientIp, enter, homeOf } from '~/web/sign-in.server'

export const meta: MetaFunction = () => [{ title: 'Confirm Your Address' }]

/** Changes nothing: programs that look at mail open its links. */
export async function loader({ request }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token')
  if (!token) throw redirect(paths.portal())
  const [link, viewer] = [await findAddressLink(token), await getSignedIn(request)]
  return { token, email: link?.email ?? null, isTheirs: link !== null && link.userId === viewer?.id }
}

export const action = formAction({
  guard: getSignedIn,
  schema: z.discriminatedUnion('intent', [
    z.object({ intent: z.literal('send') }),
    z.object({ intent: z.literal('confirm'), token: tokenField }),
  ]),
  failed: 'Nothing was confirmed',
  async run({ viewer, value, request, context }) {
    if (value.intent === 'send') {
      const { id, email, role } = viewer ?? (await requireSignedIn(request))
      const to = homeOf({ role })
      if (!(await mailAddressLink(id))) return { to, title: 'Your address is confirmed' }
      return { to, title: 'Link sent', description: `Look into the mailbox of ${email}. The link holds for 7 days.` }
    }
    refuseUntil(await countTokenTry(clientIp(context)))
    return enter(request, await confirmAddress(value.token, viewer?.id ?? null), 'Address confirmed')
  },
})

export default function ConfirmAddress() {
  const { token, email, isTheirs } = useLoaderData<typeof loader>()
  const answer = useAnswer()
  if (!email) {
    return (
      <MessageScreen title="This link doesn’t work" actions={<ButtonLink to={paths.portal()}>Go On</ButtonLink>}>
        <p>It was used already, or it has expired. Sign in, and ask for a new one.</p>
      </MessageScreen>
    )
  }
  return (
    <MessageScreen
      title="Is this your address?"
      actions={
        <>
          <PostForm answer={answer} action={paths.confirmAddress(token)}>
            <input type="hidden" name="token" value={token} />
            <Button name="intent" value="confirm">
              {isTheirs ? 'Confirm My Address' : 'Confirm Without Signing In'}
            </Button>
          </PostForm>
          {isTheirs ? null : (
            <ButtonLink to={paths.auth({ redirectTo: paths.confirmAddress(token) })} variant="secondary">
              Sign In First
            </ButtonLink>
          )}
        </>
      }
    >
      <p>
        <strong className="[overflow-wrap:anywhere] text-ink">{email}</strong>
      </p>
      {isTheirs ? (
        <p>Receipts and notices come here from now on.</p>
      ) : (
        <p>
          Did you choose a password? Sign in first, and you keep it. Otherwise it ends, and every device is signed out:
          someone else may have registered your address.
        </p>
      )}
    </MessageScreen>
  )
}
