import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { type Params, useLoaderData } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { Field } from '~/components/form/field'
import { SelectField } from '~/components/form/select-field'
import { useAnswer } from '~/components/form/use-answer'
import {
  methodLabel,
  orderPaidSchema,
  PAYMENT_METHODS,
  recordedPaymentForm,
  undoOrderPaidSchema,
  undoPaymentSchema,
} from '~/models/money/payments/offline/record-payment.schema'
import {
  findPaymentForm,
  notedFound,
  notedList,
  recordPayment,
  undoRecordedPayment,
} from '~/models/money/payments/offline/record-payment.server'
import {
  askedFound,
  askedOrderLists,
  findAsked,
  recordAsked,
  undoAsked,
} from '~/models/money/payments/orders/at-school.server'
import { findStudent } from '~/models/people/families/student.server'
import { studentRow } from '~/models/students/student-list.server'
import { monthChoices } from '~/models/students/student-query'
import { listUnpaid } from '~/models/students/unpaid.server'
import type { Month } from '~/models/vocabulary/month'
import { monthAndYear, monthKey, monthOfDay, parseMonth } from '~/models/vocabulary/month'
import { displayName } from '~/models/vocabulary/user'
import { today } from '~/platform/clock.server'
import { listStatement, queryLists } from '~/platform/row-lists.server'
import { versionOf } from '~/platform/version'
import { formatDay, formatMonth } from '~/utils/dates'
import { decimalOf, formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Record Payment' }]

/** Returns the month, and the screen to return to: the dialog opens over the student's page or any of the lists. */
function viewOf(request: Request, { id = '' }: Params): { month: Month; closeTo: string } {
  const { pathname, searchParams } = new URL(request.url)
  const month = parseMonth(searchParams.get('for') ?? searchParams.get('month')) ?? monthOfDay(today())
  searchParams.delete('for')
  const screen =
    pathname === paths.recordPayment(id)
      ? `/students/${encodeURIComponent(id)}`
      : pathname.split('/').slice(0, -2).join('/')
  return { month, closeTo: searchParams.size ? `${screen}?${searchParams}` : screen }
}

const OF_STUDENT = listStatement({ noted: notedList('$2'), ...askedOrderLists('$1::date', '$2') })

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const id = params.id ?? ''
  const { month, closeTo } = viewOf(request, params)
  const [student, { students }, form, rows] = await Promise.all([
    studentRow(id, month),
    listUnpaid({ month, payerId: id }),
    findPaymentForm(id, month),
    queryLists(OF_STUDENT, [today(), id]),
  ])
  if (!student) throw new Response('Student not found.', { status: 404, statusText: 'Not Found' })
  const due = students.find((row) => row.id === id)
  const choices = monthChoices(month, today())
  const { given, packages } = form
  const [noted, asked] = [notedFound(rows.noted), askedFound(rows)]
  return {
    closeTo,
    name: displayName(student),
    monthName: monthAndYear(month),
    already: noted[monthKey(month)] ?? 0,
    owned: student.packages,
    owed: due?.owed ?? null,
    asked: asked.waiting.map(({ id, what, total, from }) => ({
      value: String(id),
      label: `${formatCents(total)} for ${formatMonth(from)}: ${what.join('; ')}`,
    })),
    months: choices.map(({ value, label }) => ({
      value,
      label: noted[value] ? `${label} (${formatCents(noted[value])} recorded)` : label,
    })),
    packages: packages.map(({ id, name, price }) => ({ value: String(id), label: `${name}, ${formatCents(price)}` })),
    defaultValue: {
      order: String(asked.waiting[0]?.id ?? ''),
      amount: due?.owed ? typedDollars(due.owed) : '',
      month: monthKey(month),
      method: 'cash',
      paidOn: today(),
      packageId: due?.packageId && due.packageId !== given ? String(due.packageId) : '',
    },
    version: versionOf(Object.fromEntries(choices.map(({ value }) => [value, noted[value] ?? 0]))),
  }
}

