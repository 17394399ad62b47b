import { getSchool } from '~/models/school/current-school.server'
import { letterheadOf } from '~/models/school/school.server'
import { getEnv } from '~/platform/env.server'
import { makePdf } from '~/platform/pdf/pdf.server'
import { formatDay, formatDayShort, formatWeekdayShort, type LocalDate, startOfDayInZone } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { counted } from '~/utils/plain-words'
import { careDone } from './care.server'
import { formatHours, formatLimit, formatWork, sayFewer, type WorkDay } from './workload'
import { type HorseWorkload, loadWorkloads } from './workload.server'

const COLUMNS = [
  { title: 'Day', share: 16 },
  { title: 'Work and rest', share: 50 },
  { title: 'Limit', share: 30 },
  { title: 'Hours', share: 10, end: true },
]

const cellsOf = (day: WorkDay) => [
  `${formatWeekdayShort(day.date)}, ${formatDayShort(day.date)}`,
  [
    ...(day.work.length > 0 ? day.work.map(formatWork) : ['Rest day']),
    ...(day.resting ? [`Resting: ${day.resting}`] : []),
    ...(day.fewer > 0 ? [sayFewer(day.fewer)] : []),
  ].join('\n'),
  formatLimit(day) ?? '',
  day.minutes ? formatHours(day.minutes) : '',
]

const factsOf = ({ rides, otherWork, minutes, restDays, days, longestRun }: HorseWorkload) =>
  [
    counted(rides, 'ride'),
    `${otherWork} other work`,
    `${formatHours(minutes)} hours`,
    `${restDays} of ${days.length} days without work`,
    `at most ${counted(longestRun, 'day')} in a row`,
  ].join(' · ')

const sayDone = ({ kind, doneOn, note }: Awaited<ReturnType<typeof careDone>>[number]): [string, string] => [
  kind,
  [formatDay(doneOn ?? ''), note].filter(Boolean).join(': '),
]

/** The daily record of horses, and the care that was done, as a PDF, a horse after the other, as the page and the file have it. */
export async function workloadPdf(
  from: LocalDate,
  to: LocalDate,
  today: LocalDate,
  horseId?: number,
): Promise<{ name: string; content: Buffer }> {
  const [horses, care] = await Promise.all([loadWorkloads(from, to, today, horseId), careDone(from, to, horseId)])
  const { schoolName, schoolContact } = letterheadOf(await getSchool())
  const title = 'Workload Log'
  const span = `${formatDay(from)} – ${formatDay(to)}`
  const content = await makePdf(
    {
      title: `${title}: ${span}`,
      author: schoolName,
      at: startOfDayInZone(to, getEnv().schoolTimezone),
      footer: `${schoolName} · ${title} · ${span}`,
    },
    function* (page) {
      page.title(title)
      page.paragraph([schoolName, ...schoolContact].join('\n'), { small: true })
      page.facts([['Days', span]])
      for (const one of horses) {
        page.heading(one.horse)
        page.paragraph(factsOf(one), { small: true })
        page.table(COLUMNS, one.days.map(cellsOf))
        const done = care.filter((row) => row.horseId === one.horseId)
        if (done.length > 0) page.facts(done.map(sayDone))
        yield
      }
      const others = care.filter((row) => !horses.some((one) => one.horseId === row.horseId))
      for (const [horse, done] of groupBy(others, (row) => row.horse)) {
        page.heading(horse)
        page.facts(done.map(sayDone))
      }
      if (horses.length === 0) page.paragraph('No horses worked on these days.')
      page.paragraph(LIMITS_NOTE, { small: true })
    },
  )
  return { name: `workload_${from}_to_${to}.pdf`, content }
}

const LIMITS_NOTE =
  'A ride beyond a limit of the day or the week is refused without a reason; who gave it is named. The number of a day is compared with the present limit of the horse.'
