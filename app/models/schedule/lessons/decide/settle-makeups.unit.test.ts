import { describe, expect, test } from 'vitest'
import { type Book, type BookingRow, NEW } from '~/models/schedule/snapshot/book'
import {
  booking,
  bookOf,
  guest,
  makeup,
  marked,
  nameOf,
  off,
  refusalOf,
  slot,
  weekly,
} from '../../../../../test/week/book'
import {
  bookingOf,
  heldAsClosed,
  type MakeupTerms,
  requireTypeOfMakeups,
  settleMakeups,
  straysIn,
} from './settle-makeups'

const today = '2026-11-24'
const terms: MakeupTerms = {
  byId: 'office',
  today,
  lastDay: (ride) => `${ride} and 30 days`,
  isCounted: (type) => type === 'Group Lesson',
}
/** Returns the book after a change from `before` to `after`. */
const settled = (before: Partial<Book>, after: Partial<Book>, change: Partial<MakeupTerms> = {}) =>
  settleMakeups(bookOf(before), bookOf({ ...before, ...after }), { ...terms, ...change })
const rides = { weekly: [weekly('emma'), weekly('tom')] }

describe('A ride that is rescheduled', () => {
  const rescheduled = [marked('emma', 'reschedule')]

  test('A rescheduled ride gives a makeup', () => {
    expect(settled(rides, { records: rescheduled }).makeups).toEqual([
      {
        id: NEW,
        ...slot,
        riderId: 'emma',
        why: 'absence',
        reason: 'Rescheduled',
        validFrom: today,
        validTo: '2026-11-24 and 30 days',
        byId: 'office',
      },
    ])
    const announced = [marked('emma', 'reschedule', { announcedAt: '2026-11-23T10:00:00Z' })]
    expect(settled(rides, { records: announced }).makeups[0]?.reason).toBe('Called off in time')
  })

  test('A rescheduled ride gives a makeup that is valid from its day on, or from today on if that is earlier', () => {
    const validFrom = (day: string) => settled(rides, { records: rescheduled }, { today: day }).makeups[0]?.validFrom
    expect([validFrom('2026-11-20'), validFrom('2026-11-30')]).toEqual(['2026-11-20', slot.date])
  })

  test('A rescheduled ride gives only one makeup', () => {
    expect(settled({ ...rides, records: rescheduled }, {}).makeups).toEqual([])
    expect(settled(rides, { records: rescheduled, makeups: [makeup('emma')] }).makeups).toHaveLength(1)
    const toms = [makeup('tom', { date: '2026-11-10' })]
    expect(settled(rides, { records: rescheduled, makeups: toms }).makeups).toHaveLength(2)
  })

  test('A rescheduled ride gives no makeup if no package counts it, if it was a makeup, or for another mark', () => {
    const hack = [marked('emma', 'reschedule', { type: 'Hack' })]
    expect(settled(rides, { records: hack }).makeups).toEqual([])
    const booked = { ...rides, bookings: [booking('emma', 7)], makeups: [makeup('emma', { id: 7, time: '09:00' })] }
    expect(settled(booked, { records: rescheduled }).makeups).toHaveLength(1)
    expect(settled(rides, { records: [marked('emma', 'absent')] }).makeups).toEqual([])
  })

  test('A rescheduled ride that takes place after all withdraws its makeup, unless that is booked or was withdrawn', () => {
    const before = { ...rides, records: rescheduled, makeups: [makeup('emma', { id: 7 })] }
    const present = { records: [marked('emma', 'present')] }
    expect(settled(before, present).makeups).toEqual([])
    expect(settled({ ...before, booked: new Set([7]) }, present).makeups).toHaveLength(1)
    const elsewhere = { weekly: [...rides.weekly, weekly('emma', { time: '09:00' })] }
    const booked = { ...before, ...elsewhere, bookings: [booking('emma', 7, { time: '09:00' })] }
    expect(settled(booked, present).makeups).toHaveLength(1)
    const revoked = { ...before, makeups: [makeup('emma', { id: 7, revokedAt: '2026-11-20' })] }
    expect(settled(revoked, present).makeups).toHaveLength(1)
  })

  test('A rescheduled ride keeps its makeup if the rider leaves the lesson, and if it is outside the days of the change', () => {
    const before = { ...rides, records: rescheduled, makeups: [makeup('emma')] }
    expect(settled(before, { records: [], removals: [off('emma')] }).makeups).toHaveLength(1)
    const narrow = { spans: [{ from: '2026-12-01', weekly: false }] }
    expect(settled({ ...before, ...narrow }, { records: [] }).makeups).toHaveLength(1)
  })
})

