import { Csrf } from '~/components/form/csrf'
import { Button, ButtonLink } from '~/components/ui/button'
import { DataTable } from '~/components/ui/data-table'
import { Link } from '~/components/ui/link'
import { Money } from '~/components/ui/money'
import type { AskedOrder } from '~/models/money/payments/orders/at-school.server'
import { formatMonth } from '~/utils/dates'
import { paths } from '~/utils/paths'

type Row = Omit<AskedOrder, 'askedAt'>

/** What families ordered, each with what the office can do about it. */
export function AskedTable({ asked }: { asked: Row[] }) {
  return (
    <DataTable
      caption="Requested"
      rows={asked}
      rowKey={({ id }) => id}
      rowId={({ id }) => `asked-${id}`}
      columns={[
        {
          header: 'Family',
          card: 'title',
          cell: ({ userId, name }) => (
            <Link to={paths.student(userId)} className="link">
              {name}
            </Link>
          ),
        },
        { header: 'Amount', align: 'end', card: 'beside', cell: ({ total }) => <Money cents={total} /> },
        {
          header: 'Requested',
          card: 'line',
          label: '',
          cell: ({ what }) =>
            what.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            )),
        },
        { header: 'Month', label: 'for', nowrap: true, card: 'line', cell: ({ from }) => formatMonth(from) },
        {
          header: <span className="sr-only">Actions</span>,
          label: '',
          paper: false,
          cell: (row) => <Actions {...row} />,
        },
      ]}
    />
  )
}

function Actions({ id, name, isPaid }: Row) {
  if (isPaid) {
    return (
      <form method="post" action={paths.recordAsked(id)} className="cards:-mx-3 cards:pt-1">
        <Csrf />
        <Button name="undo" value="yes" variant="danger-quiet" size="small" aria-label={`Undo ${name}’s payment`}>
          Undo
        </Button>
      </form>
    )
  }
  return (
    <div className="flex flex-wrap gap-2 cards:pt-2 cards:pb-1">
      <ButtonLink to={paths.recordAsked(id)} stay size="small" aria-label={`Record payment of ${name}`}>
        Record Payment
      </ButtonLink>
      <ButtonLink to={paths.declineAsked(id)} stay variant="quiet" size="small" aria-label={`Decline ${name}’s order`}>
        Decline
      </ButtonLink>
    </div>
  )
}
