import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, calendarMonthName, dayOfWeek, type LocalDate, monthOf } from '~/utils/dates'
import { WEEKDAYS } from './cells'
import { type DayRule, readDateAndClock, readDay } from './read-day'

const TODAY = '2026-11-26'
const near = (today: LocalDate = TODAY): DayRule => ({ today, latest: '2028-11-26', withoutYear: 'nearest' })
const past = (today: LocalDate = TODAY): DayRule => ({ today, latest: today, withoutYear: 'last' })
const whole = (today: LocalDate = TODAY): DayRule => ({ today, latest: today, withoutYear: 'refused' })

/** Writes what a day is read as: the day, the reason why it is refused, or null. */
const said = (text: string, rule: DayRule): string | null => {
  const read = readDay(text, rule)
  return read !== null && typeof read === 'object' ? read.message : read
}
const each = (rule: DayRule, cells: Record<string, string | null>) => {
  for (const [text, value] of Object.entries(cells)) expect([text, said(text, rule)]).toEqual([text, value])
}

describe('A day without its year', () => {
  test('is the one nearest to today where it may be to come', () => {
    each(near(), {
      '12/5': '2026-12-05',
      '12/05': '2026-12-05',
      '31/12': '2026-12-31',
      'Dec 5': '2026-12-05',
      'DEC. 5': '2026-12-05',
      'Sept 3': '2026-09-03',
      '5-Dec': '2026-12-05',
      '5 December': '2026-12-05',
      'December 5th': '2026-12-05',
      '5th Dec.': '2026-12-05',
      'Sat Dec 5': '2026-12-05',
      'Saturday, 12/5': '2026-12-05',
      'Sat. 5-Dec': '2026-12-05',
      'Dec 5 10:30 AM': '2026-12-05',
      '11/26': '2026-11-26',
      '11/25': '2026-11-25',
      '5/20': '2027-05-20',
      '6/1': '2026-06-01',
    })
  })

  test('is the last one that has come where it is over', () => {
    each(past(), {
      '11/26': '2026-11-26',
      '11/27': '2025-11-27',
      'Thu 11/27': '2025-11-27',
      'Dec 5': '2025-12-05',
      '2-Nov': '2026-11-02',
      '31/10': '2026-10-31',
    })
  })

  test('is refused in words where it may be of any year', () => {
    each(whole(), {
      '5/31': 'The year of “5/31” is missing',
      'May 31st': 'The year of “May 31st” is missing',
      'Sat 31-May': 'The year of “Sat 31-May” is missing',
    })
  })

  test('that leap years alone have is of one that is near, or refused in words', () => {
    each(near('2027-11-26'), { '2/29': '2028-02-29' })
    each(near('2028-06-01'), { 'Feb 29': '2028-02-29', 'Mon Feb 29': 'Feb 29, 2028 is a Tuesday, not a Monday' })
    each(past('2029-02-28'), { '29-Feb': '2028-02-29' })
    const refused = (text: string) => `The year of “${text}” is missing, and no year near today has this day`
    each(near(), { '2/29': refused('2/29') })
    each(near('2028-11-26'), { '2/29': refused('2/29') })
    each(past(), { 'Feb 29th': refused('Feb 29th') })
  })

  test('is none if no year has it, or if it could mean something else', () => {
    const cells = [
      '2/30',
      '12/45',
      '13/13',
      '0/5',
      'Dec 0',
      'Mary 5',
      'Dec-26',
      '12-5',
      '12.5',
      '12/2026',
      '5',
      '',
      '12/5 4:15, 2025',
    ]
    for (const rule of [near(), past(), whole()]) each(rule, Object.fromEntries(cells.map((text) => [text, null])))
  })
})

