import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { LessonDialogError } from '~/components/schedule/lesson-dialog-error'
import { LessonLine } from '~/components/schedule/lesson-line'
import { ChangeList } from '~/components/ui/change-list'
import { Dialog } from '~/components/ui/dialog'
import { EmptyState } from '~/components/ui/empty-state'
import { lessonTrail } from '~/models/schedule/trail.server'
import { requireAdmin } from '~/services/auth.server'
import { getEnv } from '~/services/env.server'
import { slotParam } from '~/services/lesson-param.server'
import { formatInstant } from '~/utils/dates'
import { paths } from '~/utils/paths'

export const meta: MetaFunction = () => [{ title: 'Changes' }]

/** Of a lesson that is gone too: then it says who took it away. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const slot = slotParam(params)
  const changes = await lessonTrail(slot)
  const zone = getEnv().schoolTimezone
  return { slot, changes: changes.map(({ at, ...change }) => ({ ...change, at: formatInstant(at, zone) })) }
}

export default function LessonChanges() {
  const { slot, changes } = useLoaderData<typeof loader>()
  return (
    <Dialog title="Changes" closeTo={paths.lesson(slot)}>
      <LessonLine {...slot} />
      {changes.length === 0 ? <EmptyState title="Nobody has changed this lesson here yet." /> : null}
      <ChangeList changes={changes} />
    </Dialog>
  )
}

export const ErrorBoundary = LessonDialogError
