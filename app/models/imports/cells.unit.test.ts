import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDay } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import { formatTimeOfDay } from '~/utils/time-of-day'
import {
  phoneKey,
  plain,
  readClock,
  readCount,
  readDate,
  readDayAndClock,
  readLength,
  readLevel,
  readMethod,
  readMoney,
  readName,
  readTime,
  readWeekday,
  readWeight,
  WEEKDAYS,
} from './cells'

const each = <Value>(read: (text: string) => Value, cells: Record<string, Value>) => {
  for (const [text, value] of Object.entries(cells)) expect([text, read(text)]).toEqual([text, value])
}

describe('As people write them', () => {
  test('names', () => {
    const name = (first: string, last: string) => ({ first, last })
    each(readName, {
      'Ava Ruiz': name('Ava', 'Ruiz'),
      'Ruiz, Ava': name('Ava', 'Ruiz'),
      ' Mary  Ann Lee ': name('Mary Ann', 'Lee'),
      'Dr. Ana de la Cruz': name('Ana', 'de la Cruz'),
      'Tom van der Berg': name('Tom', 'van der Berg'),
      'Sam Hill Jr.': name('Sam', 'Hill Jr.'),
      'Hill, Sam, Jr.': name('Sam', 'Hill'),
      Ava: name('Ava', ''),
      '': null,
      ', Ava': null,
    })
  })

  test('days of the week', () => {
    each(readWeekday, {
      Tue: 2,
      TUESDAYS: 2,
      'Tues.': 2,
      thur: 4,
      Thurs: 4,
      'every Sat': 6,
      su: 0,
      T: null,
      S: null,
      Someday: null,
      '': null,
    })
  })

  test('times: without AM or PM a lesson is not at night', () => {
    each(readTime, {
      '4:15 PM': '16:15',
      '4.15pm': '16:15',
      '4 p.m.': '16:00',
      '16:15': '16:15',
      '1615': '16:15',
      '4:15': '16:15',
      '9:30': '09:30',
      '12:00 AM': '00:00',
      '4:15:00 PM': '16:15',
      noon: '12:00',
      '4': null,
      '25:00': null,
      soon: null,
    })
  })

  test('from when until when', () => {
    each(readClock, {
      '4:15 - 5:00 PM': { time: '16:15', duration: 45 },
      '11:30-12:30 pm': { time: '11:30', duration: 60 },
      '9 AM to 10:30 AM': { time: '09:00', duration: 90 },
      '16:00–16:45': { time: '16:00', duration: 45 },
      '5 PM - 4 PM': null,
    })
    each(readDayAndClock, {
      'Tue 4:15 PM': { weekday: 2, time: '16:15', duration: null },
      'Saturdays at 9:00-9:45': { weekday: 6, time: '09:00', duration: 45 },
      Tuesday: null,
    })
  })

  test('lengths', () => {
    each(readLength, {
      '45': 45,
      '45 min': 45,
      '1 hr': 60,
      '1h 30': 90,
      '1.5 hours': 90,
      'half an hour': 30,
      long: null,
      '0': null,
    })
  })

  test('days: what can only be the day is it, and a year of two digits is not to come', () => {
    each((text) => readDate(text, '2026-11-26'), {
      '5/31/2014': '2014-05-31',
      '2014-05-31': '2014-05-31',
      '31/5/2014': '2014-05-31',
      'May 31, 2014': '2014-05-31',
      '31 May 14': '2014-05-31',
      '5/31/84': '1984-05-31',
      'Sept. 3rd 2012': '2012-09-03',
      '2014-05-31T12:00:00.000Z': '2014-05-31',
      '2/30/2014': null,
      yesterday: null,
    })
  })

  test('money', () => {
    each(readMoney, {
      '$238.50': 23_850,
      '1,250': 125_000,
      '238.5 USD': 23_850,
      '$ 45': 4500,
      '(45.00)': -4500,
      '-45': -4500,
      '10.005': null,
      paid: null,
    })
  })

  test('the rest', () => {
    each(readMethod, { Cash: 'cash', 'Check #102': 'check', Zelle: 'transfer', Venmo: 'other', '': 'other' })
    each(readLevel, { 'Beg.': 'beginner', INTERMEDIATE: 'intermediate', Novice: 'novice', pro: null })
    each(readWeight, { '85': 85, '85 lbs': 85, '38 kg': 84, heavy: null })
    each(readCount, { '3': 3, '3 left': 3, '3.0': 3, '-1': null, many: null })
    each(phoneKey, { '+1 (555) 011-0107': '5550110107', '555.011.0107': '5550110107', '011-0107': '' })
    each(plain, { 'Zoë  O’Neil-Smith': 'zoe oneil smith' })
  })
})

describe('Whatever the product writes, it reads', () => {
  const day = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2026-11-26'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  const minute = fc
    .integer({ min: 0, max: 24 * 60 - 1 })
    .map((at) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`)

  test('days, times and money', () => {
    fc.assert(fc.property(day, (date) => void expect(readDate(formatDay(date), '2026-11-26')).toBe(date)))
    fc.assert(fc.property(minute, (time) => void expect(readTime(formatTimeOfDay(time))).toBe(time)))
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999 }),
        (cents) => void expect(readMoney(formatCents(cents))).toBe(cents),
      ),
    )
    for (const [i, name] of WEEKDAYS.entries()) expect(readWeekday(name)).toBe(i)
  })

  test('and no text is too strange to be read or not', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const read of [
          readName,
          readWeekday,
          readClock,
          readDayAndClock,
          readLength,
          readMoney,
          readMethod,
          readLevel,
          readWeight,
          readCount,
          plain,
        ])
          read(text)
        readDate(text, '2026-11-26')
      }),
    )
  })
})
