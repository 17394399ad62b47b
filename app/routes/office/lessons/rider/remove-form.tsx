import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Button } from '~/components/ui/button'
import type { RosterRider } from '~/models/schedule/week/roster.server'
import type { Slot } from '~/models/vocabulary/slot'
import { MovedDays } from '~/routes/office/lessons/scope-choice'
import { formatDayShort } from '~/utils/dates'
import { paths } from '~/utils/paths'

/**
 * Removes a rider, without charge, on one date or for good from that date on. It is separate from recording attendance.
 */
export function RemoveForm({
  slot,
  rider,
  version,
  moved,
  back,
}: {
  slot: Slot
  rider: RosterRider
  /** The ride's. */
  version: string
  /** Days that were moved from this lesson. */
  moved: readonly Slot[]
  back?: string
}) {
  const action = paths.lessonRider(slot, rider.riderId, { back })
  return (
    <details className="border-t border-line">
      <summary className="link text-bad inline-flex min-h-11 items-center">Remove from this lesson…</summary>
      <Form method="post" action={action} stay className="grid gap-3">
        <Csrf />
        <input type="hidden" name="version" value={version} />
        <p className="text-muted">
          No charge and no absence.{rider.attendance === 'scheduled' ? null : ' Recorded attendance will be cleared.'}
        </p>
        <MovedDays moved={moved} />
        <div className="flex flex-wrap gap-3">
          <Button name="intent" value="remove-one-time" variant="danger">
            Remove {formatDayShort(slot.date)} only
          </Button>
          {rider.source === 'weekly' ? (
            <Button name="intent" value="remove-weekly" variant="danger-quiet">
              Remove every week from {formatDayShort(slot.date)}
            </Button>
          ) : null}
        </div>
      </Form>
    </details>
  )
}
