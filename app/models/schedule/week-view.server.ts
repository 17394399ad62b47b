import { counterOf, monthsOf } from '~/models/allowance/allowance'
import { allowancesOf } from '~/models/allowance/allowance.server'
import { type LocalDate, monthOf, weekDays } from '~/utils/dates'
import { loadRoster } from './roster.server'

export interface CardRider {
  id: string
  name: string
  mark?: string
  horse?: string
  /** Of the lesson's counter in its month; absent if the type is logged only. */
  used?: number
  allowed?: number
}

export interface CardLesson {
  time: string
  type: string
  /** Minutes. */
  duration: number
  riders: CardRider[]
}

export interface WeekView {
  days: { date: LocalDate; lessons: CardLesson[] }[]
  colors: Record<string, string>
}

/** Two queries, however many lessons. */
export async function loadWeekView(day: LocalDate): Promise<WeekView> {
  const dates = weekDays(day)
  const range = { from: dates[0] ?? day, to: dates.at(-1) ?? day }
  const { days, types } = await loadRoster(range)
  const riderIds = days.flatMap(({ lessons }) => lessons.flatMap(({ riders }) => riders.map(({ riderId }) => riderId)))
  const allowances = await allowancesOf(riderIds, range.from, range.to)
  const months = monthsOf(range).map(({ month }) => month)
  const counters = new Map(types.map(({ name, counter }) => [name, counter]))
  const figures = (riderId: string, date: LocalDate, type: string) => {
    const month = allowances.get(riderId)?.[months.indexOf(monthOf(date))]
    return month && counterOf(month, counters.get(type) ?? null)
  }
  return {
    days: days.map(({ date, lessons }) => ({
      date,
      lessons: lessons.map(({ time, type, duration, riders }) => ({
        time,
        type,
        duration,
        riders: riders.map(({ riderId, name, attendance, horse }) => ({
          id: riderId,
          name,
          ...(attendance !== 'scheduled' && { mark: attendance }),
          ...(horse && { horse: horse.name }),
          ...figures(riderId, date, type),
        })),
      })),
    })),
    colors: Object.fromEntries(types.map(({ name, color }) => [name, color])),
  }
}
