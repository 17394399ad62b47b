import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import { DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { Money } from '~/components/ui/money'
import { statusLabel } from '~/models/money/donations/donation'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'

interface EventLine {
  id: number
  name: string
  at: string | null
  location: string | null
  status: string
  canceled: boolean
  ticketPrice: number | null
  maxAttendees: number | null
  attendees: number
  ticketsSold: number
  ticketTotal: number
  types: { type: string; count: number; total: number }[]
}

/** Events with their sold tickets. */
export function EventList({ events }: { events: EventLine[] }) {
  if (!events.length) {
    return (
      <EmptyState
        title="No events yet"
        action={
          <ButtonLink to={paths.newEvent()} stay variant="secondary">
            Create Event
          </ButtonLink>
        }
      >
        Create one here, or let your fundraising platform report it.
      </EmptyState>
    )
  }
  return (
    <DataTable
      caption="Events and their tickets"
      rows={events}
      rowKey={(row) => row.id}
      columns={[
        {
          header: 'Event',
          cell: (row) => (
            <span>
              {row.name}
              {row.canceled || row.status === 'active' ? null : (
                <span className="text-muted"> ({statusLabel(row.status)})</span>
              )}{' '}
              {row.canceled ? <Badge tone="bad">Canceled</Badge> : null}
              {row.location ? <span className="block text-sm text-muted">{row.location}</span> : null}
            </span>
          ),
        },
        { header: 'When', nowrap: true, cell: (row) => row.at ?? 'No date yet' },
        {
          header: 'Attendees',
          align: 'end',
          cell: (row) => (
            <span className="num">
              {row.attendees}
              {row.maxAttendees === null ? null : ` of ${row.maxAttendees}`}
            </span>
          ),
        },
        {
          header: 'Ticket price',
          align: 'end',
          cell: (row) => (row.ticketPrice ? <Money cents={row.ticketPrice} /> : 'Free'),
        },
        {
          header: 'Tickets sold',
          cell: (row) => (
            <span className="num">
              {row.ticketsSold}
              {row.types.map(({ type, count, total }) => (
                <span key={type} className="block text-sm text-muted">
                  {count} {type}, {formatCents(total)}
                </span>
              ))}
            </span>
          ),
        },
        { header: 'Ticket income', align: 'end', cell: (row) => <Money cents={row.ticketTotal} /> },
        {
          header: <span className="sr-only">Actions</span>,
          label: '',
          align: 'end',
          cell: (row) => (
            <ButtonLink
              to={paths.event(row.id)}
              stay
              variant="secondary"
              size="small"
              className="ms-auto"
              aria-label={`Edit ${row.name}`}
            >
              Edit
            </ButtonLink>
          ),
        },
      ]}
    />
  )
}
