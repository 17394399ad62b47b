import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { t } from '#text'
import { ConfirmScreen } from '~/components/screens/confirm-screen'
import { MessageScreen } from '~/components/screens/message-screen'
import { ButtonLink } from '~/components/ui/button'
import { CONFIRM_TITLE } from '~/utils/confirmation'
import { paths } from '~/utils/paths'
import { safeRedirect } from '~/utils/safe-redirect'
import { requireViewer } from '~/web/auth.server'
import { isConfirmed } from '~/web/confirm/confirm.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: t(CONFIRM_TITLE) }]

const asked = (query: URLSearchParams) => ({
  to: safeRedirect(query.get('to'), paths.portal()),
  from: safeRedirect(query.get('from'), paths.portal()),
})

/** Once it is confirmed the file comes by itself, and this page says so. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { email } = await requireViewer(request)
  const { to, from } = asked(new URL(request.url).searchParams)
  const done = await isConfirmed(request)
  return data({ to, from, email, done }, { headers: done ? { Refresh: `0; url=${to}` } : {} })
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const action = formAction({
  guard: requireViewer,
  schema: z.object({}),
  confirms: true,
  run: async ({ query }) => redirect(paths.confirm(asked(query))),
})

export default function Confirm() {
  const { to, from, email, done } = useLoaderData<typeof loader>()
  if (!done) return <ConfirmScreen action={paths.confirm({ to, from })} email={email} back={from} fields={[]} />
  return (
    <MessageScreen
      title={t('Your file is on its way')}
      actions={
        <>
          <a href={to} className="btn btn-primary">
            {t('Download Again')}
          </a>
          <ButtonLink to={from} variant="secondary">
            {t('Back')}
          </ButtonLink>
        </>
      }
    >
      <p role="status">
        {t('It downloads automatically. For ten minutes you can download more without your password.')}
      </p>
    </MessageScreen>
  )
}
