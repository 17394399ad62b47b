import { heat } from '~/models/schedule/horses/horse-heat'
import type { WorkDay } from '~/models/schedule/workload/workload'
import {
  addDays,
  dayOfWeek,
  formatDayShort,
  formatWeekday,
  type LocalDate,
  monthEnd,
  monthName,
  weekDays,
  weekStart,
  yearOf,
} from '~/utils/dates'
import { groupBy } from '~/utils/group-by'

/** Twelve months of a horse: a calendar each, the number of outings a day. The number says it; the shade repeats it. */
export function HorseYear({ days, today }: { days: WorkDay[]; today: LocalDate }) {
  const byDay = new Map(days.map((day) => [day.date, day]))
  const months = [...groupBy(days, ({ date }) => date.slice(0, 7)).keys()]
  return (
    <section className="card mb-4 p-3 sm:p-4">
      <h2 className="mb-1 text-lg">Year at a glance</h2>
      <p className="mb-3 text-sm text-muted">
        2: two rides. 2+1: and one piece of other work. R: resting. A dot: neither. Darker means closer to the limit, !
        over it.
      </p>
      <div className="horse-year">
        {months.map((month) => (
          <Month key={month} first={`${month}-01`} byDay={byDay} today={today} />
        ))}
      </div>
    </section>
  )
}

function Month({
  first,
  byDay,
  today,
}: {
  first: LocalDate
  byDay: ReadonlyMap<LocalDate, WorkDay>
  today: LocalDate
}) {
  const last = monthEnd(first)
  const weeks: LocalDate[][] = []
  for (let monday = weekStart(first); monday <= last; monday = addDays(monday, 7)) weeks.push(weekDays(monday))
  return (
    <table>
      <caption>
        {monthName(first)} {yearOf(first)}
      </caption>
      <thead>
        <tr>
          {weekDays(first).map((date) => (
            <th key={dayOfWeek(date)} scope="col">
              <abbr title={formatWeekday(date)}>{formatWeekday(date).slice(0, 1)}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((date) => {
              const day = date >= first && date <= last && date <= today ? byDay.get(date) : undefined
              return day ? <Day key={date} day={day} /> : <td key={date} data-none="" />
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Day({ day: { date, work, resting, limit } }: { day: WorkDay }) {
  const rides = work.filter(({ otherWorkId }) => otherWorkId === null).length
  const other = work.length - rides
  const level = heat(work.length, limit)
  const said = other > 0 ? `${rides}+${other}` : rides > 0 ? String(rides) : ''
  return (
    <td data-heat={level || undefined} title={formatDayShort(date)}>
      <span className="sr-only">{formatDayShort(date)}: </span>
      {said}
      {level === 5 ? '!' : ''}
      {resting ? 'R' : ''}
      {said || resting ? null : (
        <>
          <span aria-hidden="true">·</span>
          <span className="sr-only">0</span>
        </>
      )}
    </td>
  )
}
