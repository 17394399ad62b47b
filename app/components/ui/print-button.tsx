import { Button } from './button'

/** Prints the screen as it is meant for paper. Without scripts the browser's own menu does. */
export function PrintButton() {
  return (
    <Button type="button" variant="secondary" className="with-scripts" data-print="">
      Print
    </Button>
  )
}
