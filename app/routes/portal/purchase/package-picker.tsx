import { t } from '#text'
import { Badge } from '~/components/ui/badge'
import type { CatalogPackage } from '~/models/money/catalog/catalog.server'
import { contentsOf } from '~/models/vocabulary/catalog'
import { formatCents } from '~/utils/money'

/** The packages as cards, of which one at most is chosen. Without scripts a last card takes the choice back. */
export function PackagePicker({
  packages,
  detail,
  selected,
  last = null,
  required = false,
  onSelect,
}: {
  packages: CatalogPackage[]
  /** What stands below the name: the school's own words, or the counts. */
  detail: 'description' | 'contents'
  selected: number | null
  /** The package that was bought last, which is marked. */
  last?: number | null
  /** There is nothing else to choose, so no card takes the choice back. */
  required?: boolean
  /** Given once scripts run: then a second click on a card takes it back. */
  onSelect?: (id: number | null) => void
}) {
  return (
    <fieldset className="packages">
      <legend className="sr-only">{t('Package')}</legend>
      {packages.map((item) => (
        <label key={item.id} className="choice-card">
          <input
            type="radio"
            name="package"
            value={item.id}
            className="choice-input"
            {...(onSelect
              ? {
                  checked: selected === item.id,
                  onChange: () => onSelect(item.id),
                  onClick: () => selected === item.id && onSelect(null),
                }
              : { defaultChecked: selected === item.id })}
          />
          <span className="flex-1">
            <span className="flex items-baseline justify-between gap-3">
              <span className="font-semibold">{item.name}</span>
              <span className="tabular-nums font-semibold whitespace-nowrap">{formatCents(item.price)}</span>
            </span>
            <span className="block text-sm text-muted">
              {detail === 'contents' ? contentsOf(item) : item.description}
            </span>
            {detail === 'contents' ? (
              <span className="flex flex-wrap items-center gap-x-2 text-sm">
                {item.pace}
                {item.id === last ? <Badge>{t('Last bought')}</Badge> : null}
              </span>
            ) : null}
          </span>
        </label>
      ))}
      {onSelect || required ? null : (
        <label className="choice-card without-scripts">
          <input type="radio" name="package" value="" className="choice-input" defaultChecked={selected === null} />
          <span>{t('No package, add-ons only')}</span>
        </label>
      )}
    </fieldset>
  )
}
