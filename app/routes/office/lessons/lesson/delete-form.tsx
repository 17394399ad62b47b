import { Csrf } from '~/components/form/csrf'
import type { FieldProps } from '~/components/form/field-frame'
import { Form } from '~/components/form/form'
import { Button } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import type { RosterRider } from '~/models/schedule/week/roster.server'
import { isMarked } from '~/models/schedule/week/week'
import { officeLabel } from '~/models/vocabulary/attendance'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { MovedDays } from '~/routes/office/lessons/scope-choice'
import { AskedBox } from '~/routes/office/lessons/slot-fields'
import { formatDayShort } from '~/utils/dates'
import { paths } from '~/utils/paths'

/** Takes the lesson off this date, or off the schedule. Where rides are recorded, it says which, and asks once more. */
export function DeleteForm({
  slot,
  weekly,
  riders,
  moved,
  despite,
}: {
  slot: Slot
  weekly: boolean
  riders: RosterRider[]
  /** Days that were moved from this lesson. */
  moved: readonly Slot[]
  /** The box that is shown once someone waits for what was to be deleted. */
  despite: FieldProps['meta']
}) {
  const recorded = riders.filter(({ attendance }) => isMarked(attendance))
  return (
    <div className="mt-4 flex flex-wrap gap-x-4 border-t border-line">
      <Link
        to={paths.cancelLessons({ date: slot.date, back: 'week', lesson: slotKey(slot) })}
        stay
        className="link text-bad inline-flex min-h-11 items-center"
      >
        Cancel this lesson…
      </Link>
      <details open={Boolean(despite?.errors)} className="min-w-0 open:basis-full">
        <summary className="link text-bad inline-flex min-h-11 items-center">Delete lesson…</summary>
        <Form method="post" action={`${paths.lesson(slot)}?index`} stay className="grid gap-3">
          <Csrf />
          <p className="text-muted">Past lessons don't change. Students aren't charged for canceled lessons.</p>
          {recorded.length > 0 ? (
            <div className="rounded bg-warn-soft p-3">
              <p className="mb-2">
                Already recorded on this date:{' '}
                {recorded.map(({ name, attendance }) => `${name} ${officeLabel(attendance)}`).join(', ')}.
              </p>
              <label className="flex min-h-11 items-center gap-3 font-semibold">
                <input type="checkbox" name="recorded" value={recorded.length} required className="size-5 flex-none" />
                Clear the recorded attendance ({recorded.length})
              </label>
            </div>
          ) : (
            <input type="hidden" name="recorded" value="0" />
          )}
          <MovedDays moved={moved} />
          <AskedBox meta={despite} label="Delete it anyway" />
          <div className="flex flex-wrap gap-3">
            <Button name="scope" value="one-time" variant="danger">
              Delete {formatDayShort(slot.date)} only
            </Button>
            {weekly ? (
              <Button name="scope" value="weekly" variant="danger-quiet" formNoValidate>
                Delete every week from {formatDayShort(slot.date)}
              </Button>
            ) : null}
          </div>
        </Form>
      </details>
    </div>
  )
}
