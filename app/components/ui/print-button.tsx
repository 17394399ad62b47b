import { useHydrated } from 'remix-utils/use-hydrated'
import { Button } from './button'

/** Prints the screen as it is meant for paper. Without scripts the browser's own menu does. */
export function PrintButton() {
  if (!useHydrated()) return null
  return (
    <Button type="button" variant="secondary" onClick={() => window.print()}>
      Print
    </Button>
  )
}
