import { describe, expect, test } from 'vitest'
import type { Book } from '~/models/schedule/snapshot/book'
import { addDays } from '~/utils/dates'
import { bookOf, guest, marked, off, slot, weekly } from '../../../../test/week/book'
import {
  hasPlace,
  type InTime,
  type OfferRow,
  planOffers,
  ridesAt,
  ridesAtHour,
  type WaitingRow,
  whoseLessonChanged,
} from './offers'

/** The lesson has two places, and is on Tuesday, the 24th. */
const capacities = new Map([['Group Lesson', 2]])
const full = [weekly('tom'), weekly('zoe')]
const oneFree = [weekly('tom')]
const today = '2026-11-20'

const waits = (id: number, riderId: string, change: Partial<WaitingRow> = {}): WaitingRow => ({
  id,
  riderId,
  ...slot,
  weekly: false,
  position: id,
  missed: null,
  ...change,
})
const offer = (id: number, waitingId: number, change: Partial<OfferRow> = {}): OfferRow => ({
  id,
  waitingId,
  date: slot.date,
  expired: false,
  ...change,
})
interface Terms {
  today?: string
  inTime?: InTime
}
const plan = (rows: Partial<Book>, line: WaitingRow[], offers: OfferRow[] = [], terms: Terms = {}) => {
  const all = planOffers(bookOf({ capacities, ...rows }), line, offers, { today, inTime: () => true, ...terms })
  return Object.fromEntries(Object.entries(all).filter(([, some]) => some.length > 0))
}

describe('A free place', () => {
  test('A free place is offered to the first in line alone, whatever the order of the rows, and of equals to the older', () => {
    const line = [waits(3, 'ann', { position: 2 }), waits(2, 'ben', { position: 1 }), waits(1, 'cy', { position: 2 })]
    expect(plan({ weekly: oneFree }, line)).toEqual({ open: [{ waitingId: 2, date: slot.date }] })
    expect(plan({ weekly: [weekly(null)] }, line)).toEqual({
      open: [
        { waitingId: 2, date: slot.date },
        { waitingId: 1, date: slot.date },
      ],
    })
  })

  test('A full lesson has no free place, unless a rider does not come', () => {
    expect(plan({ weekly: full }, [waits(1, 'ann')])).toEqual({})
    for (const attendance of ['reschedule', 'absent'])
      expect(plan({ weekly: full, records: [marked('zoe', attendance)] }, [waits(1, 'ann')])).toEqual({
        open: [{ waitingId: 1, date: slot.date }],
      })
  })

  test('A free place is offered in every lesson without a limit, and in none that does not take place', () => {
    expect(plan({ weekly: full, capacities: new Map() }, [waits(1, 'ann')])).toEqual({
      open: [{ waitingId: 1, date: slot.date }],
    })
    expect(plan({ weekly: oneFree, removals: [off(null)] }, [waits(1, 'ann')])).toEqual({})
    expect(plan({}, [waits(1, 'ann')])).toEqual({})
  })

  test('A free place is not offered if there is no time left to answer', () => {
    expect(plan({ weekly: oneFree }, [waits(1, 'ann')], [], { inTime: () => false })).toEqual({})
  })

  test('A free place goes to the next if the first rides elsewhere then, or could not be notified', () => {
    const line = [waits(1, 'ann'), waits(2, 'ben')]
    const elsewhere = [...oneFree, weekly('ann', { time: '16:30', type: 'Private Lesson' })]
    expect(plan({ weekly: elsewhere }, line)).toEqual({ open: [{ waitingId: 2, date: slot.date }] })
    const after = [...oneFree, weekly('ann', { time: '17:00' })]
    expect(plan({ weekly: after }, line)).toEqual({ open: [{ waitingId: 1, date: slot.date }] })
    expect(plan({ weekly: oneFree }, [waits(1, 'ann', { missed: slot.date }), waits(2, 'ben')])).toEqual({
      open: [{ waitingId: 2, date: slot.date }],
    })
    expect(plan({ weekly: oneFree }, [waits(1, 'ann', { missed: '2026-11-17' })])).toEqual({
      open: [{ waitingId: 1, date: slot.date }],
    })
  })
})

