import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Button } from '~/components/ui/button'
import { ChangeList } from '~/components/ui/change-list'
import { EmptyState } from '~/components/ui/empty-state'
import { PageHeader } from '~/components/ui/page-header'
import { Pages } from '~/components/ui/pages'
import { type ListedChange, recentChanges } from '~/models/schedule/week/lesson-changes.server'
import { getEnv } from '~/platform/env.server'
import { formatInstant } from '~/utils/dates'
import { pageNumber } from '~/utils/paging'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'

export const meta: MetaFunction = () => [{ title: 'Schedule Changes' }]

/** Lists the week's changes, by whom, and how to undo each. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const page = pageNumber(new URL(request.url).searchParams.get('page'))
  const { changes, more } = await recentChanges(page)
  const zone = getEnv().schoolTimezone
  return { page, more, changes: changes.map(({ at, ...change }) => ({ ...change, at: formatInstant(at, zone) })) }
}

export default function Changes() {
  const { changes, page, more } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title="Changes" back={{ to: paths.admin(), label: 'Week' }}>
        Changes to the schedule, newest first. Undo reverses exactly what changed.
      </PageHeader>
      {changes.length === 0 ? <EmptyState title={page > 1 ? 'No older changes.' : 'No changes yet.'} /> : null}
      <ChangeList changes={changes}>{(change) => <UndoChange {...change} />}</ChangeList>
      <Pages page={page} more={more} previous="Newer" next="Older" to={(to) => paths.changes({ page: to })} />
    </div>
  )
}

/** Undoes a change, or says that it was undone. */
export function UndoChange({ ids, what, undo }: Pick<ListedChange, 'ids' | 'what' | 'undo'>) {
  if (undo === 'none') return null
  if (undo === 'done') return <span className="text-sm text-muted">Undone</span>
  return (
    <Form method="post" action={paths.undoChanges()} stay>
      <Csrf />
      <input type="hidden" name="changes" value={ids.join(' ')} />
      <input type="hidden" name="back" value="changes" />
      <Button variant="secondary" aria-label={`Undo: ${what}`}>
        Undo
      </Button>
    </Form>
  )
}
