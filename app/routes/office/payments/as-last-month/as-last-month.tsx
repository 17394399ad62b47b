import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Checkbox } from '~/components/form/checkbox'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { SelectField } from '~/components/form/select-field'
import { useAnswer } from '~/components/form/use-answer'
import { MonthPager } from '~/components/office/month-pager'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { allPackages } from '~/models/money/catalog/catalog-edit.server'
import {
  listAsLastMonth,
  recordAsLastMonth,
  undoAsLastMonth,
} from '~/models/money/payments/offline/as-last-month.server'
import {
  asLastMonthForm,
  asLastMonthSchema,
  PAYMENT_METHODS,
  undoAsLastMonthSchema,
} from '~/models/money/payments/offline/record-payment.schema'
import { newNonce } from '~/models/money/payments/order.server'
import { addToMonth, monthAndYear, monthKey, monthOfDay, parseMonth } from '~/models/vocabulary/month'
import { today } from '~/platform/clock.server'
import { BooksHead } from '~/routes/office/books/books-head'
import { decimalOf, formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'As last month' }]

const monthOf = (query: URLSearchParams) => parseMonth(query.get('month')) ?? monthOfDay(today())

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const month = monthOf(new URL(request.url).searchParams)
  const [{ rows, left, recorded }, packages] = await Promise.all([listAsLastMonth(month), allPackages()])
  return {
    rows,
    left,
    recorded,
    packages: packages
      .filter(({ active }) => active)
      .map(({ id, name, price }) => ({ value: String(id), label: `${name}, ${formatCents(price)}` })),
    month: monthAndYear(month),
    last: monthAndYear(addToMonth(month, -1)),
    before: monthKey(addToMonth(month, -1)),
    after: monthKey(addToMonth(month, 1)),
    today: today(),
    nonce: newNonce(),
  }
}

export const action = formAction({
  guard: requireAdmin,
  schema: ({ form }) => (form.has('change') ? undoAsLastMonthSchema : asLastMonthForm),
  failed: 'The payments were not saved',
  // The list has changed, so it is shown as it is now.
  refusedTo: ({ form, query }, { status }) =>
    form.has('change') || status === 409 ? paths.asLastMonth({ month: monthKey(monthOf(query)) }) : undefined,
  async run({ viewer, value, query }) {
    const month = monthOf(query)
    const to = paths.asLastMonth({ month: monthKey(month) })
    if ('change' in value) {
      const count = await undoAsLastMonth(viewer.id, month, value.change)
      return { to, title: count === 1 ? 'Payment undone' : `${count} payments undone` }
    }
    const { change, count, sum } = await recordAsLastMonth(viewer.id, month, value)
    return {
      to,
      title: count === 1 ? 'Payment recorded' : `${count} payments recorded`,
      description: `${formatCents(sum)} for ${monthAndYear(month)}`,
      undo: { label: 'Undo', action: to, fields: { change: String(change) } },
    }
  },
})

export default function AsLastMonth() {
  const { rows, left, recorded, packages, month, last, before, after, today, nonce } = useLoaderData<typeof loader>()
  const { field, fieldOf, ...answer } = useAnswer(asLastMonthSchema, {
    defaultValue: {
      nonce,
      paidOn: today,
      rows: rows.map(({ id, amount, method, packageId }) => ({
        userId: id,
        pay: 'on' as const,
        amount: decimalOf(amount),
        method,
        packageId: String(packageId ?? ''),
      })),
    },
  })
  return (
    <>
      <BooksHead title="Payment Tracking" current="by-month">
        Who paid outside the portal for {last}, to be recorded for {month}. Untick whoever hasn’t paid, and change what
        is different.
      </BooksHead>
      <Card
        title={`As last month: ${month}`}
        actions={
          <MonthPager before={paths.asLastMonth({ month: before })} after={paths.asLastMonth({ month: after })} />
        }
      >
        {rows.length ? (
          <PostForm answer={answer}>
            <input type="hidden" name="nonce" value={nonce} />
            <DataTable
              caption={`Payments for ${month}`}
              rows={rows.map((row, at) => ({ ...row, field: fieldOf('rows', at) }))}
              rowKey={({ id }) => id}
              rowId={({ id }) => `last-${id}`}
              columns={[
                {
                  header: 'Student',
                  card: 'title',
                  cell: ({ id, name, field }) => (
                    <>
                      <input type="hidden" name={field('userId').meta.name} value={id} />
                      <Checkbox label={name} {...field('pay')} id={`pay-${id}`} />
                    </>
                  ),
                },
                {
                  header: 'Amount in dollars',
                  cell: ({ id, name, field }) => (
                    <Field
                      label={`Amount of ${name}`}
                      hideLabel
                      inputMode="decimal"
                      autoComplete="off"
                      {...field('amount')}
                      id={`amount-${id}`}
                    />
                  ),
                },
                {
                  header: 'Paid by',
                  cell: ({ id, name, field }) => (
                    <SelectField
                      label={`How ${name} paid`}
                      hideLabel
                      options={Object.entries(PAYMENT_METHODS).map(([value, label]) => ({ value, label }))}
                      {...field('method')}
                      id={`method-${id}`}
                    />
                  ),
                },
                {
                  header: 'Package',
                  cell: ({ id, name, field }) => (
                    <SelectField
                      label={`Package of ${name}`}
                      hideLabel
                      options={[{ value: '', label: 'No change' }, ...packages]}
                      {...field('packageId')}
                      id={`packageId-${id}`}
                    />
                  ),
                },
              ]}
            />
            <div className="flex flex-wrap items-end gap-4">
              <Field label="Paid on" type="date" max={today} {...field('paidOn')} />
              <Button busy="Recording...">Record Payments</Button>
            </div>
          </PostForm>
        ) : (
          <EmptyState title={`Nobody is left who paid outside the portal for ${last}.`} />
        )}
        {recorded ? (
          <p className="mt-4 text-muted">
            {recorded === 1 ? 'One student has' : `${recorded} students have`} a payment for {month} already.
          </p>
        ) : null}
        {left.length ? (
          <>
            <h3 className="mt-4">Left out</h3>
            <ul>
              {left.map(({ id, name, why }) => (
                <li key={id}>
                  <Link to={paths.student(id)} className="link">
                    {name}
                  </Link>{' '}
                  {why}
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </Card>
    </>
  )
}
