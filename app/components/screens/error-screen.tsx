import { isRouteErrorResponse, useLocation } from '@remix-run/react'
import { useServerContext } from '~/components/server-context'
import { ButtonLink } from '~/components/ui/button'
import { paths } from '~/utils/paths'
import { MessageScreen } from './message-screen'

const home = <ButtonLink to={paths.portal()}>Return to Home</ButtonLink>

/** The screen for whatever went wrong: not found, not allowed, or a fault of ours with the id to report it by. */
export function ErrorScreen({ error }: { error: unknown }) {
  const { requestId } = useServerContext()
  if (!isRouteErrorResponse(error)) {
    return (
      <MessageScreen title="Something went wrong" actions={home}>
        <p>It is our fault, not yours. Please try again in a moment; nothing was charged twice.</p>
        {requestId ? (
          <p className="text-sm">
            If it happens again, tell us this number: <code className="select-all">{requestId}</code>
          </p>
        ) : null}
      </MessageScreen>
    )
  }
  if (error.statusText === 'Access Denied') return <AccessDenied message={String(error.data)} />
  if (error.status === 404) {
    return (
      <MessageScreen title="Page not found" actions={home}>
        <p>There is nothing at this address. It may have moved, or it may not be yours to see.</p>
      </MessageScreen>
    )
  }
  if (error.statusText === 'Form expired') return <FormExpired message={String(error.data)} />
  const said = typeof error.data === 'string' && error.status < 500 ? error.data : ''
  return (
    <MessageScreen title={error.status < 500 ? 'That did not work' : 'Something went wrong'} actions={home}>
      <p>{said || 'Please go back and try again.'}</p>
    </MessageScreen>
  )
}

/** The answer's `Refresh` header goes on to the portal after a second. */
function AccessDenied({ message }: { message: string }) {
  return (
    <MessageScreen title="Access Denied" actions={<ButtonLink to={paths.portal()}>Go to Customer Portal</ButtonLink>}>
      <p role="alert">{message}</p>
    </MessageScreen>
  )
}

function FormExpired({ message }: { message: string }) {
  const { pathname, search } = useLocation()
  return (
    <MessageScreen title="Please try again" actions={<ButtonLink to={pathname + search}>Reload the page</ButtonLink>}>
      <p>{message}</p>
    </MessageScreen>
  )
}
