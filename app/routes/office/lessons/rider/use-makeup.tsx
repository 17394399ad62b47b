import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Button } from '~/components/ui/button'
import type { MakeupToUse } from '~/models/schedule/makeups/makeup-list.server'
import { formatUntil } from '~/models/vocabulary/makeup'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { paths } from '~/utils/paths'

/**
 * Riders with a makeup for a lesson: one press books it, and the family is notified. Renders nothing if there are none.
 */
export function UseMakeup({ slot, makeups }: { slot: Slot; makeups: readonly MakeupToUse[] }) {
  if (makeups.length === 0) return null
  return (
    <details className="mb-3">
      <summary className="link inline-flex min-h-11 items-center">
        {makeups.length === 1 ? '1 student has a makeup for this' : `${makeups.length} students have a makeup for this`}
      </summary>
      <ul>
        {makeups.map(({ id, rider, until }) => (
          <li key={id} id={`makeup-${id}`} className="flex items-center gap-3 border-t border-line py-2">
            <p className="me-auto min-w-0">
              <span className="block font-semibold">{rider}</span>
              <span className="block text-sm text-muted">{formatUntil(until)}</span>
            </p>
            <Form method="post" action={paths.bookMakeup(id, { back: 'week' })} stay>
              <Csrf />
              <Button
                name="slot"
                value={slotKey(slot)}
                variant="secondary"
                className="whitespace-nowrap"
                busy="Booking…"
                aria-label={`Use the makeup of ${rider}`}
              >
                Use makeup
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </details>
  )
}