describe('A makeup', () => {
  test('A makeup of a closing is withdrawn when its ride takes place after all, and one that the office gave never', () => {
    const before = { ...rides, removals: [off(null)] }
    const why = (one: 'closed' | 'office') =>
      settled({ ...before, makeups: [makeup('emma', { why: one })] }, { removals: [] }).makeups.length
    expect([why('closed'), why('office')]).toEqual([0, 1])
    const closed = { ...rides, removals: [off(null)], records: [marked('emma', 'reschedule')] }
    expect(settled({ ...closed, makeups: [makeup('emma', { why: 'closed' })] }, { removals: [] }).makeups).toEqual([])
  })

  test('A makeup that no change of its ride withdrew stays with every other change', () => {
    const stray = { ...rides, makeups: [makeup('emma')] }
    expect(settled(stray, { participants: [guest('ann')] }).makeups).toHaveLength(1)
    expect(settled(rides, { makeups: [makeup('emma')] }).makeups).toEqual([])
    const toms = [makeup('tom', { date: '2026-11-10' })]
    expect(settled({ ...rides, makeups: toms }, { makeups: [...toms, makeup('emma')] }).makeups).toEqual(toms)
  })

  test('A makeup whose ride took place before a change that is undone stays, and another goes', () => {
    expect(settled(rides, { makeups: [makeup('emma')] }, { wasStray: () => true }).makeups).toHaveLength(1)
    expect(settled(rides, { makeups: [makeup('emma')] }, { wasStray: () => false }).makeups).toEqual([])
  })

  test('The makeups whose ride takes place are found: not those of called-off rides, of others, or of the office', () => {
    const makeups = [
      makeup('emma', { id: 7 }),
      makeup('tom', { id: 8 }),
      makeup('ann', { id: 9 }),
      makeup('emma', { id: 10, why: 'office' }),
    ]
    expect(straysIn(bookOf({ ...rides, makeups, records: [marked('tom', 'reschedule')] }))).toEqual([7])
  })

  test('A booked makeup stays though the change withdrew it', () => {
    const before = { ...rides, makeups: [makeup('emma', { id: 7, date: '2026-11-03' }), makeup('tom', { id: 8 })] }
    const booked = { ...before, participants: [guest('ann')], bookings: [booking('ann', 7)] }
    expect(settled(booked, { makeups: [] }).makeups.map(({ id }) => id)).toEqual([7])
    expect(settled({ ...before, booked: new Set([8]) }, { makeups: [] }).makeups.map(({ id }) => id)).toEqual([8])
    const also = { makeups: [], records: [marked('emma', 'reschedule')] }
    expect(settled(booked, also).makeups.map(({ riderId }) => riderId)).toEqual(['emma', 'emma'])
  })
})

