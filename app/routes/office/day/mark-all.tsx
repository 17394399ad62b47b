import { classes } from '~/components/classes'
import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Button } from '~/components/ui/button'
import type { Slot } from '~/models/vocabulary/slot'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'

/** Records the rest of a lesson as present, and returns here. Renders nothing if that would be a single tap anyway. */
export function MarkAll({
  slot,
  open,
  ahead = false,
  action = paths.markLesson(slot),
  fields,
}: {
  slot: Slot
  open: number
  /** Whether the lesson has not begun, so that this is not the next thing to do. */
  ahead?: boolean
  action?: string
  fields: Record<string, string>
}) {
  if (open < 2) return null
  return (
    <Form method="post" action={action} stay className="no-print">
      <Csrf />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button
        name="intent"
        value="present"
        variant="quiet"
        className={classes('whitespace-nowrap', ahead && 'text-muted')}
        aria-label={`Mark ${open} present, ${formatTimeOfDay(slot.time)} ${slot.type}`}
      >
        All present
      </Button>
    </Form>
  )
}
