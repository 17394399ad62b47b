import type { ReactNode } from 'react'
import { Form } from '~/components/form/form'
import { SelectField } from '~/components/form/select-field'
import { Button } from '~/components/ui/button'

/** A select for the year of payments, and the screen's other fields. */
export function YearForm({ year, years, children }: { year: number; years: number[]; children?: ReactNode }) {
  return (
    <Form method="get" stay className="flex flex-wrap items-end gap-3">
      <SelectField
        label="Year"
        name="year"
        defaultValue={String(year)}
        options={years.map((option) => ({ value: String(option), label: String(option) }))}
      />
      {children}
      <Button variant="secondary" busy="Loading payment data...">
        Show
      </Button>
    </Form>
  )
}
