import { useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { t } from '#text'
import { FormError } from '~/components/form/form-error'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { boundedQuantity } from '~/models/money/catalog/order-choice'
import { priceOf } from '~/models/money/payments/pricing'
import { percentOf } from '~/models/vocabulary/fee'
import { AddOnPicker } from '~/routes/portal/purchase/add-on-picker.island'
import { PriceLines } from '~/routes/portal/purchase/purchase-summary'
import { type Catalog, type Selection, selectedLines } from '~/routes/portal/purchase/selection'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'

interface ModifyFormProps {
  /** What can be chosen, at the prices that this family pays. */
  catalog: Catalog
  /** The choice; at first what the family has. */
  selection: Selection
  /** The rate in hundredths of a percent. */
  feeRate: number
  /** Identifies the prices and the fee that are shown. */
  prices: string
  /** The day from which a change applies, as people read it. */
  starting: string
  /** Named in a family of several. */
  rider?: string
  /** The form token. */
  csrf: string
  /** Why it was refused: as a whole, and by field. */
  refusal: { title?: string; errors?: string[]; fields: Record<string, string> }
}

/** Changes the contents of a subscription: a package or none, and add-ons. */
export function ModifyForm({ catalog, feeRate, prices, starting, rider, csrf, refusal, ...props }: ModifyFormProps) {
  const hydrated = useHydrated()
  const [selection, setSelection] = useState(props.selection)
  // All that is offered here comes every month: what it has that is no longer sold so, too.
  const { lines } = selectedLines(selection, catalog, true)
  const price = priceOf(lines, selection.method, feeRate)
  const change = (part: Partial<Selection>) => setSelection((now) => ({ ...now, ...part }))
  return (
    <form
      method="post"
      action={paths.subscription({ rider })}
      className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]"
    >
      {rider ? <input type="hidden" name="rider" value={rider} /> : null}
      <input type="hidden" name="prices" value={prices} />
      <Card title={t('Modify Subscription')}>
        <div className="grid gap-5">
          <FormError title={refusal.title} errors={refusal.errors} />
          <div className="grid gap-1">
            <label htmlFor="package" className="font-semibold">
              {t('Package')}
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
              <option value="">{t('Add-ons Only')}</option>
              {catalog.packages.map(({ id, name, price }) => (
                <option key={id} value={id}>
                  {name}: {formatCents(price)}
                </option>
              ))}
            </select>
          </div>
          <section aria-label={t('Add-ons')}>
            <h3>{t('Add-ons')}</h3>
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
      <Card title={t('Starting {day}', { day: starting })} className="lg:sticky lg:top-4">
        <div className="grid gap-4">
          {lines.length ? (
            <PriceLines lines={lines} price={price} feePercent={percentOf(feeRate)} monthly />
          ) : (
            <p className="text-muted">
              {t('Choose a package or an add-on. To remove everything, cancel your subscription.')}
            </p>
          )}
          <p className="text-sm text-muted">{t("Your current month won't change.")}</p>
          <Button variant="secondary" className="without-scripts" formMethod="get" name="preview" value="1">
            {t('Update total')}
          </Button>
          {/* The token goes with this button alone, so that Update total never writes it into an address. */}
          <Button name="csrf" value={csrf} disabled={hydrated && lines.length === 0} busy={t('Processing...')}>
            {t('Update Subscription')}
          </Button>
          <ButtonLink to={paths.portal()} variant="secondary">
            {t('Cancel Changes')}
          </ButtonLink>
        </div>
      </Card>
    </form>
  )
}
