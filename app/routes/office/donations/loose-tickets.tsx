import { DataTable } from '~/components/ui/data-table'
import { Link } from '~/components/ui/link'
import { Money } from '~/components/ui/money'
import type { LooseTickets } from '~/models/money/donations/ticket-match.server'
import { paths } from '~/utils/paths'

/** Lists tickets without an event, so that none is overlooked. */
export function LooseTicketList({ tickets }: { tickets: LooseTickets[] }) {
  if (!tickets.length) return null
  return (
    <section className="mt-6 border-t border-line pt-4">
      <h3>Tickets without an event</h3>
      <p className="my-2 max-w-prose text-muted">
        No event matches the name on these tickets. Create one, or rename an event to match.
      </p>
      <DataTable
        caption="Tickets without an event"
        rows={tickets}
        rowKey={({ eventName }) => eventName ?? ''}
        columns={[
          { header: 'Name on the ticket', cell: ({ eventName }) => eventName ?? 'No name' },
          { header: 'Tickets', align: 'end', cell: ({ count }) => <span className="num">{count}</span> },
          { header: 'Amount', align: 'end', cell: ({ total }) => <Money cents={total} /> },
          {
            header: <span className="sr-only">Actions</span>,
            label: '',
            align: 'end',
            cell: ({ eventName }) =>
              eventName ? (
                <Link to={paths.newEvent({ name: eventName })} stay className="link inline-flex min-h-11 items-center">
                  Create this event
                </Link>
              ) : null,
          },
        ]}
      />
    </section>
  )
}
