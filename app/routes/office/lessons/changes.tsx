import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ChangeList } from '~/components/ui/change-list'
import { Dialog } from '~/components/ui/dialog'
import { EmptyState } from '~/components/ui/empty-state'
import { lessonChanges } from '~/models/schedule/week/lesson-changes.server'
import { getEnv } from '~/platform/env.server'
import { UndoChange } from '~/routes/office/week/changes'
import { formatInstant } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { slotParam } from '~/web/lesson-param.server'
import { LessonDialogError } from './lesson-dialog-error'
import { LessonLine } from './lesson-line'

export const meta: MetaFunction = () => [{ title: 'Lesson History' }]

/** Shows the changes of a lesson, even of a removed one: then they say who removed it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const slot = slotParam(params)
  const changes = await lessonChanges(slot)
  const zone = getEnv().schoolTimezone
  return { slot, changes: changes.map(({ at, ...change }) => ({ ...change, at: formatInstant(at, zone) })) }
}

export default function LessonChanges() {
  const { slot, changes } = useLoaderData<typeof loader>()
  return (
    <Dialog title="History" closeTo={paths.lesson(slot)}>
      <LessonLine {...slot} />
      {changes.length === 0 ? <EmptyState title="No changes yet." /> : null}
      <ChangeList changes={changes}>{(change) => <UndoChange {...change} />}</ChangeList>
    </Dialog>
  )
}

export const ErrorBoundary = LessonDialogError
