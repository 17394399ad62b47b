import { type Column, DataTable } from '~/components/ui/data-table'
import { Link } from '~/components/ui/link'
import type { InvitedState } from '~/models/people/families/invitations/invitation'
import { paths } from '~/utils/paths'

interface Family {
  id: string
  name: string
  email: string | null
  riders: string | null
  wrong: string | null
  sends: number
  sentAt: string | null
  signedInAt: string | null
  confirmedAt: string | null
  isUnder13: boolean
}

const nameColumn = (mayTick: boolean): Column<Family> => ({
  header: 'Family',
  card: 'title',
  cell: ({ id, name, riders }) => (
    <div className="flex items-center gap-3">
      {mayTick ? (
        <label className="grid size-11 flex-none place-content-center">
          <input type="checkbox" name="family" value={id} className="size-5" />
          <span className="sr-only">{name}</span>
        </label>
      ) : null}
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <Link to={paths.student(id)} className="link inline-flex min-h-11 items-center font-semibold">
          {name}
        </Link>
        {riders ? <span className="block text-sm text-muted">with {riders}</span> : null}
      </div>
    </div>
  ),
})
const name = nameColumn(false)
const ticked = nameColumn(true)

const email: Column<Family> = {
  header: 'Email',
  cell: ({ email }) => <span className="[overflow-wrap:anywhere]">{email ?? 'None'}</span>,
}

const sent: Column<Family> = {
  header: 'Invited',
  cell: ({ sentAt, sends }) => (sends > 1 ? `${sentAt}, ${sends} times in all` : sentAt),
}

const confirmed: Column<Family> = {
  header: 'Says it is right',
  cell: ({ confirmedAt }) => confirmedAt ?? 'Not yet',
}

const COLUMNS: Record<InvitedState, Column<Family>[]> = {
  new: [ticked, email],
  waiting: [ticked, email, sent, confirmed],
  wrong: [
    name,
    {
      header: 'What is wrong',
      cell: ({ wrong }) => <span className="whitespace-pre-line [overflow-wrap:anywhere]">{wrong}</span>,
    },
    {
      header: <span className="sr-only">Answer</span>,
      label: '',
      paper: false,
      cell: ({ id, name }) => (
        <Link to={paths.answerInvited(id)} className="link inline-flex min-h-11 items-center">
          Answer<span className="sr-only"> {name}</span>
        </Link>
      ),
    },
  ],
  unreached: [name, email, { header: 'Why', cell: (family) => whyUnreached(family) }],
  in: [name, email, { header: 'Signed in', cell: ({ signedInAt }) => signedInAt }, confirmed],
}

const whyUnreached = ({ email, isUnder13 }: Family): string => {
  if (!email) return 'No email address. Open the family and enter one.'
  if (isUnder13) return 'Under 13. Add a guardian, who is invited instead.'
  return 'The mail server refused this address. Open the family and correct it.'
}

export const FamilyTable = ({ show, families }: { show: InvitedState; families: Family[] }) => (
  <DataTable
    caption="Families"
    columns={COLUMNS[show]}
    rows={families}
    rowKey={({ id }) => id}
    rowId={({ id }) => `family-${id}`}
  />
)
