import { t } from '#text'
import { Button } from '~/components/ui/button'
import type { SavedOffer } from '~/models/money/paying/pay-saved.server'
import { formatCents } from '~/utils/money'

/** Returns `Visa 4242`. */
const shortLabel = (label: string): string => label.replace('•••• ', '')

/** Pays in one tap: a form for each saved method, without scripts too. */
export function PayWithSaved({
  offer: { id, label, detail, total },
  csrf,
  first = false,
}: {
  offer: SavedOffer
  csrf: string
  first?: boolean
}) {
  return (
    <form method="post" className="grid gap-1">
      <input type="hidden" name="csrf" value={csrf} />
      <input type="hidden" name="method" value={id} />
      <input type="hidden" name="seen" value={total} />
      <Button name="intent" value="saved" variant={first ? 'primary' : 'secondary'} busy={t('Processing...')}>
        {t('Pay {total} with {method}', { total: formatCents(total), method: shortLabel(label) })}
      </Button>
      {first ? <p className="text-center text-sm text-muted">{detail}</p> : null}
    </form>
  )
}
