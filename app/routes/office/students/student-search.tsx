import { Form, useSubmit } from '@remix-run/react'
import { useRef } from 'react'
import { Field } from '~/components/form/field'
import { type Option, SelectField } from '~/components/form/select-field'
import { Button } from '~/components/ui/button'

const TYPING_MS = 250

/** Search and month, answered while one types where scripts run, by a button without. */
export function StudentSearch({
  action,
  search,
  month,
  months,
  hidden,
  unpaid,
}: {
  action: string
  search: string
  month: string
  months: Option[]
  hidden?: boolean
  unpaid?: boolean
}) {
  const submit = useSubmit()
  const timer = useRef<ReturnType<typeof setTimeout>>()
  return (
    <Form
      method="get"
      action={action}
      className="grid items-end gap-3 sm:grid-cols-[minmax(12rem,24rem)_12rem_auto] sm:justify-start"
      onInput={({ currentTarget }) => {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => submit(currentTarget, { replace: true, preventScrollReset: true }), TYPING_MS)
      }}
    >
      {unpaid ? <input type="hidden" name="status" value="unpaid" /> : null}
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
      <Button variant="secondary">Show</Button>
    </Form>
  )
}
