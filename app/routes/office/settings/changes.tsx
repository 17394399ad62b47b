import { Card } from '~/components/ui/card'
import { type Change, ChangeList } from '~/components/ui/change-list'

/** The latest changes of a part of the settings, newest first. */
export function Changes({ changes }: { changes: Change[] }) {
  return (
    <Card title="Recent changes">
      {changes.length === 0 ? <p className="text-muted">No changes yet.</p> : null}
      <ChangeList changes={changes} />
    </Card>
  )
}
