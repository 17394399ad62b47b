import { MonthPager } from '~/components/office/month-pager'
import { AllowanceMeters } from '~/components/rides/allowance-meters'
import { Card } from '~/components/ui/card'
import type { LedgerEntry } from '~/models/allowance/allowance-ledger.server'
import type { StudentRow } from '~/models/students/student-list'
import { paths } from '~/utils/paths'
import { Ledger } from './ledger'

interface AllowanceCardProps {
  id: string
  /** The month with the previous and next one, as they are written in addresses. */
  month: { name: string; before: string; after: string }
  allowance: StudentRow['allowance']
  entries: LedgerEntry[]
}

export function AllowanceCard({ id, month, allowance, entries }: AllowanceCardProps) {
  return (
    <Card
      title={`${month.name} allowance`}
      actions={
        <MonthPager
          before={paths.student(id, { month: month.before })}
          after={paths.student(id, { month: month.after })}
        />
      }
    >
      <AllowanceMeters allowance={allowance} />
      <Ledger entries={entries} />
    </Card>
  )
}
