import { useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { FormError } from '~/components/form/form-error'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { boundedQuantity } from '~/models/catalog/order-choice'
import { percentOf, priceOf } from '~/models/payments/pricing'
import { AddOnPicker } from '~/routes/portal/purchase/add-on-picker'
import { PriceLines } from '~/routes/portal/purchase/purchase-summary'
import { type Catalog, type Selection, selectedLines } from '~/routes/portal/purchase/selection'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'

export interface ModifyFormProps {
  /** What can be chosen, at the prices that this family pays. */
  catalog: Catalog
  /** What is chosen: what the family has, at first. */
  selection: Selection
  /** Hundredths of a percent. */
  feeRate: number
  /** Names the prices and the fee that are shown. */
  prices: string
  /** Its last day, and the day of the next charge if it is kept; null if it goes on anyway. */
  ending: { endsOn: string; renewsOn: string } | null
  /** The form token. */
  csrf: string
  /** Why it was refused: as a whole, and by field. */
  refusal: { title?: string; errors?: string[]; fields: Record<string, string> }
}

/** Changing what a subscription holds: a package or none, and add-ons. */
export function ModifyForm({ catalog, feeRate, prices, ending, csrf, refusal, ...props }: ModifyFormProps) {
  const hydrated = useHydrated()
  const [selection, setSelection] = useState(props.selection)
  // All that is offered here comes every month: what it has that is no longer sold so, too.
  const { lines } = selectedLines(selection, catalog, true)
  const price = priceOf(lines, selection.method, feeRate)
  const change = (part: Partial<Selection>) => setSelection((now) => ({ ...now, ...part }))
  return (
    <form method="post" action={paths.subscription()} className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
      <input type="hidden" name="prices" value={prices} />
      <Card title="Modify Subscription">
        <div className="grid gap-5">
          <FormError title={refusal.title} errors={refusal.errors} />
          <div className="grid gap-1">
            <label htmlFor="package" className="font-semibold">
              Package
            </label>
            <select
              id="package"
              name="package"
              className="input"
              {...(hydrated
                ? {
                    value: selection.packageId ?? '',
                    onChange: (event) => change({ packageId: Number(event.currentTarget.value) || null }),
                  }
                : { defaultValue: selection.packageId ?? '' })}
            >
              <option value="">Add-ons Only</option>
              {catalog.packages.map(({ id, name, price }) => (
                <option key={id} value={id}>
                  {name}: {formatCents(price)} per month
                </option>
              ))}
            </select>
          </div>
          <section aria-label="Add-ons">
            <h3>Add-ons</h3>
            <AddOnPicker
              addOns={catalog.addOns}
              quantities={selection.quantities}
              errors={refusal.fields}
              onChange={
                hydrated
                  ? (id, quantity) =>
                      change({ quantities: { ...selection.quantities, [id]: boundedQuantity(quantity) } })
                  : undefined
              }
            />
          </section>
        </div>
      </Card>
      <Card title="From next month on" className="lg:sticky lg:top-4">
        <div className="grid gap-4">
          {lines.length ? (
            <PriceLines lines={lines} price={price} feePercent={percentOf(feeRate)} monthly />
          ) : (
            <p className="text-muted">Choose a package or an add-on. To have neither, cancel the subscription.</p>
          )}
          {ending ? (
            <p>
              <input type="hidden" name="keep" value="yes" />
              Your subscription ends with {ending.endsOn}. If you change it, it goes on: it renews on {ending.renewsOn}.
            </p>
          ) : null}
          <p className="text-sm text-muted">Changes apply from next month. The month that is paid stays as it is.</p>
          {hydrated ? null : (
            <Button variant="secondary" formMethod="get" name="preview" value="1">
              Update total
            </Button>
          )}
          {/* The token goes with this button alone, so that Update total never writes it into an address. */}
          <Button name="csrf" value={csrf} disabled={hydrated && lines.length === 0} busy="Processing...">
            {ending ? 'Update and keep my subscription' : 'Update Subscription'}
          </Button>
          {ending ? null : (
            <ButtonLink to={paths.cancelSubscription()} stay variant="quiet">
              Cancel Subscription
            </ButtonLink>
          )}
        </div>
      </Card>
    </form>
  )
}
