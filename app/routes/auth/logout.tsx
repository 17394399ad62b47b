import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { t } from '#text'
import { Csrf } from '~/components/form/csrf'
import { MessageScreen } from '~/components/screens/message-screen'
import { Button, ButtonLink } from '~/components/ui/button'
import { tickField } from '~/models/schedule/vocabulary/slot.schema'
import { unsentChanges } from '~/models/unsent/unsent-cookie'
import { isInstructor } from '~/models/vocabulary/user'
import { paths } from '~/utils/paths'
import { getSignedIn } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { endSession } from '~/web/session.server'

export const meta: MetaFunction = () => [{ title: t('Sign Out?') }]

/** Following a link signs nobody out. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await getSignedIn(request)
  const unsent = user ? unsentChanges(request.headers.get('Cookie'), user.id) : 0
  if (!user || unsent === 0) throw redirect(paths.portal())
  const sheet = isInstructor(user)
    ? { to: paths.teaching(), name: 'My Day' }
    : { to: paths.daySheet(), name: 'the Day Sheet' }
  return { unsent, sheet }
}

export const action = formAction({
  guard: getSignedIn,
  schema: z.object({ discard: tickField }),
  failed: () => t('Logout failed'),
  refusedTo: () => paths.portal(),
  async run({ request, viewer, value }) {
    if (viewer && unsentChanges(request.headers.get('Cookie'), viewer.id) > 0 && !value.discard)
      return redirect(paths.logout())
    return redirect(paths.auth(), { headers: await endSession(request, viewer?.id) })
  },
})

/** Only if something of the day sheet would be lost. */
export default function SignOut() {
  const { unsent, sheet } = useLoaderData<typeof loader>()
  const changes = `${unsent} ${unsent === 1 ? 'change' : 'changes'}`
  return (
    <MessageScreen
      title={`${changes} not sent yet`}
      actions={
        <>
          <ButtonLink to={sheet.to}>Send from {sheet.name}</ButtonLink>
          <form method="post">
            <Csrf />
            <input type="hidden" name="discard" value="on" />
            <Button variant="danger-quiet">{t('Sign Out and Discard')}</Button>
          </form>
        </>
      }
    >
      <p>{t('You made changes offline. They’re saved only on this device.')}</p>
      <p>{t('Signing out deletes them, because someone else may use this device next.')}</p>
    </MessageScreen>
  )
}
