import { t } from '#text'
import { Button } from './button'

/** Prints the screen's print version. Without scripts the browser's own menu does. */
export function PrintButton() {
  return (
    <Button type="button" variant="secondary" className="with-scripts" data-print="">
      {t('Print')}
    </Button>
  )
}
