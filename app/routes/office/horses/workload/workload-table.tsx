import { HorseName } from '~/components/rides/horse-name'
import { type Column, DataTable } from '~/components/ui/data-table'
import { Link } from '~/components/ui/link'
import { formatHours } from '~/models/schedule/workload/workload'
import type { HorseTotals } from '~/models/schedule/workload/workload.server'
import type { LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'

/** A row for each horse; its name links to its daily record. */
export function WorkloadTable({ horses, from, to }: { horses: HorseTotals[]; from: LocalDate; to: LocalDate }) {
  const columns: Column<HorseTotals>[] = [
    {
      header: 'Horse',
      cell: ({ horse, horseId, isActive, onRest }) => (
        <>
          <Link to={paths.workload({ from, to, horse: horseId })} className="link inline-flex min-h-11 items-center">
            <HorseName name={horse} />
          </Link>
          {isActive ? null : <small className="text-muted"> removed</small>}
          {isActive && onRest ? <small className="text-muted"> resting</small> : null}
        </>
      ),
    },
    { header: 'Days worked', label: 'Worked', cell: ({ daysWorked }) => daysWorked, align: 'end' },
    { header: 'Rest days', label: 'Rest', cell: ({ restDays }) => restDays, align: 'end' },
    { header: 'Longest streak', label: 'Streak', cell: ({ longestRun }) => longestRun, align: 'end' },
    { header: 'Rides', card: 'more', cell: ({ rides }) => rides, align: 'end' },
    { header: 'Other work', card: 'more', cell: ({ otherWork }) => otherWork, align: 'end' },
    { header: 'Hours', cell: ({ minutes }) => formatHours(minutes), align: 'end' },
  ]
  return (
    <section className="workload card p-3 sm:p-4">
      <DataTable
        caption="Workload of each horse"
        columns={columns}
        rows={horses}
        rowKey={({ horseId }) => horseId}
        more="Rides and other work"
      />
    </section>
  )
}
