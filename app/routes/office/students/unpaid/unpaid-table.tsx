import { classes } from '~/components/classes'
import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Facts } from '~/components/office/facts'
import { Badge } from '~/components/ui/badge'
import { Button, ButtonLink } from '~/components/ui/button'
import { DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { Money } from '~/components/ui/money'
import type { UnpaidOrder, UnpaidRow } from '~/models/students/unpaid'
import { formatDay } from '~/utils/dates'
import { type Cents, formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { formatPhone } from '~/utils/phone'

const ORDER_NAMES: Record<UnpaidOrder, string> = { name: 'Name', owed: 'Owed', since: 'Unpaid since' }

/** Who has not paid for a month, what they owe, and a button that mails the family a link to pay. */
export function UnpaidTable({
  students,
  count,
  owed,
  month,
  order,
  search,
  here,
  orderTo,
  recordTo,
}: {
  students: UnpaidRow[]
  count: number
  owed: Cents
  month: { key: string; name: string }
  order: UnpaidOrder
  search: string
  /** The address to which the buttons return. */
  here: string
  orderTo: (order: UnpaidOrder) => string
  /** Returns the address of the form for a payment that the office took from this student. */
  recordTo: (id: string) => string
}) {
  if (!students.length) {
    return (
      <EmptyState title={search ? 'No unpaid student matches your search.' : `Nothing is due for ${month.name}.`}>
        Students without a ride or package in the month aren't counted.
      </EmptyState>
    )
  }
  return (
    <>
      <p className="mt-3">
        <strong className="num">{count}</strong> {count === 1 ? 'student hasn’t' : 'students haven’t'} paid for{' '}
        {month.name}
        {owed ? (
          <>
            : <strong className="num">{formatCents(owed)}</strong> due
            {students.some(({ what }) => what === null) ? ', and what those without a package buy' : null}
          </>
        ) : null}
        .
      </p>
      <nav aria-label="Order" className="mb-2 flex flex-wrap items-center gap-x-4">
        <span className="text-muted">Sort by</span>
        {(Object.keys(ORDER_NAMES) as UnpaidOrder[]).map((id) => (
          <Link
            key={id}
            to={orderTo(id)}
            stay
            aria-current={id === order ? 'true' : undefined}
            className={classes('inline-flex min-h-11 items-center', id === order ? 'font-semibold' : 'link')}
          >
            {ORDER_NAMES[id]}
          </Link>
        ))}
      </nav>
      <DataTable
        caption={`Unpaid in ${month.name}`}
        rows={students}
        rowKey={({ id }) => id}
        rowId={({ id }) => `unpaid-${id}`}
        columns={[
          { header: 'Student', label: '', cell: (row) => <Unpaid row={row} month={month.key} /> },
          { header: 'Package', cell: ({ what }) => what ?? 'No package' },
          { header: 'Owed', align: 'end', cell: Owed },
          { header: 'Unpaid since', nowrap: true, cell: ({ since }) => (since ? formatDay(since) : 'Never paid') },
          {
            header: <span className="sr-only">Actions</span>,
            label: '',
            align: 'end',
            cell: (row) => (
              <div className="flex flex-wrap items-center justify-end gap-2 lg:flex-nowrap">
                <MailLink row={row} month={month.key} here={here} />
                <ButtonLink
                  to={recordTo(row.id)}
                  stay
                  variant="secondary"
                  size="small"
                  aria-label={`Record payment, ${row.name}`}
                >
                  Record payment
                </ButtonLink>
              </div>
            ),
          },
        ]}
      />
    </>
  )
}

/** Someone who rides without a package owes what the family buys, which nobody knows yet. */
const Owed = ({ what, owed }: UnpaidRow) =>
  owed === null ? (
    <span className="text-sm text-muted">{what === null ? 'Depends on the package' : 'Not known'}</span>
  ) : (
    <Money cents={owed} />
  )

function Unpaid({ row: { id, name, phone, parentName, payer }, month }: { row: UnpaidRow; month: string }) {
  const facts = [payer?.email === name ? null : payer?.email, formatPhone(phone), parentName && `Parent: ${parentName}`]
  return (
    <span className="block min-w-0 lg:min-w-60">
      <Link to={paths.student(id, { month })} className="link">
        {name || 'No name'}
      </Link>
      <span className="block text-sm text-muted">
        <Facts of={facts} />
      </span>
      {payer && payer.id !== id ? <span className="block text-sm text-muted">Guardian: {payer.name}</span> : null}
    </span>
  )
}

function MailLink({ row, month, here }: { row: UnpaidRow; month: string; here: string }) {
  if (row.mailedToday) return <Badge tone="info">Emailed today</Badge>
  if (!row.payer) return <span className="text-sm text-muted">No email address</span>
  if (row.payer.id === row.id && !row.active) return <span className="text-sm text-muted">Sign-in blocked</span>
  return (
    <Form method="post" action={paths.payLink(row.id)} stay>
      <Csrf />
      <input type="hidden" name="month" value={month} />
      <input type="hidden" name="back" value={here} />
      <Button variant="secondary" size="small" aria-label={`Email payment link, ${row.name}`}>
        Email payment link
      </Button>
    </Form>
  )
}