describe('An offer', () => {
  test('An offer is held for its family: nobody else is offered the place', () => {
    expect(plan({ weekly: oneFree }, [waits(1, 'ann'), waits(2, 'ben')], [offer(9, 2)])).toEqual({})
  })

  test('An offer that nobody answered in time expires, and the next in line gets the place', () => {
    expect(plan({ weekly: oneFree }, [waits(1, 'ann'), waits(2, 'ben')], [offer(9, 1, { expired: true })])).toEqual({
      expire: [9],
      open: [{ waitingId: 2, date: slot.date }],
    })
  })

  test('An offer of which nobody could be notified expires too, and its family moves to the end of the waitlist', () => {
    const offers = [offer(9, 1, { expired: true, unreached: true })]
    expect(plan({ weekly: oneFree }, [waits(1, 'ann')], offers)).toEqual({ expire: [9], toEnd: [1] })
  })

  test('An offer is withdrawn once the place is no longer free, the newest first', () => {
    const line = [waits(1, 'ann'), waits(2, 'ben')]
    expect(plan({ weekly: full }, line, [offer(9, 1)])).toEqual({ withdraw: [9] })
    // Ben's offer is older.
    expect(plan({ weekly: oneFree }, line, [offer(9, 1), offer(8, 2)])).toEqual({ withdraw: [9] })
    expect(plan({ weekly: oneFree, removals: [off(null)] }, line, [offer(9, 1)])).toEqual({ withdraw: [9] })
  })

  test('An offer is withdrawn if its family no longer waits, and the next in line gets the place', () => {
    expect(plan({ weekly: oneFree }, [waits(2, 'ben')], [offer(9, 1)])).toEqual({
      withdraw: [9],
      open: [{ waitingId: 2, date: slot.date }],
    })
  })

  test('The offer of a rider who rides there by now is withdrawn, and the entry ends', () => {
    const rows = { weekly: [weekly(null)], participants: [guest('ann')] }
    expect(plan(rows, [waits(1, 'ann')], [offer(9, 1)])).toEqual({
      withdraw: [9],
      close: [{ id: 1, outcome: 'placed' }],
    })
  })
})

describe('An entry for one date', () => {
  test('An entry for one date waits until it has passed', () => {
    const line = [waits(1, 'ann')]
    expect(plan({ weekly: full }, line, [], { today: slot.date })).toEqual({})
    expect(plan({ weekly: full }, line, [], { today: '2026-11-25' })).toEqual({ close: [{ id: 1, outcome: 'past' }] })
  })

  test('An entry for one date ends with any ride in that lesson on that date', () => {
    const placed = { close: [{ id: 1, outcome: 'placed' }] }
    expect(plan({ weekly: full }, [waits(1, 'tom')])).toEqual(placed)
    expect(plan({ weekly: [weekly('tom'), weekly('ann', { endDate: '2026-12-01' })] }, [waits(1, 'ann')])).toEqual(
      placed,
    )
  })

  test('An entry for one date is offered that date, whatever is free on others', () => {
    const rows = { weekly: full, removals: [off('zoe', { date: '2026-12-01' })] }
    expect(plan(rows, [waits(1, 'ann')])).toEqual({})
    expect(plan(rows, [waits(1, 'ann', { date: '2026-12-01' })])).toEqual({
      open: [{ waitingId: 1, date: '2026-12-01' }],
    })
  })
})

describe('An entry for every week', () => {
  const line = [waits(1, 'ann', { weekly: true })]
  const from = (date: string) => ({ open: [{ waitingId: 1, date }] })

  test('An entry for every week ends with a permanent weekly place, not with one that ends', () => {
    expect(plan({ weekly: [...oneFree, weekly('ann')] }, line)).toEqual({ close: [{ id: 1, outcome: 'placed' }] })
    // Ann rides there until then.
    expect(plan({ weekly: [...oneFree, weekly('ann', { endDate: '2026-12-08' })] }, line)).toEqual(from('2026-12-08'))
    expect(plan({ weekly: oneFree, participants: [guest('ann')] }, line)).not.toHaveProperty('close')
  })

  test('An entry for every week is offered no place that is free on some days only', () => {
    expect(plan({ weekly: full, removals: [off('zoe')] }, line)).toEqual({})
    expect(plan({ weekly: full, records: [marked('zoe', 'absent')] }, line)).toEqual({})
  })

  test('An entry for every week is offered a place from the day on from which it is free for good', () => {
    expect(plan({ weekly: [weekly('tom'), weekly('zoe', { endDate: '2026-12-08' })] }, line)).toEqual(
      from('2026-12-08'),
    )
    expect(plan({ weekly: oneFree, participants: [guest('ben', { date: '2026-12-01' })] }, line)).toEqual(
      from('2026-12-08'),
    )
    expect(plan({ weekly: [weekly('tom'), weekly('zoe', { startDate: '2027-06-01' })] }, line)).toEqual({})
  })

  test('An entry for every week is offered a place though the lesson of another weekday at that time is full', () => {
    const thursday = ['zoe', 'ben'].map((riderId) => weekly(riderId, { dayOfWeek: 4, startDate: '2026-11-26' }))
    const spans = [slot.date, '2026-11-26'].map((date) => ({ from: date, weekly: true }))
    expect(plan({ spans, weekly: [...oneFree, ...thursday] }, line)).toEqual(from(slot.date))
  })

  test('An entry for every week is offered a place from the first lesson that takes place, within eight weeks', () => {
    const days = ['2026-11-24', '2026-12-01']
    expect(plan({ weekly: oneFree, removals: days.map((date) => off(null, { date })) }, line)).toEqual(
      from('2026-12-08'),
    )
    const until = (endDate: string) => ({ weekly: [weekly('tom'), weekly('zoe', { endDate })] })
    expect(plan(until('2027-01-12'), line)).toEqual(from('2027-01-12'))
    expect(plan(until('2027-01-19'), line)).toEqual({})
  })

  test('An entry for every week ends with the place though its lesson is off for a long time', () => {
    const weeks = Array.from({ length: 8 }, (_, week) => addDays(slot.date, 7 * week))
    const rows = { weekly: [weekly('ann')], removals: weeks.map((date) => off(null, { date })) }
    expect(plan(rows, line)).toEqual({ close: [{ id: 1, outcome: 'placed' }] })
  })

  test('An entry for every week is offered a place from today on at the earliest, if there is time to answer', () => {
    expect(plan({ weekly: oneFree }, line, [], { today: '2026-12-03' })).toEqual(from('2026-12-08'))
    expect(plan({ weekly: oneFree }, line, [], { today: '2026-12-08' })).toEqual(from('2026-12-08'))
    expect(plan({ weekly: oneFree }, [waits(1, 'ann', { weekly: true, date: '2026-12-15' })])).toEqual(
      from('2026-12-15'),
    )
    expect(plan({ weekly: oneFree }, line, [], { inTime: ({ date }) => date > slot.date })).toEqual(from('2026-12-01'))
  })

  test('An entry for every week is offered no place in a lesson that ends', () => {
    expect(plan({ weekly: [weekly('tom', { endDate: '2027-03-02' })] }, line)).toEqual({})
    expect(plan({ participants: [guest('tom')] }, line)).toEqual({})
  })

  test('An entry for every week takes precedence over a later entry for one of its days', () => {
    expect(plan({ weekly: oneFree }, [...line, waits(2, 'ben', { date: '2026-12-01' })])).toEqual(from('2026-11-24'))
    expect(plan({ weekly: oneFree }, [...line, waits(2, 'ben')], [offer(9, 2)])).toEqual(from('2026-12-01'))
  })
})

