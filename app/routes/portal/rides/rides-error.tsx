import { isRouteErrorResponse, useLocation } from '@remix-run/react'
import { t } from '#text'
import { ErrorScreen } from '~/components/screens/error-screen'
import { MessageScreen } from '~/components/screens/message-screen'
import { ButtonLink } from '~/components/ui/button'

/** What a list of rides shows instead of itself: a fault of ours with Try Again, or the usual screens. */
export function RidesError({ error, title }: { error: unknown; title: string }) {
  const { pathname, search } = useLocation()
  const here = pathname + search
  if (isRouteErrorResponse(error) && error.status < 500) return <ErrorScreen error={error} />
  return (
    <MessageScreen title={title} actions={<ButtonLink to={here}>{t('Try Again')}</ButtonLink>}>
      <p>{t("We couldn't load your rides. Please try again.")}</p>
    </MessageScreen>
  )
}
