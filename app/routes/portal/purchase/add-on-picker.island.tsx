import { t } from '#text'
import type { CatalogAddOn } from '~/models/money/catalog/catalog.server'
import { MAX_QUANTITY } from '~/models/money/catalog/order-choice'
import { formatCents } from '~/utils/money'

/** The add-ons with a quantity from 0 to 10 each. With scripts, plus and minus buttons stand beside the number. */
export function AddOnPicker({
  addOns,
  quantities,
  errors = {},
  often,
  onChange,
}: {
  addOns: CatalogAddOn[]
  quantities: Record<number, number>
  errors?: Record<string, string>
  /** In a subscription: whether each one is monthly, or one-time with the first month. */
  often?: { isOnce: (item: CatalogAddOn) => boolean; onChange?: (id: number, once: boolean) => void }
  /** Set once scripts run. */
  onChange?: (id: number, quantity: number) => void
}) {
  return (
    <ul className="divide-y divide-line">
      {addOns.map((item) => {
        const name = `addon-${item.id}`
        const quantity = quantities[item.id] ?? 0
        const error = errors[name]
        return (
          <li key={item.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-36 flex-1">
              <label htmlFor={name} className="font-semibold">
                {item.name}
              </label>{' '}
              <span className="whitespace-nowrap tabular-nums text-muted">{formatCents(item.price)}</span>
              {item.description ? <p className="text-sm text-muted">{item.description}</p> : null}
              {error ? (
                <p id={`${name}-error`} className="text-sm text-bad">
                  {error}
                </p>
              ) : null}
            </div>
            {often ? <Often item={item} isOnce={often.isOnce(item)} onChange={often.onChange} /> : null}
            <div className="flex items-center gap-1">
              <Step
                label={t('Remove one {name}', { name: item.name })}
                disabled={quantity === 0}
                onClick={() => onChange?.(item.id, quantity - 1)}
              >
                −
              </Step>
              <input
                id={name}
                name={name}
                type="number"
                inputMode="numeric"
                min={0}
                max={MAX_QUANTITY}
                step={1}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? `${name}-error` : undefined}
                className="input w-16 text-center tabular-nums"
                {...(onChange
                  ? { value: quantity, onChange: (event) => onChange(item.id, Number(event.currentTarget.value)) }
                  : { defaultValue: quantity })}
              />
              <Step
                label={t('Add one {name}', { name: item.name })}
                disabled={quantity === MAX_QUANTITY}
                onClick={() => onChange?.(item.id, quantity + 1)}
              >
                +
              </Step>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function Often({
  item: { id, name, isRecurring },
  isOnce,
  onChange,
}: {
  item: CatalogAddOn
  isOnce: boolean
  onChange?: (id: number, once: boolean) => void
}) {
  const field = `often-${id}`
  if (!isRecurring) {
    return (
      <span className="text-muted">
        <input type="hidden" name={field} value="one-time" />
        {t('Once')}
      </span>
    )
  }
  const value = isOnce ? 'one-time' : 'recurring'
  return (
    <select
      name={field}
      aria-label={t('How often: {name}', { name })}
      className="input w-auto"
      {...(onChange
        ? { value, onChange: (event) => onChange(id, event.currentTarget.value === 'one-time') }
        : { defaultValue: value })}
    >
      <option value="recurring">{t('Every month')}</option>
      <option value="one-time">{t('Once')}</option>
    </select>
  )
}

function Step({
  label,
  children,
  ...button
}: {
  label: string
  children: string
  disabled: boolean
  onClick: () => void
}) {
  return (
    <button type="button" aria-label={label} className="step-button with-scripts" {...button}>
      {children}
    </button>
  )
}
