import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { paths } from '~/utils/paths'

/** Says that the student is off the lists, and puts them back. */
export function RemovedNotice({ name }: { name: string }) {
  return (
    <Form
      method="post"
      className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded border border-warn-edge bg-warn-soft px-4 py-3 text-warn"
    >
      <Csrf />
      <p>
        <strong>{name} was removed from the lists.</strong> Rides, payments, and the account are kept.
      </p>
      <Button name="restore" value="yes" variant="secondary">
        Restore
      </Button>
    </Form>
  )
}

/** Says why there is no name and nothing to do. */
export function ErasedNotice({ on }: { on: string }) {
  return (
    <p className="mb-4 rounded border border-line bg-surface px-4 py-3">
      <strong>Personal data was erased on {on}.</strong> Payments and rides are kept without the name.
    </p>
  )
}

/** The riders whom this account is guardian of. */
export function Riders({ riders }: { riders: { id: string; name: string; removed: boolean }[] }) {
  return (
    <Card title={`Riders (${riders.length})`}>
      <ul>
        {riders.map(({ id, name, removed }) => (
          <li key={id} className="flex items-center gap-3 border-t border-line">
            <Link to={paths.student(id)} className="link inline-flex min-h-11 items-center">
              {name || 'No name'}
            </Link>
            {removed ? <Badge>Removed</Badge> : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}
