import { isRouteErrorResponse, useParams, useRouteError } from '@remix-run/react'
import { ErrorScreen } from '~/components/screens/error-screen'
import { ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { dayOf } from '~/models/schedule/week/week-address'
import { paths } from '~/utils/paths'

/** The error boundary of a lesson's dialogs: for a removed lesson the week stays visible. */
export function LessonDialogError() {
  const error = useRouteError()
  const day = dayOf(useParams().date) ?? undefined
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorScreen error={error} />
  return (
    <Dialog title="Lesson not found" closeTo={paths.admin({ day })}>
      <p className="mb-4">Someone may have changed or removed it. The week shows the latest.</p>
      <ButtonLink to={paths.admin({ day })}>Back to the week</ButtonLink>
    </Dialog>
  )
}