export const action = formAction({
  guard: requireAdmin,
  schema: ({ form }) => {
    if (form.get('order')) return form.has('undo') ? undoOrderPaidSchema : orderPaidSchema
    return form.has('undo') ? undoPaymentSchema : recordedPaymentForm
  },
  failed: 'The payment was not saved',
  refusedTo: ({ form, request, params }) => (form.has('undo') ? viewOf(request, params).closeTo : undefined),
  async run({ viewer, value, request, params, version }) {
    const { id = '' } = params
    const { closeTo: to } = viewOf(request, params)
    const { pathname, search } = new URL(request.url)
    const back = { label: 'Undo', action: pathname + search }
    if ('order' in value && value.order !== '') {
      const { name, total } = await findAsked(value.order)
      const description = `${name}: ${formatCents(total)}`
      if ('undo' in value) {
        await undoAsked(viewer.id, value.order)
        return { to, title: 'Payment undone', description }
      }
      await recordAsked(viewer.id, value.order, value)
      const undo = { ...back, fields: { undo: 'yes', order: String(value.order) } }
      return { to, title: 'Payment recorded', description, undo }
    }
    const name = (await findStudent(id))?.name ?? ''
    if ('recorded' in value) {
      const { month } = await undoRecordedPayment(viewer.id, id, value)
      return { to, title: 'Payment undone', description: `${name}, ${monthAndYear(month)}` }
    }
    const { undo, amount, packageName } = await recordPayment(viewer.id, id, value, version)
    const how = `${methodLabel(value.method)?.toLowerCase()}, ${formatDay(value.paidOn)}`
    const paid = `${name}: ${formatCents(amount)} (${how}) for ${monthAndYear(value.month)}`
    return {
      to,
      title: 'Payment recorded',
      description: packageName ? `${paid}, with ${packageName}` : paid,
      undo: {
        ...back,
        fields: {
          undo: 'yes',
          recorded: String(undo.recorded),
          packageBefore: String(undo.packageBefore ?? ''),
          packageAfter: String(undo.packageAfter ?? ''),
        },
      },
    }
  },
})

export default function RecordPayment() {
  const loaded = useLoaderData<typeof loader>()
  const { closeTo, name, monthName, already, owned, owed, asked, months, packages, defaultValue, version } = loaded
  const { field, ...answer } = useAnswer(recordedPaymentForm, { defaultValue, version })
  return (
    <DialogForm title={`Record payment: ${name}`} closeTo={closeTo} answer={answer} submit="Record Payment">
      {asked.length ? (
        <SelectField
          label="Paid for"
          hint="What the family asked for is paid as a whole."
          options={[...asked, { value: '', label: 'Something else' }]}
          {...field('order')}
        />
      ) : null}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <div className="not-asked">
          <Field
            label="Amount in dollars"
            inputMode="decimal"
            autoComplete="off"
            hint={amountHint(owed, already, monthName)}
            {...field('amount')}
          />
        </div>
        <SelectField
          label="Paid by"
          options={Object.entries(PAYMENT_METHODS).map(([value, label]) => ({ value, label }))}
          {...field('method')}
        />
        <Field label="Paid on" type="date" max={defaultValue.paidOn} {...field('paidOn')} />
        <div className="not-asked">
          <SelectField label="For the month" options={months} {...field('month')} />
        </div>
      </div>
      <div className="not-asked">
        <SelectField
          label="Package"
          hint={
            owned.length
              ? `Has ${owned.join(', ')} in ${monthName}.`
              : 'Choose a package to add its lessons to the month.'
          }
          options={[{ value: '', label: owned.length ? 'No change' : 'No package' }, ...packages]}
          {...field('packageId')}
        />
      </div>
    </DialogForm>
  )
}

/** Formats an amount as the office types it. */
const typedDollars = (cents: number) => (cents % 100 ? decimalOf(cents) : String(cents / 100))

function amountHint(owed: number | null, already: number, month: string): string {
  if (owed) return `${formatCents(owed)} is due for ${month}.`
  const blank = 'Leave blank to record the package’s price.'
  return already ? `${blank} Adds to the ${formatCents(already)} recorded for ${month}.` : blank
}
