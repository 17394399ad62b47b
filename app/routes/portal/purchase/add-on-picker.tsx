import type { CatalogAddOn } from '~/models/catalog/catalog.server'
import { MAX_QUANTITY } from '~/models/payments/order.schema'
import { formatCents } from '~/utils/money'

/** The add-ons with a quantity from 0 to 10 each. With scripts, plus and minus buttons stand beside the number. */
export function AddOnPicker({
  addOns,
  quantities,
  errors = {},
  onChange,
}: {
  addOns: CatalogAddOn[]
  quantities: Record<number, number>
  errors?: Record<string, string>
  /** Given once scripts run. */
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
            <div className="flex items-center gap-1">
              {onChange ? (
                <Step
                  label={`One ${item.name} less`}
                  disabled={quantity === 0}
                  onClick={() => onChange(item.id, quantity - 1)}
                >
                  −
                </Step>
              ) : null}
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
              {onChange ? (
                <Step
                  label={`One ${item.name} more`}
                  disabled={quantity === MAX_QUANTITY}
                  onClick={() => onChange(item.id, quantity + 1)}
                >
                  +
                </Step>
              ) : null}
            </div>
          </li>
        )
      })}
    </ul>
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
    <button type="button" aria-label={label} className="step-button" {...button}>
      {children}
    </button>
  )
}
