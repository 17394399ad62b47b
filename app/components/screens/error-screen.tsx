import { isRouteErrorResponse, useLocation } from '@remix-run/react'
import { t } from '#text'
import { type ServerContext, useServerContext } from '~/components/server-context'
import { ButtonLink } from '~/components/ui/button'
import { useRoot } from '~/components/use-root'
import { isInstructor } from '~/models/vocabulary/user'
import { ACCESS_DENIED, FORM_EXPIRED } from '~/utils/confirmation'
import { paths } from '~/utils/paths'
import { MessageScreen } from './message-screen'

const Home = () => <ButtonLink to={paths.portal()}>{t('Return to Home')}</ButtonLink>

/** The screen for all errors: not found, not allowed, or a fault of ours with an ID to report. */
export function ErrorScreen({ error }: { error: unknown }) {
  const { requestId, unavailable } = useServerContext()
  if (unavailable) return <Unavailable {...unavailable} />
  if (!isRouteErrorResponse(error)) {
    return (
      <MessageScreen title={t('Something went wrong')} actions={<Home />}>
        <p>{t("Something went wrong on our end. Please try again in a moment. You weren't charged twice.")}</p>
        {requestId ? (
          <p className="text-sm">
            {t('If it happens again, give us this code:')} <code className="select-all">{requestId}</code>
          </p>
        ) : null}
      </MessageScreen>
    )
  }
  if (error.statusText === ACCESS_DENIED) return <AccessDenied message={String(error.data)} />
  if (error.status === 404) {
    return (
      <MessageScreen title={t('Page not found')} actions={<Home />}>
        <p>{t("We can't find that page.")}</p>
      </MessageScreen>
    )
  }
  if (error.statusText === FORM_EXPIRED) return <FormExpired message={String(error.data)} />
  const said = typeof error.data === 'string' && error.status < 500 ? error.data : ''
  return (
    <MessageScreen title={error.status < 500 ? t("That didn't work") : t('Something went wrong')} actions={<Home />}>
      <p>{said ? t(said) : t('Please go back and try again.')}</p>
    </MessageScreen>
  )
}

/**
 * Shown if the database is unreachable or full. The form is included, so that nothing typed is lost by trying again.
 */
function Unavailable({ message, form }: NonNullable<ServerContext['unavailable']>) {
  const { pathname, search } = useLocation()
  const again = form ? (
    <form method="post" action={form.action}>
      {form.fields.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names can repeat, and the order is fixed
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="btn btn-primary">
        {t('Send it again')}
      </button>
    </form>
  ) : (
    <ButtonLink to={pathname + search}>{t('Try again')}</ButtonLink>
  )
  return (
    <MessageScreen title={t('Back in a moment')} actions={again}>
      <p role="alert">{t(message)}</p>
    </MessageScreen>
  )
}

/** The answer's `Refresh` header redirects to the portal after a second. */
function AccessDenied({ message }: { message: string }) {
  const viewer = useRoot()?.viewer
  const home = viewer && isInstructor(viewer) ? t('Go to My Day') : t('Go to Customer Portal')
  return (
    <MessageScreen title={t('Access Denied')} actions={<ButtonLink to={paths.portal()}>{home}</ButtonLink>}>
      <p role="alert">{t(message)}</p>
    </MessageScreen>
  )
}

function FormExpired({ message }: { message: string }) {
  const { pathname, search } = useLocation()
  return (
    <MessageScreen
      title={t('Please try again')}
      actions={<ButtonLink to={pathname + search}>{t('Reload the page')}</ButtonLink>}
    >
      <p>{t(message)}</p>
    </MessageScreen>
  )
}
