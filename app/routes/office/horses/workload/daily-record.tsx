import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Button } from '~/components/ui/button'
import { type Column, DataTable } from '~/components/ui/data-table'
import { Stat } from '~/components/ui/stat'
import {
  formatHours,
  formatLimit,
  formatWork,
  sayFewer,
  type Work,
  type WorkDay,
} from '~/models/schedule/workload/workload'
import type { HorseWorkload } from '~/models/schedule/workload/workload.server'
import { formatDay, formatWeekdayShort } from '~/utils/dates'

const columns: Column<WorkDay>[] = [
  { header: 'Day', cell: ({ date }) => `${formatWeekdayShort(date)}, ${formatDay(date)}`, nowrap: true },
  {
    header: 'Work',
    label: '',
    cell: ({ work, resting, fewer }) => (
      <>
        {work.length === 0 ? (
          <em className="text-muted">Rest day</em>
        ) : (
          <ul>
            {work.map((ride) => (
              <li key={ride.time}>
                {formatWork(ride)}
                {ride.otherWorkId === null ? null : <RemoveWork work={ride} id={ride.otherWorkId} />}
              </li>
            ))}
          </ul>
        )}
        {resting ? <p>Resting: {resting}</p> : null}
        {fewer > 0 ? <p className="text-muted">{sayFewer(fewer)}</p> : null}
      </>
    ),
  },
  {
    header: 'Limit',
    label: '',
    cell: (day) => {
      const said = formatLimit(day)
      return said?.startsWith('Beyond') ? <span className="font-semibold text-warn">{said}</span> : said
    },
  },
  { header: 'Hours', cell: ({ minutes }) => (minutes ? formatHours(minutes) : '–'), align: 'end', card: 'beside' },
]

function RemoveWork({ work, id }: { work: Work; id: number }) {
  return (
    <Form method="post" stay className="no-print inline-block">
      <Csrf />
      <input type="hidden" name="id" value={id} />
      <Button
        name="intent"
        value="remove"
        variant="quiet"
        size="small"
        className="text-bad"
        aria-label={`Remove ${formatWork(work)}, ${formatDay(work.date)}`}
      >
        Remove
      </Button>
    </Form>
  )
}

/** Every day of one horse, newest first, including rest days. */
export function DailyRecord({ workload }: { workload: HorseWorkload }) {
  const { days, restDays, longestRun, rides, otherWork, minutes } = workload
  return (
    <>
      <div className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-5">
        <Stat label="Rides" value={rides} />
        <Stat label="Other work" value={otherWork} />
        <Stat label="Hours" value={formatHours(minutes)} />
        <Stat label="Rest days" value={`${restDays} of ${days.length}`} />
        <Stat label="Longest streak" value={longestRun} />
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
