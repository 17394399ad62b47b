import { type Column, DataTable } from '~/components/ui/data-table'
import { Stat } from '~/components/ui/stat'
import { formatHours, sayWork, type WorkDay } from '~/models/workload/workload'
import type { HorseWorkload } from '~/models/workload/workload.server'
import { formatDay, formatWeekdayShort } from '~/utils/dates'

const columns: Column<WorkDay>[] = [
  { header: 'Day', cell: ({ date }) => `${formatWeekdayShort(date)}, ${formatDay(date)}`, nowrap: true },
  {
    header: 'Work',
    cell: ({ work }) =>
      work.length === 0 ? (
        <em className="text-muted">Rest day</em>
      ) : (
        <ul>
          {work.map((ride) => (
            <li key={ride.time}>
              {sayWork(ride)}
              {ride.overReason ? (
                <span className="font-semibold text-warn"> · over limit: {ride.overReason}</span>
              ) : null}
            </li>
          ))}
        </ul>
      ),
  },
  { header: 'Hours', cell: ({ minutes }) => (minutes ? formatHours(minutes) : '–'), align: 'end' },
]

/** Every day of one horse, the newest first, rest days too. */
export function DailyRecord({ workload }: { workload: HorseWorkload }) {
  const { days, restDays, longestRun, rides, minutes } = workload
  return (
    <>
      <div className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Stat label="Rides" value={rides} />
        <Stat label="Hours" value={formatHours(minutes)} />
        <Stat label="Rest days" value={`${restDays} of ${days.length}`} />
        <Stat label="Most days in a row" value={longestRun} />
      </div>
      <section className="card p-3 sm:p-4">
        <DataTable
          caption={`Daily record of ${workload.horse}`}
          columns={columns}
          rows={[...days].reverse()}
          rowKey={({ date }) => date}
        />
      </section>
    </>
  )
}