test('A weekday before a date has to be its own', () => {
  each(near(), {
    'Mon Dec 5': 'Dec 5, 2026 is a Saturday, not a Monday',
    'Mon, Dec 5, 2026': 'Dec 5, 2026 is a Saturday, not a Monday',
    'Sat, Dec 5, 2026': '2026-12-05',
    'Someday Dec 5': null,
  })
  each(past(), { 'Fri 11/27': 'Nov 27, 2025 is a Thursday, not a Friday' })
})

test('A date with its clock in one cell', () => {
  const clock = { date: '2026-12-05', time: '16:15', duration: null }
  const cells = {
    '12/5/2026 4:15 PM': clock,
    'Sat, Dec 5, 2026 at 4:15': clock,
    '12/5 4:15 PM': clock,
    'Dec 5 16:15': clock,
    'Sat Dec 5 at 4:15': clock,
    'Sat. 12/5 @ 4:15 PM': clock,
    '5-Dec, 4:15 - 5:00 PM': { ...clock, duration: 45 },
    'December 5th, 4:15pm': clock,
    'Mon 12/5 4:15 PM': { message: 'Dec 5, 2026 is a Saturday, not a Monday' },
    'Feb 29 4:15 PM': { message: 'The year of “Feb 29” is missing, and no year near today has this day' },
    'Mon 12/5': null,
    // What could be a year is none of these clocks.
    'Dec 5 2026': null,
    'Dec 5, 2015': null,
    '12/5/26': null,
    'Dec 5 PM': null,
    'Level 2 4 PM': null,
  }
  for (const [text, value] of Object.entries(cells)) {
    expect([text, readDateAndClock(text, near())]).toEqual([text, value])
  }
})

describe('Whatever day is written without its year, it is read as itself', () => {
  const today = fc
    .date({ min: new Date('2001-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  const styles = (day: LocalDate): string[] => {
    const [month, date] = [monthOf(day), Number(day.slice(8))]
    const [name, short] = [calendarMonthName(month), calendarMonthName(month).slice(0, 3)]
    const written = [`${month}/${date}`, `${short} ${date}`, `${date}-${short}`, `${name} ${date}th`, `${date} ${name}`]
    const weekday = WEEKDAYS[dayOfWeek(day)]!
    return written.flatMap((text) => [text, `${weekday.slice(0, 3)} ${text}`, `${weekday}, ${text}`])
  }
  const readAll = (day: LocalDate, rule: DayRule) => styles(day).map((text) => said(text, rule))

  test('within half a year of today', () => {
    fc.assert(
      fc.property(today, fc.integer({ min: -182, max: 182 }), (now, days) => {
        const day = addDays(now, days)
        expect(new Set(readAll(day, near(now)))).toEqual(new Set([day]))
      }),
    )
  })

  test('within the year before today', () => {
    fc.assert(
      fc.property(today, fc.integer({ min: 0, max: 364 }), (now, ago) => {
        const day = addDays(now, -ago)
        expect(new Set(readAll(day, past(now)))).toEqual(new Set([day]))
      }),
    )
  })

  test('with a clock, as with its year', () => {
    fc.assert(
      fc.property(today, fc.integer({ min: -182, max: 182 }), (now, days) => {
        const day = addDays(now, days)
        for (const text of styles(day)) {
          expect([text, readDateAndClock(`${text} 4:15 PM`, near(now))]).toEqual([
            text,
            { date: day, time: '16:15', duration: null },
          ])
        }
      }),
    )
  })

  test('and no text is too strange to be read or not', () => {
    const part = fc.constantFrom('Sat', 'Mon', 'Dec', 'Feb', '29', '5', '12/5', '2/29', '/', '-', ',', '2026', '4 PM')
    const text = fc.oneof(
      fc.string(),
      fc.array(part, { maxLength: 6 }).map((parts) => parts.join(' ')),
    )
    fc.assert(
      fc.property(text, (cell) => {
        for (const rule of [near(), past(), whole()]) readDay(cell, rule)
        readDateAndClock(cell, near())
      }),
    )
  })
})
