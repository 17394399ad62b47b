import { Form, useNavigation } from '@remix-run/react'
import { FormError } from '~/components/form/form-error'
import { SelectField } from '~/components/form/select-field'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { useRoot } from '~/components/use-root'
import type { CatalogPackage } from '~/models/catalog/catalog.server'
import { PackagePicker } from '~/routes/portal/purchase/package-picker'
import { formatMonth } from '~/utils/dates'
import { paths } from '~/utils/paths'

/** A package and the month it starts with; the payment method comes next. */
export function StartForm({
  packages,
  months,
  chosen,
  nonce,
  errors,
}: {
  packages: CatalogPackage[]
  /** The 1st of each of the next 12 months. */
  months: string[]
  chosen: { packageId: number | null; month: string }
  nonce: string
  errors?: { package?: string; month?: string; form?: string }
}) {
  const csrf = useRoot()?.csrf ?? ''
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" action={paths.workingPortal()}>
      <input type="hidden" name="csrf" value={csrf} />
      <input type="hidden" name="nonce" value={nonce} />
      <Card title="Choose a package">
        <div className="grid gap-5">
          <FormError
            title={errors?.form && 'Subscription Creation Failed'}
            errors={errors?.form ? [errors.form] : null}
          />
          <FormError errors={errors?.package ? [errors.package] : null} />
          <PackagePicker packages={packages} detail="contents" selected={chosen.packageId} required />
          <SelectField
            name="month"
            label="Start month"
            defaultValue={chosen.month}
            errors={errors?.month ? [errors.month] : undefined}
            options={[
              { value: '', label: 'Choose a month' },
              ...months.map((month) => ({ value: month, label: formatMonth(month) })),
            ]}
          />
          <Button disabled={busy}>{busy ? 'Processing...' : 'Start Subscription'}</Button>
        </div>
      </Card>
    </Form>
  )
}
