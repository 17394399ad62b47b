import { Field } from '~/components/form/field'
import { Form } from '~/components/form/form'
import { type Option, SelectField } from '~/components/form/select-field'
import { Button } from '~/components/ui/button'

/** Search and month, answered while one types where scripts run, by a button without. */
export function StudentSearch({
  action,
  search,
  month,
  months,
  hidden,
  unpaid,
  unsigned,
}: {
  action: string
  search: string
  month: string
  months: Option[]
  hidden?: boolean
  unpaid?: boolean
  unsigned?: boolean
}) {
  return (
    <Form
      method="get"
      action={action}
      className="grid w-full items-end gap-3 min-[20rem]:grid-cols-[minmax(0,1fr)_auto] sm:w-auto sm:grid-cols-[minmax(12rem,24rem)_12rem_auto]"
      data-live=""
      stay
    >
      {unpaid ? <input type="hidden" name="status" value="unpaid" /> : null}
      {unsigned ? <input type="hidden" name="waiver" value="missing" /> : null}
      {hidden ? <input type="hidden" name="show" value="hidden" /> : null}
      <Field
        label="Search"
        name="search"
        type="search"
        placeholder="Name, parent, phone, email or package"
        defaultValue={search}
        autoComplete="off"
      />
      <SelectField label="Month" name="month" options={months} defaultValue={month} />
      <Button variant="secondary" className="without-scripts">
        Show
      </Button>
    </Form>
  )
}
