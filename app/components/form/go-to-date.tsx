import { Button } from '~/components/ui/button'
import type { LocalDate } from '~/utils/dates'

/** A date that leads to the same screen on another day, at once with scripts, without them by a button. */
export function GoToDate({
  id,
  name,
  action,
  date,
  className,
}: {
  id: string
  /** The address's parameter. */
  name: string
  action: string
  date: LocalDate
  className: string
}) {
  return (
    <form action={action} data-stay="" data-live="" className={className}>
      <label htmlFor={id} className="sr-only">
        Go to date
      </label>
      <input
        id={id}
        type="date"
        name={name}
        defaultValue={date}
        min="2000-01-01"
        max="2199-12-31"
        required
        className="input"
      />
      <Button variant="secondary" className="without-scripts">
        Go
      </Button>
    </form>
  )
}