describe('A booking', () => {
  const makeups = [makeup('ann', { id: 7, date: '2026-11-10' })]
  const booked = { ...rides, makeups, participants: [guest('ann')], bookings: [booking('ann', 7)] }
  const stands = (before: Partial<Book>, after: Partial<Book>) => settled(before, after).bookings.length === 1

  test('A booking is kept while its rider is in a lesson at that time', () => {
    expect(stands(booked, {})).toBe(true)
    expect(stands(booked, { participants: [] })).toBe(false)
    expect(stands(booked, { participants: [guest('ann', { time: '17:00' })] })).toBe(false)
    expect(stands(booked, { participants: [guest('ann', { date: '2026-12-01' })] })).toBe(false)
  })

  test('A booking that a mark found is kept as long as that mark', () => {
    const bookings = [booking('ann', 7, { via: 'mark' })]
    const before = { ...booked, bookings, records: [marked('ann', 'makeup')] }
    expect(stands(before, {})).toBe(true)
    expect(stands(before, { participants: [] })).toBe(true)
    expect(stands(before, { records: [marked('ann', 'present')] })).toBe(false)
    expect(stands(before, { records: [] })).toBe(false)
  })

  test('A booking ends when the guest has the place every week, unless the ride has used it', () => {
    const everyWeek = { participants: [], weekly: [...rides.weekly, weekly('ann')] }
    expect(stands(booked, everyWeek)).toBe(false)
    expect(stands({ ...booked, records: [marked('ann', 'makeup')] }, everyWeek)).toBe(true)
    const zoe = { ...booked, participants: [guest('zoe')], bookings: [booking('emma', 9), booking('zoe', 7)] }
    const zoes = settled(zoe, { participants: [], weekly: [...rides.weekly, weekly('zoe')] })
    expect(zoes.bookings.map(({ riderId }) => riderId)).toEqual(['emma'])
    const own = { ...booked, participants: [], weekly: everyWeek.weekly }
    expect(stands(own, { participants: [guest('tom')] })).toBe(true)
    expect(stands({ ...booked, bookings: [] }, { ...everyWeek, bookings: booked.bookings })).toBe(true)
  })

  test('A booking is kept when Undo restores it to the weekly place that its rider was absent from, unless another is in the way', () => {
    const later = { ...slot, time: '17:00' }
    const moved = { ...rides, participants: [guest('tom', later)], bookings: [booking('tom', 1, later)] }
    const back = { participants: [], bookings: [{ ...moved.bookings[0], ...slot } as BookingRow] }
    const isBack = (after: Partial<Book>, change?: Partial<MakeupTerms>) =>
      settled({ ...moved, makeups: [makeup('tom', { id: 1 })] }, after, change).bookings.length > 0
    const wasStray = () => false
    expect(isBack(back, { wasStray })).toBe(true)
    expect(isBack(back)).toBe(false)
    const everyWeek = { participants: [], weekly: [...rides.weekly, weekly('tom', { time: later.time })] }
    expect(isBack(everyWeek, { wasStray })).toBe(false)
  })

  test('A booking extends its makeup when the school moves the ride past its last day: as after a closing, or to that day', () => {
    const moved = (date: string, validTo = '2026-11-24') =>
      settled(
        { ...booked, makeups: [{ ...makeups[0], validTo } as (typeof makeups)[number]] },
        {
          participants: [guest('ann', { date })],
          bookings: [{ ...booked.bookings[0], date } as (typeof booked.bookings)[number]],
        },
      ).makeups[0]?.validTo
    expect(moved('2026-11-24')).toBe('2026-11-24')
    expect(moved('2026-12-01', '2026-12-01')).toBe('2026-12-01')
    expect(moved('2026-12-01')).toBe('2026-12-31')
    expect(moved('2027-01-05')).toBe('2027-01-05')
    // It was booked past its last day: nobody has moved it.
    expect(moved('2026-11-24', '2026-11-20')).toBe('2026-11-20')
  })

  test('A booking that the school moves extends no other makeup', () => {
    const [other, anns] = [makeup('emma', { id: 9, validTo: slot.date }), makeup('ann', { id: 7, validTo: slot.date })]
    const [stays, moves] = [booking('emma', 9), booking('ann', 7)]
    const before = { ...booked, makeups: [other, anns], bookings: [stays, moves] }
    const date = '2026-12-01'
    const { makeups: held } = settled(before, {
      participants: [guest('ann', { date })],
      bookings: [stays, { ...moves, date }],
    })
    expect(held).toEqual([other, { ...anns, validTo: '2026-12-31' }])
  })

  test('A booking belongs to its rider, day and time', () => {
    const book = bookOf({ bookings: [booking('ann', 7)] })
    expect(bookingOf(book, { ...slot, riderId: 'ann' })?.makeupId).toBe(7)
    for (const other of [{ riderId: 'tom' }, { date: '2026-12-01' }, { time: '17:00' }])
      expect(bookingOf(book, { ...slot, riderId: 'ann', ...other })).toBe(undefined)
  })
})

test('A book in which nothing has to be settled is unchanged', () => {
  const before = bookOf({ ...rides, makeups: [makeup('emma', { date: '2026-11-10' })] })
  const after = { ...before }
  expect(settleMakeups(before, after, terms)).toBe(after)
})

test('A ride that was booked with a makeup for its type keeps that type, and the office reads what to do', () => {
  const before = bookOf({
    makeups: [makeup('tom', { id: 8, type: 'Hack' }), makeup('ann', { id: 7 })],
    bookings: [booking('ann', 7, { id: 1 })],
  })
  const became =
    (change: object, was = before) =>
    () =>
      requireTypeOfMakeups(was, { ...was, bookings: was.bookings.map((row) => ({ ...row, ...change })) }, nameOf)
  const refused = refusalOf(became({ type: 'Private Lesson' }))
  expect(refused.status).toBe(409)
  expect(refused.message).toBe(
    'Ann booked the Group Lesson at 4:00 PM on Nov 24, 2026 with a makeup for that type. Remove that ride from its day first: the makeup can be booked again then.',
  )
  expect(became({ time: '17:00' })).not.toThrow()
  expect(became({ id: 2, type: 'Private Lesson' })).not.toThrow()
  const byMark = bookOf({ ...before, bookings: [booking('ann', 7, { via: 'mark' })] })
  expect(became({ type: 'Private Lesson' }, byMark)).not.toThrow()
  const ofOther = bookOf({ ...before, makeups: [makeup('ann', { id: 7, type: 'Hack' })] })
  expect(became({ type: 'Private Lesson' }, ofOther)).not.toThrow()
})

test('The makeup of a ride that the school takes off is valid until the end of the next month at least', () => {
  const until = (validTo: string, isOff = true, via: 'place' | 'mark' = 'place') =>
    heldAsClosed(
      bookOf({ makeups: [makeup('ann', { id: 7, validTo })], bookings: [booking('ann', 7, { via })] }),
      () => isOff,
    ).makeups[0]?.validTo
  expect(until('2026-11-24')).toBe('2026-12-31')
  expect(until('2027-01-05')).toBe('2027-01-05')
  expect(until('2026-11-24', false)).toBe('2026-11-24')
  expect(until('2026-11-24', true, 'mark')).toBe('2026-11-24')
})
