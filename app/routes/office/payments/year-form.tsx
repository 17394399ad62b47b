import { Field } from '~/components/form/field'
import { Form } from '~/components/form/form'
import { SelectField } from '~/components/form/select-field'
import { Button } from '~/components/ui/button'

/** Which year, and whose: two years back to two ahead. */
export function YearForm({
  year,
  years,
  search,
  studentId,
  unpaid,
}: {
  year: number
  years: number[]
  search: string
  studentId?: string
  unpaid: boolean
}) {
  return (
    <Form method="get" stay className="grid grid-cols-[auto_1fr] items-end gap-3 sm:flex sm:flex-wrap">
      {unpaid ? <input type="hidden" name="status" value="unpaid" /> : null}
      <SelectField
        label="Year"
        name="year"
        defaultValue={String(year)}
        options={years.map((option) => ({ value: String(option), label: String(option) }))}
      />
      {studentId ? (
        <input type="hidden" name="student" value={studentId} />
      ) : (
        <Field label="Student" name="q" type="search" defaultValue={search} />
      )}
      <Button variant="secondary" className="col-span-2" busy="Loading payment data...">
        Show
      </Button>
    </Form>
  )
}
