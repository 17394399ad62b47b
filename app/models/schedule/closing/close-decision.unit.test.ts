import { describe, expect, test } from 'vitest'
import { type Book, lessonAt, NEW } from '~/models/schedule/snapshot/book'
import { RefusedList } from '~/platform/refused'
import { booking, bookOf, guest, makeup, marked, nameOf, on, refusalOf, slot, weekly } from '../../../../test/week/book'
import { type Closing, closeDay } from './close-decision'

const at5 = { ...slot, time: '17:00' }
const next = { ...slot, date: '2026-12-01' }
const two = { weekly: [weekly('emma'), weekly('tom', { time: '17:00' })] }
const known = {
  riderName: nameOf,
  isRecorded: ({ attendance }: { attendance: string | null }) => attendance !== 'scheduled' && attendance !== 'absent',
}
const close = (rows: Partial<Book>, change: Partial<Closing> = {}) =>
  closeDay(bookOf(rows), slot.date, { from: null, reason: 'Snow', byId: 'office', ...change }, known)
const closed = ({ lessons }: ReturnType<typeof close>) => lessons.map(({ time }) => time).join()
const madeUp = ({ book }: ReturnType<typeof close>) => book.makeups.map(({ riderId, why }) => `${riderId} ${why}`)

describe('a day that is closed', () => {
  test('has no lessons, and each rider a makeup for the ride', () => {
    const done = close(two)
    expect(closed(done)).toBe('16:00,17:00')
    expect([slot, at5].map((lesson) => lessonAt(done.book, lesson))).toEqual([undefined, undefined])
    expect(lessonAt(done.book, next)?.riders).toHaveLength(1)
    expect(done.rides).toEqual([
      { ...slot, duration: 60, riderId: 'emma', makeup: true },
      { ...at5, duration: 60, riderId: 'tom', makeup: true },
    ])
    expect(done.book.makeups[0]).toEqual({
      id: NEW,
      ...slot,
      riderId: 'emma',
      why: 'closed',
      reason: 'Snow',
      validFrom: slot.date,
      validTo: '2026-12-31',
      byId: 'office',
    })
    expect(madeUp(done)).toEqual(['emma closed', 'tom closed'])
  })

  test('from a time on keeps the lessons before it', () => {
    expect(closed(close(two, { from: '17:00' }))).toBe('17:00')
    expect(closed(close(two, { from: '16:00' }))).toBe('16:00,17:00')
    expect(madeUp(close(two, { from: '16:30' }))).toEqual(['tom closed'])
  })

  test('but for lessons that are chosen takes place, whatever the time', () => {
    const only = [{ time: '16:00', type: 'Group Lesson' }]
    expect(closed(close(two, { only, from: '17:00' }))).toBe('16:00')
    const gone = () => close(two, { only: [...only, { time: '16:00', type: 'Hack' }, { time: '09:00', type: 'Hack' }] })
    const refused = refusalOf(gone)
    expect(refused).toMatchObject({ status: 409, field: 'lesson', advice: 'Look again.' })
    expect(refused instanceof RefusedList && refused.reasons).toEqual([
      'The Hack at 4:00 PM on Nov 24, 2026 was just canceled or moved',
      'The Hack at 9:00 AM on Nov 24, 2026 was just canceled or moved',
    ])
  })

  test('has something to close', () => {
    expect(refusalOf(() => close({}))).toMatchObject({
      status: 409,
      field: 'from',
      message: 'There are no lessons on Nov 24, 2026',
    })
    expect(refusalOf(() => close(two, { from: '17:01' })).message).toBe(
      'No lesson begins at 5:01 PM or later on Nov 24, 2026',
    )
  })

  test('has no recorded ride: all of them are named', () => {
    const records = [marked('emma', 'present'), marked('tom', 'makeup', at5), marked('emma', 'present', next)]
    const refused = refusalOf(() => close({ ...two, records }))
    expect(refused).toMatchObject({
      status: 409,
      field: 'from',
      advice: 'Choose a later time, or set that ride back to Scheduled first.',
    })
    expect(refused instanceof RefusedList && refused.reasons).toEqual([
      'Emma’s ride at 4:00 PM on Nov 24, 2026 is marked Present',
      'Tom’s ride at 5:00 PM on Nov 24, 2026 is marked Makeup Lesson',
    ])
    const only = [{ time: '16:00', type: 'Group Lesson' }]
    expect(refusalOf(() => close({ ...two, records }, { only }))).toMatchObject({
      field: 'lesson',
      advice: 'Set that ride back to Scheduled first.',
    })
    const both = [...only, { time: '17:00', type: 'Group Lesson' }]
    expect(refusalOf(() => close({ ...two, records }, { only: both }))).toMatchObject({
      advice: 'Leave that lesson out, or set that ride back to Scheduled first.',
    })
  })

  test('frees its horses and takes announced absences back, and leaves those of others', () => {
    const ann = { type: 'Hack', time: '17:30' }
    const rows = {
      ...two,
      records: [marked('emma', 'absent'), marked('emma', 'absent', next)],
      horses: [on('emma', 'Bella'), on('emma', 'Max', next), on('ann', 'Duke', ann), on('emma', 'Rex', at5)],
    }
    const { book } = close(rows)
    expect(book.records.map(({ attendance }) => attendance)).toEqual(['scheduled', 'absent'])
    expect(book.horses.map(({ horseName }) => horseName)).toEqual(['Max', 'Duke', 'Rex'])
  })
})

