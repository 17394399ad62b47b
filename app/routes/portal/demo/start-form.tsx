import { FormError } from '~/components/form/form-error'
import { PostForm } from '~/components/form/post-form'
import { SelectField } from '~/components/form/select-field'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import type { CatalogPackage } from '~/models/money/catalog/catalog.server'
import { PackagePicker } from '~/routes/portal/purchase/package-picker'
import { formatMonth } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { startForm } from './start.schema'

/** A package and the month it starts with; the payment method comes next. */
export function StartForm({
  packages,
  months,
  chosen,
  nonce,
}: {
  packages: CatalogPackage[]
  /** The 1st of each of the next 12 months. */
  months: string[]
  chosen: { package: string; month: string }
  nonce: string
}) {
  const { field, ...answer } = useAnswer(startForm, { defaultValue: chosen })
  const { meta } = field('package')
  return (
    <Card title="Choose a package">
      <PostForm answer={answer} action={paths.workingPortal()} className="grid gap-5">
        <input type="hidden" name="nonce" value={nonce} />
        <FormError errors={meta.errors} />
        <PackagePicker packages={packages} detail="contents" selected={Number(meta.initialValue) || null} required />
        <SelectField
          label="Start month"
          {...field('month')}
          options={[
            { value: '', label: 'Choose a month' },
            ...months.map((month) => ({ value: month, label: formatMonth(month) })),
          ]}
        />
        <Button busy="Processing...">Start Subscription</Button>
      </PostForm>
    </Card>
  )
}
