import { Form, useNavigation } from '@remix-run/react'
import { useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { FormError } from '~/components/form/form-error'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { useRoot } from '~/components/use-root'
import { boundedQuantity } from '~/models/payments/order.schema'
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
  errors?: Record<string, string>
  cancelable: boolean
}

/** Changing what a subscription holds: a package or none, and add-ons (specification, section 2). */
export function ModifyForm({ catalog, feeRate, errors = {}, cancelable, ...props }: ModifyFormProps) {
  const hydrated = useHydrated()
  const csrf = useRoot()?.csrf
  const [selection, setSelection] = useState(props.selection)
  const busy = useNavigation().formMethod === 'POST'
  const lines = selectedLines(selection, catalog)
  const price = priceOf(lines, selection.method, feeRate)
  const change = (part: Partial<Selection>) => setSelection((now) => ({ ...now, ...part }))
  return (
    <Form method="post" action={paths.subscription()} className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
      <Card title="Modify Subscription">
        <div className="grid gap-5">
          <FormError
            title={errors.form ? 'Failed to update subscription' : undefined}
            errors={errors.form ? [errors.form] : undefined}
          />
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
              errors={errors}
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
          <p className="text-sm text-muted">Changes apply from next month. The month that is paid stays as it is.</p>
          {hydrated ? null : (
            <Button variant="secondary" formMethod="get" name="preview" value="1">
              Update total
            </Button>
          )}
          <Button name="csrf" value={csrf} disabled={hydrated && (lines.length === 0 || busy)}>
            {busy ? 'Processing...' : 'Update Subscription'}
          </Button>
          {cancelable ? (
            <ButtonLink to={paths.cancelSubscription()} preventScrollReset variant="quiet">
              Cancel Subscription
            </ButtonLink>
          ) : null}
        </div>
      </Card>
    </Form>
  )
}