test('A day off does not block a place for riders of every other week', () => {
  const book = bookOf({ capacities, weekly: oneFree, removals: [off(null, { date: '2026-12-01' })] })
  expect(hasPlace(book, true, slot)).toBe(true)
  expect(hasPlace(book, false, { ...slot, date: '2026-12-01' })).toBe(false)
})

test('A rider counts for the lesson that is meant, not for another one of that day', () => {
  const book = bookOf({ weekly: [weekly('ann', { time: '17:00' }), weekly('tom')] })
  expect(ridesAt(book, { riderId: 'ann', weekly: true }, slot)).toBe(false)
  expect(ridesAt(book, { riderId: 'ann', weekly: false }, slot)).toBe(false)
  expect(ridesAt(book, { riderId: 'tom', weekly: true }, slot)).toBe(true)
})

test('A rider who rides in the second lesson of its kind at that hour rides there too', () => {
  const bases = new Map([['Group Lesson 2', 'Group Lesson']])
  const book = bookOf({ bases, weekly: [weekly('ann', { type: 'Group Lesson 2' }), weekly('tom', { type: 'Hack' })] })
  const rides = (riderId: string) => ridesAtHour(book, { riderId, weekly: true }, slot)
  expect([rides('ann'), rides('tom')]).toEqual([true, false])
  expect(ridesAt(book, { riderId: 'ann', weekly: true }, slot)).toBe(false)
})

describe('The lesson of a waitlist', () => {
  const changed = (rows: Partial<Book>, wait: Partial<WaitingRow>, knownOff: boolean, isDue: boolean) =>
    whoseLessonChanged(bookOf({ capacities, ...rows }), [{ ...waits(1, 'ann', wait), knownOff, isDue }])
  const nobody = { tell: [], settled: [] }
  const tell = { tell: [1], settled: [] }
  const settled = { tell: [], settled: [1] }

  test('A family is notified once its lesson is off or restored, and not if that was undone before', () => {
    expect(changed({ weekly: full }, {}, false, false)).toEqual(nobody)
    expect(changed({}, {}, false, false)).toEqual(tell)
    expect(changed({}, {}, false, true)).toEqual(nobody)
    expect(changed({ weekly: full }, {}, false, true)).toEqual(settled)
    expect(changed({}, {}, true, false)).toEqual(nobody)
    expect(changed({ weekly: full }, {}, true, false)).toEqual(tell)
    expect(changed({}, {}, true, true)).toEqual(settled)
  })

  test('A lesson is off on its date for entries for that date, and for weekly entries only once it has an end', () => {
    const offThen = { weekly: full, removals: [off(null)] }
    expect(changed(offThen, {}, false, false)).toEqual(tell)
    expect(changed(offThen, { weekly: true }, false, false)).toEqual(nobody)
    const ends = { weekly: [weekly('tom', { endDate: '2026-12-15' })] }
    expect(changed(ends, {}, false, false)).toEqual(nobody)
    expect(changed(ends, { weekly: true }, false, false)).toEqual(tell)
  })
})
