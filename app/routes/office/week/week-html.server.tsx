import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { MadeByReact } from '~/components/server-context'
import type { OfficeWeek } from '~/models/office-week/week.server'
import type { CardDay } from '~/models/office-week/week-view'
import type { ShownWeek } from '~/models/schedule/week/week-address'
import { cacheBy } from '~/utils/cache-by'
import { type LocalDate, monthStart } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'
import { nextLesson, WeekDay } from './week-day'
import { type RiderToPay, WeekHeader } from './week-header'

const rendered = (element: ReactElement) => renderToStaticMarkup(element) as MadeByReact

const headers = cacheBy<MadeByReact>(30)
const columns = new WeakMap<CardDay, (looks: string, render: () => MadeByReact) => MadeByReact>()

/**
 * Renders the week's header and days as HTML. Each is cached as long as its content is the same, so that a change to a
 * ride renders one day. None of it is specific to a viewer: no name, no form token, no nonce.
 */
export function weekHtml({
  week,
  day: shown,
  today,
  time,
  days,
  unrecorded,
  asked,
  ordered,
  reported,
  careDue,
  toCall,
}: OfficeWeek & ShownWeek & { today: LocalDate; time: TimeOfDay }): [header: MadeByReact, ...days: MadeByReact[]] {
  const head = {
    week,
    day: shown,
    today,
    unrecorded,
    asked,
    ordered,
    reported,
    careDue,
    toCall,
    toPay: toPay(days),
    paid: paidOf(days, today),
    days: days.map(({ date, lessons }) => ({ date, lessons: lessons.length })),
  }
  const header = headers(JSON.stringify(head), () => rendered(<WeekHeader {...head} />))
  const column = (day: CardDay) => {
    const [isShown, isToday] = [day.date === shown, day.date === today]
    const next = isToday ? nextLesson(day, time) : undefined
    const kept = columns.get(day) ?? cacheBy<MadeByReact>(4)
    columns.set(day, kept)
    return kept(`${isShown} ${isToday} ${next && time}`, () =>
      rendered(<WeekDay {...{ day, week, isShown, isToday, next, time }} />),
    )
  }
  return [header, ...days.map(column)]
}

/** Counts the week's rides of this month that use an allowance. */
function paidOf(days: readonly CardDay[], today: LocalDate): { paid: number; of: number } {
  const counted = days
    .filter(({ date }) => monthStart(date) === monthStart(today))
    .flatMap(({ lessons }) => lessons.flatMap(({ riders }) => riders.filter(({ used }) => used !== undefined)))
  return { paid: counted.filter(({ due }) => !due).length, of: counted.length }
}

/** Lists the riders of the week's rides that are not paid for, each with the first of those. */
function toPay(days: readonly CardDay[]): RiderToPay[] {
  const due = new Map<string, RiderToPay>()
  for (const { date, lessons } of days) {
    for (const { time, type, riders } of lessons) {
      for (const { id, name, word } of riders.filter((rider) => rider.due && !due.has(rider.id))) {
        due.set(id, { id, name, word, slot: { date, time, type } })
      }
    }
  }
  return [...due.values()]
}
