import { Email } from '~/components/office/facts'
import { StateBadge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import { DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { Money } from '~/components/ui/money'
import { donorName, statusLabel } from '~/models/money/donations/donation'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'

interface DonationLine {
  id: number
  day: string
  donorFirstName: string | null
  donorLastName: string | null
  donorEmail: string | null
  amount: number
  purpose: string | null
  campaignName: string | null
  studentId: string | null
  studentName: string | null
  creditLeft: number | null
  recurring: boolean
  frequency: string | null
  paymentMethod: string | null
  status: string
}

/** Donations, the newest first. */
export function DonationTable({ donations }: { donations: DonationLine[] }) {
  if (!donations.length) {
    return (
      <EmptyState
        title="No donations yet"
        action={
          <ButtonLink to={paths.donationsImport()} stay variant="secondary">
            Import CSV
          </ButtonLink>
        }
      >
        Donations show up here when your fundraising platform sends them or you import a file.
      </EmptyState>
    )
  }
  return (
    <div className="donation-table">
      <DataTable
        caption="Recent donations"
        rows={donations}
        rowKey={(row) => row.id}
        more="All details"
        columns={[
          { header: 'Date', card: 'line', cell: (row) => <span className="num whitespace-nowrap">{row.day}</span> },
          { header: 'Donor', card: 'title', cell: (row) => <Donor row={row} /> },
          { header: 'Amount', align: 'end', card: 'beside', cell: (row) => <Money cents={row.amount} /> },
          { header: 'Purpose', card: 'line', cell: (row) => <PurposeCell row={row} /> },
          {
            header: 'Type',
            card: 'more',
            cell: (row) =>
              row.recurring ? `Recurring${row.frequency ? `, ${row.frequency.toLowerCase()}` : ''}` : 'One-time',
          },
          { header: 'Paid by', card: 'more', cell: (row) => capital(row.paymentMethod ?? '–') },
          {
            header: 'Status',
            card: 'line',
            cell: ({ status }) => (
              // A student who has not paid has the same word, and so it gets the same color.
              <StateBadge state={status === 'pending' ? 'due' : status}>{statusLabel(status)}</StateBadge>
            ),
          },
        ]}
      />
    </div>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function Donor({ row }: { row: DonationLine }) {
  return (
    <>
      {donorName(row)}
      {row.donorEmail ? (
        <div className="more text-sm [overflow-wrap:anywhere] text-muted">
          <Email address={row.donorEmail} />
        </div>
      ) : null}
    </>
  )
}

function PurposeCell({ row }: { row: DonationLine }) {
  return (
    <span>
      {row.purpose ?? row.campaignName ?? '–'}
      {row.studentId ? (
        <span className="block text-sm text-muted">
          for{' '}
          <Link to={paths.student(row.studentId)} className="link">
            {row.studentName}
          </Link>
          {row.creditLeft === null ? null : `, ${formatCents(row.creditLeft)} credit left`}
        </span>
      ) : null}
    </span>
  )
}
