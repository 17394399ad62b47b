import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Button } from '~/components/ui/button'
import type { Slot } from '~/models/schedule/week'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'

/** Records the rest of a lesson as present, and comes back. Nothing if that is one tap anyway. */
export function MarkAll({ slot, open, back }: { slot: Slot; open: number; back: string }) {
  if (open < 2) return null
  return (
    <Form method="post" action={paths.markLesson(slot)} stay className="no-print">
      <Csrf />
      <input type="hidden" name="back" value={back} />
      <Button
        name="intent"
        value="present"
        variant="quiet"
        className="whitespace-nowrap"
        aria-label={`Mark ${open} present, ${formatTimeOfDay(slot.time)} ${slot.type}`}
      >
        All present
      </Button>
    </Form>
  )
}
