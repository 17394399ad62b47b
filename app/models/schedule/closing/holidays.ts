import { addDays, firstOn, type LocalDate, yearOf } from '~/utils/dates'

export interface Holiday {
  date: LocalDate
  name: string
}

const MONDAY = 1
const THURSDAY = 4

/** Lists the federal holidays (5 U.S.C. 6103), and the days around them on which many schools are closed. */
function holidaysOf(year: number): Holiday[] {
  const day = (month: number, date: number): LocalDate =>
    `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
  /** Returns the first day on or after a date that falls on a weekday. */
  const on = (weekday: number, month: number, date: number) => firstOn(weekday, day(month, date))
  const thanksgiving = on(THURSDAY, 11, 22)
  return [
    { date: day(1, 1), name: 'New Year’s Day' },
    { date: on(MONDAY, 1, 15), name: 'Martin Luther King Jr. Day' },
    { date: on(MONDAY, 2, 15), name: 'Presidents’ Day' },
    { date: on(MONDAY, 5, 25), name: 'Memorial Day' },
    { date: day(6, 19), name: 'Juneteenth' },
    { date: day(7, 4), name: 'Independence Day' },
    { date: on(MONDAY, 9, 1), name: 'Labor Day' },
    { date: on(MONDAY, 10, 8), name: 'Columbus Day' },
    { date: day(11, 11), name: 'Veterans Day' },
    { date: thanksgiving, name: 'Thanksgiving' },
    { date: addDays(thanksgiving, 1), name: 'Day after Thanksgiving' },
    { date: day(12, 24), name: 'Christmas Eve' },
    { date: day(12, 25), name: 'Christmas' },
    { date: day(12, 31), name: 'New Year’s Eve' },
  ]
}

/** Lists the usual U.S. holidays from `from` through `through`, by day. */
export const usualHolidays = (from: LocalDate, through: LocalDate): Holiday[] =>
  Array.from({ length: yearOf(through) - yearOf(from) + 1 }, (_, i) => yearOf(from) + i)
    .flatMap(holidaysOf)
    .filter(({ date }) => date >= from && date <= through)
