import { isRouteErrorResponse, useLocation } from '@remix-run/react'
import { ErrorScreen } from '~/components/screens/error-screen'
import { MessageScreen } from '~/components/screens/message-screen'
import { ButtonLink } from '~/components/ui/button'
import { paths } from '~/utils/paths'

/** What a list of rides shows instead of itself: signed out, a fault of ours with Try Again, or the usual screens. */
export function RidesError({ error, title, login }: { error: unknown; title: string; login: string }) {
  const { pathname, search } = useLocation()
  const here = pathname + search
  if (isRouteErrorResponse(error) && error.status === 401) {
    return (
      <MessageScreen
        title="Authentication Required"
        actions={<ButtonLink to={paths.auth({ redirectTo: here })}>{login}</ButtonLink>}
      >
        <p>You are not authorized to see these rides. Please log in again.</p>
      </MessageScreen>
    )
  }
  if (isRouteErrorResponse(error) && error.status < 500) return <ErrorScreen error={error} />
  return (
    <MessageScreen title={title} actions={<ButtonLink to={here}>Try Again</ButtonLink>}>
      <p>We couldn't load your rides. Please try again.</p>
    </MessageScreen>
  )
}
