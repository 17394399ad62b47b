import { AllowanceMeters } from '~/components/rides/allowance-meters'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import type { LedgerEntry } from '~/models/allowance/allowance-ledger.server'
import type { StudentRow } from '~/models/students/student-list'
import { paths } from '~/utils/paths'
import { Ledger } from './ledger'

interface AllowanceCardProps {
  id: string
  /** With the months before and after it, as addresses name them. */
  month: { name: string; before: string; after: string }
  allowance: StudentRow['allowance']
  entries: LedgerEntry[]
}

export function AllowanceCard({ id, month, allowance, entries }: AllowanceCardProps) {
  return (
    <Card
      title={`${month.name} allowance`}
      actions={
        <nav aria-label="Month" className="flex">
          <Link to={paths.student(id, { month: month.before })} className="btn btn-quiet w-11 px-0">
            <span className="sr-only">Previous month</span>
            <span aria-hidden="true">←</span>
          </Link>
          <Link to={paths.student(id, { month: month.after })} className="btn btn-quiet w-11 px-0">
            <span className="sr-only">Next month</span>
            <span aria-hidden="true">→</span>
          </Link>
        </nav>
      }
    >
      <AllowanceMeters allowance={allowance} />
      <Ledger entries={entries} />
    </Card>
  )
}