describe('a rider of a day that is closed', () => {
  test('who does not come has no makeup, unless it was promised', () => {
    const reschedule = { ...two, records: [marked('emma', 'reschedule')] }
    expect(madeUp(close({ ...two, records: [marked('emma', 'absent')] }))).toEqual(['tom closed'])
    expect(madeUp(close(reschedule))).toEqual(['tom closed'])
    const promised = close({ ...reschedule, makeups: [makeup('emma', { validTo: '2026-11-30' })] })
    expect(madeUp(promised)).toEqual(['emma closed', 'tom closed'])
    expect(promised.rides.map(({ riderId }) => riderId)).toEqual(['emma', 'tom'])
    expect(promised.book.makeups[0]).toMatchObject({ reason: 'Snow', validTo: '2026-12-31' })
    const revoked = close({ ...reschedule, makeups: [makeup('emma', { revokedAt: '2026-11-20' })] })
    expect([madeUp(revoked), revoked.rides.length]).toEqual([['emma absence', 'tom closed'], 1])
    const absent = { ...two, records: [marked('emma', 'absent')], makeups: [makeup('emma')] }
    expect(madeUp(close(absent))).toEqual(['emma absence', 'tom closed'])
  })

  test('who has a makeup for it gets no second one', () => {
    const has = (change = {}) => madeUp(close({ ...two, makeups: [makeup('emma', change)] }))
    expect(has()).toEqual(['emma absence', 'tom closed'])
    for (const other of [{ date: next.date }, { time: '09:00' }, { riderId: 'ann' }]) expect(has(other)).toHaveLength(3)
  })

  test('has no new makeup on a holiday, and keeps what was promised or booked', () => {
    const rows = {
      weekly: [...two.weekly, weekly('zoe')],
      participants: [guest('ann')],
      records: [marked('tom', 'reschedule', at5)],
      makeups: [
        makeup('tom', { time: '17:00' }),
        makeup('ann', { id: 7, date: '2026-11-10', validTo: '2026-11-24' }),
        makeup('zoe', { revokedAt: '2026-11-20' }),
      ],
      bookings: [booking('ann', 7)],
    }
    const { book, rides } = close(rows, { noMakeups: true })
    expect(book.makeups.map(({ riderId, why, validTo }) => `${riderId} ${why} ${validTo}`)).toEqual([
      'tom closed 2026-12-31',
      'ann absence 2026-12-31',
      'zoe absence 2026-12-24',
    ])
    const held = rides.filter((ride) => ride.makeup).map(({ riderId }) => riderId)
    expect([held.sort(), rides.length]).toEqual([['ann', 'tom'], 4])
  })

  test('who booked it with a makeup has that again, and it holds as the others', () => {
    const rows = (validTo: string) => ({
      ...two,
      participants: [guest('ann')],
      makeups: [makeup('ann', { id: 7, date: '2026-11-10', validTo }), makeup('ben', { date: '2026-11-10' })],
      bookings: [booking('ann', 7)],
    })
    const { book } = close(rows('2026-11-24'))
    expect(book.makeups.map(({ riderId, validTo }) => `${riderId} ${validTo}`)).toEqual([
      'ann 2026-12-31',
      'ben 2026-12-24',
      'emma 2026-12-31',
      'tom 2026-12-31',
    ])
    expect(book.makeups[0]?.why).toBe('absence')
    expect(close(rows('2027-01-15')).book.makeups[0]?.validTo).toBe('2027-01-15')
  })

  test('whose mark is of another ride is one of the others', () => {
    for (const other of [{ riderId: 'zoe' }, next, at5])
      expect(madeUp(close({ ...two, records: [marked('emma', 'absent', { riderId: 'emma', ...other })] }))).toContain(
        'emma closed',
      )
  })
})

describe('a lesson whose riders join another of that hour', () => {
  const second = { ...slot, type: 'Group Lesson 2' }
  const only = [{ time: slot.time, type: slot.type, joins: second.type }]
  const ridersIn = ({ book }: ReturnType<typeof close>) => lessonAt(book, second)?.riders.map(({ riderId }) => riderId)

  test('is off, they ride there with what they had, and get no makeup', () => {
    const done = close(
      {
        weekly: [weekly('emma'), weekly('tom', { type: second.type })],
        bases: new Map([[second.type, slot.type]]),
        participants: [guest('ann')],
        makeups: [makeup('ann', { id: 7, date: '2026-11-10' })],
        bookings: [booking('ann', 7)],
      },
      { only },
    )
    expect([lessonAt(done.book, slot), ridersIn(done)]).toEqual([undefined, ['ann', 'emma', 'tom']])
    expect([done.rides, done.joined]).toEqual([
      [],
      [
        { ...second, riderId: 'ann' },
        { ...second, riderId: 'emma' },
      ],
    ])
    expect(madeUp(done)).toEqual(['ann absence'])
    expect(done.book.bookings.map(({ type }) => type)).toEqual([second.type])
    expect(lessonAt(done.book, next)?.riders).toHaveLength(1)
  })

  test('of one date alone goes with its last guest', () => {
    const done = close({ weekly: [weekly('tom', { type: second.type })], participants: [guest('ann')] }, { only })
    expect([closed(done), lessonAt(done.book, slot), ridersIn(done)]).toEqual(['16:00', undefined, ['ann', 'tom']])
  })

  test('Who called off stays off, as in a canceled lesson', () => {
    const done = close(
      {
        weekly: [weekly('emma'), weekly('zoe'), weekly('tom', { type: second.type })],
        records: [marked('zoe', 'reschedule')],
        makeups: [makeup('zoe', { id: 7 })],
      },
      { only },
    )
    expect(ridersIn(done)).toEqual(['emma', 'tom'])
    expect([done.rides.map(({ riderId }) => riderId), madeUp(done)]).toEqual([['zoe'], ['zoe closed']])
  })

  test('A lesson that is not there is refused', () => {
    expect(refusalOf(() => close({ weekly: [weekly('emma')] }, { only }))).toMatchObject({ status: 404 })
  })
})
