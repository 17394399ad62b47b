import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Prisma } from '~/generated/prisma/client'
import { choose } from '~/models/notices/choices.server'
import { recordChangedDays, sweepToldRides } from '~/models/notices/told-rides.server'
import { addLessonAt } from '~/models/schedule/change/add-lesson.server'
import { addToLesson } from '~/models/schedule/change/add-rider.server'
import { changeRides } from '~/models/schedule/change/change-rides.server'
import { deleteLesson } from '~/models/schedule/change/delete-lesson.server'
import { editLesson } from '~/models/schedule/change/edit-lesson.server'
import { moveRider } from '~/models/schedule/change/move-rider.server'
import { removeFromLesson } from '~/models/schedule/change/remove-rider.server'
import { setInstructor } from '~/models/schedule/change/set-instructor.server'
import { givePlaceBack, takePlace } from '~/models/schedule/change/take-place.server'
import { undoChanges } from '~/models/schedule/change/undo.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { withTx } from '~/platform/tx.server'
import { toDbDate } from '~/utils/dates'
import { admin, horse, rider, rideTypes, weeklyPlace, weeklyRider } from '../../../../test/factories'
import { dyingAfter } from '../../../../test/money/crash'
import { emptySchedule } from '../../../../test/schedule'
import { closeDayAndTell, undoAndTell } from '../day-closed-mail.server'
import { notifyExpiringMakeups } from './expiring-makeups.server'
import { notifyRideChanges } from './ride-changes.server'
import { remindOfTomorrow } from './ride-reminders.server'

const monday = '2026-11-23'
const tuesday = '2026-11-24'
/** Sets the school's clock to a time in standard time. */
const at = (day: string, time: string) => setClock(`${day}T${time}:00-05:00`)
const GROUP = 'Group Lesson'
const slot = (change: Partial<{ date: string; time: string; type: string }> = {}) => ({
  date: tuesday,
  time: '16:00',
  type: GROUP,
  ...change,
})
let pat: { id: string; email: string | null }
let lea: string
let max: string

await rideTypes()
const office = (await admin()).id

/** Pat's children Lea and Max ride on Tuesdays at four. */
beforeEach(async () => {
  await emptySchedule()
  await prisma.toldRide.deleteMany()
  await prisma.outboxEmail.deleteMany()
  at(monday, '10:00')
  pat = await rider({ firstName: 'Pat', lastName: 'Young' })
  const child = { email: null, password: null, lastName: 'Young', guardianId: pat.id }
  lea = (await weeklyRider({ ...child, firstName: 'Lea' })).id
  max = (await weeklyRider({ ...child, firstName: 'Max' })).id
})

const mails = async () => {
  const rows = await prisma.outboxEmail.findMany({ orderBy: { id: 'asc' } })
  return rows.map(({ recipient, subject, text }) => ({ recipient, subject, text }))
}
const subjects = async () => (await mails()).map(({ subject }) => subject)
const lastText = async () => (await mails()).at(-1)?.text ?? ''

test('A ride that was moved minutes before another one of that day is canceled is told of, and so is what is back on', async () => {
  await weeklyPlace({ riderId: lea, startDate: tuesday, time: '18:00' })
  await editLesson(office, slot({ time: '18:00' }), { time: '18:30', type: GROUP }, 'one-time')
  const only = [{ time: '16:00', type: GROUP }]
  const { changes } = await closeDayAndTell(office, tuesday, { from: null, reason: 'Snow', only })
  at(monday, '10:10')
  await notifyRideChanges()
  expect(await subjects()).toEqual([expect.stringContaining('Canceled'), expect.stringContaining('Your rides changed')])
  expect(await lastText()).toContain(
    'Lea Young, Tuesday, Nov 24: 6:30 PM Group Lesson instead of 6:00 PM Group Lesson\n',
  )
  await prisma.outboxEmail.updateMany({ data: { sentAt: new Date() } })
  await undoAndTell(office, changes)
  at(monday, '10:20')
  await notifyRideChanges()
  expect(await subjects()).toHaveLength(3)
})

test('The family of a rider whom the office removed hears of the rides that stand as others do', async () => {
  await prisma.user.update({ where: { id: lea }, data: { hiddenAt: new Date() } })
  expect(await remindOfTomorrow()).toBe(1)
  expect(await lastText()).toContain('Lea Young: 4:00 PM Group Lesson\n')
  await removeFromLesson(office, lea, slot({ date: '2026-12-01' }), { scope: 'one-time' })
  at(monday, '10:10')
  await notifyRideChanges()
  expect(await lastText()).toContain('Lea Young')
  await prisma.user.update({ where: { id: max }, data: { hiddenAt: new Date() } })
  const { told, unreached } = await closeDayAndTell(office, tuesday, { from: null, reason: 'Snow' })
  expect({ told, unreached }).toEqual({ told: 1, unreached: [] })
  await prisma.user.update({ where: { id: pat.id }, data: { hiddenAt: new Date() } })
  at('2026-11-30', '10:00')
  expect(await remindOfTomorrow()).toBe(0)
})

describe('The day before a ride', () => {
  test('A reminder goes once to each family, with all of its rides, and with horse and instructor if known', async () => {
    const bella = await horse('Bella')
    await changeRides(office, tuesday, [{ riderId: lea, ...slot(), horseId: bella.id }])
    expect(await remindOfTomorrow()).toBe(1)
    expect(await remindOfTomorrow()).toBe(0)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ recipient: pat.email, subject: 'Tuesday, Nov 24: 2 rides' })
    expect(mail?.text).toContain('Lea Young: 4:00 PM Group Lesson\nHorse: Bella\nMax Young: 4:00 PM Group Lesson\n')
    expect(mail?.text).toContain("Can't come:\nhttp://127.0.0.1:3000/")
    expect(mail?.text).toMatch(/^Your rides on Tuesday, Nov 24\n\nHi Pat,/)
    expect(mail?.text).not.toContain('Where:')
  })

  test('A reminder greets the parent who reads it, and says where the ride is and what to bring', async () => {
    const school = { address: '4 Meadow Lane\nRhinebeck', remindNote: 'Bring boots.' }
    await prisma.school.upsert({ where: { id: 1 }, create: { id: 1, ...school }, update: school })
    onTestFinished(async () => {
      await prisma.school.update({ where: { id: 1 }, data: { address: null, remindNote: null } })
    })
    await prisma.user.update({ where: { id: pat.id }, data: { parentName: 'Maria Young' } })
    await remindOfTomorrow()
    const text = await lastText()
    expect(text).toContain('\n\nHi Maria,\n\n')
    expect(text).toContain('\nWhere: 4 Meadow Lane, Rhinebeck\n\nBring boots.\n')
  })

  test.each<[string, Prisma.HorseUpdateInput]>([
    ['rests', { onRest: true }],
    ['was removed', { isActive: false }],
    ['goes out beyond its limit that day', { dayLimit: 1 }],
    ['goes out beyond its limit that week', { weekLimit: 1 }],
  ])('A reminder names no horse that %s', async (_, change) => {
    const [bella, comet] = [await horse(), await horse()]
    const six = slot({ time: '18:00' })
    await weeklyPlace({ riderId: max, startDate: '2026-11-03', time: '18:00' })
    const rides = [
      { riderId: lea, ...slot(), horseId: bella.id },
      { riderId: max, ...slot(), horseId: comet.id },
      { riderId: max, ...six, horseId: bella.id },
    ]
    await changeRides(office, tuesday, rides)
    await prisma.horse.update({ where: { id: bella.id }, data: change })
    await remindOfTomorrow()
    expect(await lastText()).toContain(`Horse: ${comet.name}`)
    expect(await lastText()).not.toContain(bella.name)
  })

  test('A reminder names a horse that the office lets go out once more, and says why', async () => {
    const { id: horseId, name } = await horse()
    await prisma.horse.update({ where: { id: horseId }, data: { dayLimit: 1, weekLimit: 2 } })
    await weeklyPlace({ riderId: max, startDate: '2026-11-03', time: '18:00' })
    await changeRides(office, tuesday, [{ riderId: lea, ...slot(), horseId }])
    const overReason = 'Comet lost a shoe'
    await changeRides(office, tuesday, [{ riderId: max, ...slot({ time: '18:00' }), horseId, overReason }])
    await remindOfTomorrow()
    const text = await lastText()
    expect(text).toContain(`Lea Young: 4:00 PM Group Lesson\nHorse: ${name}`)
    expect(text).toContain(`Max Young: 6:00 PM Group Lesson\nHorse: ${name}`)
  })

  test('A reminder is not sent before the school’s time for it, nor for a ride that the family called off', async () => {
    at(monday, '07:59')
    expect(await remindOfTomorrow()).toBe(0)
    at(monday, '08:00')
    await changeRides(office, tuesday, [{ riderId: lea, ...slot(), attendance: 'absent' }])
    expect(await remindOfTomorrow()).toBe(1)
    expect(await subjects()).toEqual(['Tuesday, Nov 24: Max Young at 4:00 PM'])
    expect(await lastText()).toContain(`/cant-come?ride=2026-11-24T16%3A00%7E${max}`)
  })

  test('Two processes at once remind each rider once, and riders added later are reminded by the next run', async () => {
    expect((await Promise.all([remindOfTomorrow(), remindOfTomorrow(), remindOfTomorrow()])).sort()).toEqual([0, 0, 1])
    const tom = await rider({ firstName: 'Tom' })
    await addToLesson(office, tom.id, slot(), { scope: 'one-time' })
    expect(await remindOfTomorrow()).toBe(1)
    expect(await subjects()).toEqual(['Tuesday, Nov 24: 2 rides', 'Tuesday, Nov 24: Tom Stone at 4:00 PM'])
  })

  test('The day of a reminder is the school’s, also on nights when clocks change', async () => {
    await weeklyRider({ firstName: 'Sun' }, { startDate: '2026-03-01', time: '09:00' })
    setClock('2026-03-08T03:30:00Z')
    expect(await remindOfTomorrow()).toBe(1)
    expect(await subjects()).toEqual(['Sunday, Mar 8: Sun Stone at 9:00 AM'])
    const email = await prisma.outboxEmail.findFirstOrThrow()
    // Half past ten in the evening: seven in the morning would be two hours before the ride.
    expect(email).toMatchObject({ heldUntil: null, sendUntil: new Date('2026-03-08T13:00:00Z') })
    setClock('2026-11-01T04:30:00Z')
    expect(await remindOfTomorrow()).toBe(0)
    setClock('2026-11-01T04:59:00Z')
    expect(await remindOfTomorrow()).toBe(0)
  })

  test('A family that does not want reminders gets none', async () => {
    await prisma.noticeChoice.create({
      data: { userId: pat.id, kind: 'ride-reminder', channel: 'email', wanted: false, at: new Date() },
    })
    expect(await remindOfTomorrow()).toBe(0)
    expect(await mails()).toEqual([])
  })
})

describe('A change by the office', () => {
  test('A change is sent once, minutes later, to each family together', async () => {
    await editLesson(office, slot(), { time: '17:00', type: GROUP }, 'one-time')
    at(monday, '10:04')
    expect(await notifyRideChanges()).toBe(0)
    at(monday, '10:05')
    expect(await notifyRideChanges()).toBe(1)
    at(monday, '11:00')
    expect(await notifyRideChanges()).toBe(0)
    expect(await subjects()).toEqual(['Your rides changed'])
    expect(await lastText()).toContain(
      'Lea Young, Tuesday, Nov 24: 5:00 PM Group Lesson instead of 4:00 PM Group Lesson\nMax Young, Tuesday',
    )
  })

  test('A change of a lesson’s length is sent, on one day and every week, alone and with a move', async () => {
    const long = { time: '16:00', type: GROUP, duration: 60 }
    await editLesson(office, slot({ date: '2026-12-08' }), { ...long, duration: 45 }, 'one-time')
    at(monday, '10:10')
    expect(await notifyRideChanges()).toBe(1)
    const day = 'Lea Young, Tuesday, Dec 8: 4:00 PM Group Lesson: 45 minutes instead of 60\nMax'
    expect(await lastText()).toContain(day)
    await editLesson(office, slot(), { ...long, duration: 30 }, 'weekly')
    at(monday, '10:20')
    expect(await notifyRideChanges()).toBe(1)
    const weekly = 'Max Young, Tuesdays from Nov 24: 4:00 PM Group Lesson: 30 minutes instead of 60'
    expect(await lastText()).toContain(weekly)
    await editLesson(office, slot(), { ...long, time: '17:00', duration: 90 }, 'one-time')
    at(monday, '10:30')
    expect(await notifyRideChanges()).toBe(1)
    const moved = '5:00 PM Group Lesson instead of 4:00 PM Group Lesson, 90 minutes instead of 30'
    expect(await lastText()).toContain(`Lea Young, Tuesday, Nov 24: ${moved}`)
  })

  test('A change of a lesson mentions no length if the last notice named none', async () => {
    await remindOfTomorrow()
    await prisma.toldRide.updateMany({ data: { known: '16:00 Group Lesson', present: '16:00 Group Lesson' } })
    const { changes } = await editLesson(office, slot(), { time: '17:00', type: GROUP }, 'one-time')
    await undoChanges(office, changes)
    at(monday, '10:10')
    expect(await notifyRideChanges()).toBe(0)
    expect(await subjects()).toEqual(['Tuesday, Nov 24: 2 rides'])
  })

  test('A change that is undone within minutes is sent to nobody, and leaves nothing behind', async () => {
    const { changes } = await editLesson(office, slot(), { time: '17:00', type: GROUP }, 'weekly')
    at(monday, '10:03')
    await undoChanges(office, changes)
    at(monday, '10:30')
    expect(await notifyRideChanges()).toBe(0)
    expect(await mails()).toEqual([])
    expect(await prisma.toldRide.count()).toBe(0)
  })

  test('A change that is undone after its notice is sent again, once', async () => {
    const { changes } = await removeFromLesson(office, lea, slot(), { scope: 'one-time' })
    at(monday, '10:10')
    expect(await notifyRideChanges()).toBe(1)
    expect(await lastText()).toContain('Lea Young, Tuesday, Nov 24: 4:00 PM Group Lesson is off')
    await undoChanges(office, changes)
    at(monday, '10:20')
    expect(await notifyRideChanges()).toBe(1)
    expect(await lastText()).toContain('Lea Young, Tuesday, Nov 24: 4:00 PM Group Lesson is on')
    expect(await mails()).toHaveLength(2)
  })

  test('A change of every week is one line, and a move to another day names both', async () => {
    const wednesday = slot({ date: '2026-11-25', time: '15:00' })
    await weeklyPlace({ startDate: '2026-11-04', time: '15:00' })
    await moveRider(office, lea, { from: slot(), to: wednesday, scope: 'one-time' })
    await editLesson(office, slot({ date: '2026-12-01' }), { time: '17:00', type: GROUP }, 'weekly')
    at(monday, '10:10')
    expect(await notifyRideChanges()).toBe(1)
    const text = await lastText()
    expect(text).toContain('Max Young, Tuesdays from Dec 1: 5:00 PM Group Lesson instead of 4:00 PM Group Lesson')
    expect(text.match(/Dec/g)).toHaveLength(2)
    expect(text).toContain('Lea Young, Tuesday, Nov 24: 4:00 PM Group Lesson is off')
    expect(text).toContain('Lea Young, Wednesday, Nov 25: 3:00 PM Group Lesson is on')
  })

  test('A change of every week is sent to a rider whose place begins months later, too', async () => {
    const zoe = await weeklyRider({ firstName: 'Zoe' }, { startDate: '2027-02-02' })
    const { changes } = await editLesson(office, slot(), { time: '17:00', type: GROUP }, 'weekly')
    at(monday, '10:10')
    expect(await notifyRideChanges()).toBe(2)
    expect((await mails()).find(({ recipient }) => recipient === zoe.email)?.text).toContain(
      'Zoe Stone, Tuesdays from Feb 2: 5:00 PM Group Lesson instead of 4:00 PM Group Lesson',
    )
    await undoChanges(office, changes)
    at(monday, '10:30')
    expect(await notifyRideChanges()).toBe(2)
    expect(await prisma.toldRide.groupBy({ by: ['studentId'], _count: true, where: { studentId: zoe.id } })).toEqual([
      { studentId: zoe.id, _count: 5 },
    ])
  })

  test('A change after the reminder is sent once more', async () => {
    await remindOfTomorrow()
    await editLesson(office, slot(), { time: '17:00', type: GROUP }, 'one-time')
    at(monday, '10:10')
    expect(await remindOfTomorrow()).toBe(0)
    expect(await notifyRideChanges()).toBe(1)
    expect(await subjects()).toEqual(['Tuesday, Nov 24: 2 rides', 'Your rides changed'])
  })

  test('A change that the reminder already includes is not sent again', async () => {
    at(monday, '07:30')
    await editLesson(office, slot(), { time: '17:00', type: GROUP }, 'one-time')
    at(monday, '08:00')
    await remindOfTomorrow()
    expect(await notifyRideChanges()).toBe(0)
    expect(await subjects()).toEqual(['Tuesday, Nov 24: 2 rides'])
    expect(await lastText()).toContain('5:00 PM')
  })

  test('A change to a ride that was called off does not say that it is on', async () => {
    await changeRides(pat.id, tuesday, [{ riderId: lea, ...slot(), attendance: 'reschedule' }], { byFamily: true })
    await editLesson(office, slot(), { date: '2026-11-25', time: '15:00', type: GROUP }, 'one-time')
    at(monday, '10:10')
    expect(await notifyRideChanges()).toBe(1)
    const text = await lastText()
    expect(text).toContain('Lea Young, Tuesday, Nov 24: 4:00 PM Group Lesson (canceled) is off')
    expect(text).toContain('Lea Young, Wednesday, Nov 25: 3:00 PM Group Lesson is canceled')
    expect(text).toContain('Max Young, Wednesday, Nov 25: 3:00 PM Group Lesson is on')
    expect(text).toContain('Can make it after all? Tell us on your rides page until the lesson begins.')
  })

  test('A called-off ride is sent, whoever called it off', async () => {
    const call = [{ riderId: lea, ...slot(), attendance: 'reschedule' as const }]
    const { changes } = await changeRides(pat.id, tuesday, call, { byFamily: true })
    at(monday, '10:10')
    expect(await notifyRideChanges()).toBe(0)
    await undoChanges(office, changes)
    at(monday, '10:20')
    expect(await notifyRideChanges()).toBe(1)
    expect(await lastText()).toContain('Lea Young, Tuesday, Nov 24: 4:00 PM Group Lesson is on again')
    await changeRides(office, tuesday, [{ riderId: max, ...slot(), attendance: 'absent' }])
    at(monday, '10:30')
    expect(await notifyRideChanges()).toBe(1)
    expect(await lastText()).toContain('Max Young, Tuesday, Nov 24: 4:00 PM Group Lesson is canceled')
    await changeRides(office, tuesday, [{ riderId: lea, ...slot(), attendance: 'present' }])
    at(monday, '10:40')
    expect(await notifyRideChanges()).toBe(0)
  })

  test('A new place is sent if no reminder announces it: today, and to a family without reminders', async () => {
    const tom = await rider({ firstName: 'Tom' })
    const zoe = await rider({ firstName: 'Zoe' })
    await prisma.noticeChoice.create({
      data: { userId: zoe.id, kind: 'ride-reminder', channel: 'email', wanted: false, at: new Date() },
    })
    await addToLesson(office, tom.id, slot(), { scope: 'weekly' })
    await addToLesson(office, zoe.id, slot(), { scope: 'weekly' })
    at(monday, '10:10')
    expect(await notifyRideChanges()).toBe(1)
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([zoe.email])
    expect(await lastText()).toContain('Zoe Stone, Tuesdays from Nov 24: 4:00 PM Group Lesson is on')
    at(tuesday, '09:00')
    const ivy = await rider({ firstName: 'Ivy' })
    await addToLesson(office, ivy.id, slot(), { scope: 'one-time' })
    at(tuesday, '09:10')
    expect(await notifyRideChanges()).toBe(1)
    expect(await lastText()).toContain('Ivy Stone, Tuesday, Nov 24: 4:00 PM Group Lesson is on')
  })

  test('A new place is announced by its reminder alone, and nothing is sent about a past day', async () => {
    const tom = await rider({ firstName: 'Tom' })
    await addToLesson(office, tom.id, slot(), { scope: 'weekly' })
    at(tuesday, '16:30')
    await removeFromLesson(office, lea, slot(), { scope: 'one-time' })
    at(tuesday, '16:40')
    expect(await notifyRideChanges()).toBe(0)
    expect(await mails()).toEqual([])
  })

  test('A family’s own change is not sent, and marks earlier office changes as known', async () => {
    const thursday = slot({ date: '2026-11-26', time: '15:00' })
    await weeklyPlace({ startDate: '2026-11-05', time: '15:00' })
    await prisma.user.update({ where: { id: lea }, data: { level: 'beginner' } })
    await takePlace(pat.id, lea, thursday)
    at(monday, '10:10')
    expect(await notifyRideChanges()).toBe(0)
    await givePlaceBack(pat.id, lea, thursday)
    at(monday, '10:30')
    expect(await notifyRideChanges()).toBe(0)
    expect(await mails()).toEqual([])
  })

  test('A change is sent by one of several processes', async () => {
    for (let i = 0; i < 60; i++) await weeklyPlace({ riderId: (await rider()).id, startDate: '2026-11-03' })
    await editLesson(office, slot(), { time: '17:00', type: GROUP }, 'one-time')
    at(monday, '10:10')
    const told = await Promise.all([notifyRideChanges(), notifyRideChanges(), notifyRideChanges()])
    await notifyRideChanges()
    expect(await prisma.outboxEmail.count()).toBe(61)
    expect(told.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(61)
    expect(new Set((await mails()).map(({ recipient }) => recipient)).size).toBe(61)
  })

  test('A closed day is announced by its own email alone, and a lesson restored later is announced', async () => {
    await closeDayAndTell(office, tuesday, { from: null, reason: 'Snow' })
    at(monday, '10:30')
    expect(await notifyRideChanges()).toBe(0)
    expect(await subjects()).toEqual(['Canceled: your lessons on Tuesday, Nov 24, 2026'])
    await addToLesson(office, lea, slot(), { scope: 'one-time', create: true })
    at(monday, '11:00')
    expect(await notifyRideChanges()).toBe(1)
    expect(await lastText()).toContain('Lea Young, Tuesday, Nov 24: 4:00 PM Group Lesson is on')
  })
})

test('An instructor is notified of moves, absences and closings in their lessons, unless they turned that off or did it themselves', async () => {
  const sarah = await rider({ firstName: 'Sarah', lastName: 'Reed', role: 'instructor' })
  await prisma.weeklyPlace.updateMany({ data: { instructorId: sarah.id } })
  const read = async (minute: string) => {
    await prisma.outboxEmail.deleteMany()
    at(monday, minute)
    await notifyRideChanges()
    const own = (await mails()).filter(({ recipient }) => recipient === sarah.email)
    return own.flatMap(({ text }) => text.match(/^Tuesday.+$/gm) ?? [])
  }
  await editLesson(office, slot(), { time: '17:00', type: GROUP }, 'one-time')
  expect(await read('10:10')).toEqual(['Tuesday, Nov 24: 5:00 PM Group Lesson instead of 4:00 PM Group Lesson'])
  const away = { riderId: lea, ...slot({ time: '17:00' }), attendance: 'reschedule' as const }
  await changeRides(pat.id, tuesday, [away], { byFamily: true })
  expect(await read('10:20')).toEqual(['Tuesday, Nov 24: Lea Young has canceled at 5:00 PM'])
  await changeRides(pat.id, tuesday, [{ ...away, attendance: 'scheduled' }], { byFamily: true })
  expect(await read('10:30')).toEqual(['Tuesday, Nov 24: Lea Young is coming after all at 5:00 PM'])
  await changeRides(sarah.id, tuesday, [{ ...away, attendance: 'absent' }])
  expect(await read('10:40')).toEqual([])
  const { changes: left } = await removeFromLesson(office, lea, slot({ time: '17:00' }), { scope: 'one-time' })
  expect(await read('10:50')).toEqual(['Tuesday, Nov 24: Lea Young no longer rides at 5:00 PM'])
  await undoChanges(office, left)
  expect(await read('11:00')).toEqual(['Tuesday, Nov 24: Lea Young has canceled at 5:00 PM'])
  const { changes } = await closeDayAndTell(office, tuesday, { from: null, reason: 'Snow' })
  expect(await read('11:10')).toEqual(['Tuesday, Nov 24: 5:00 PM Group Lesson is off. Closed: Snow'])
  await choose(sarah.id, 'teaching-changed', false)
  await undoChanges(office, changes)
  expect(await read('11:20')).toEqual([])
})

test('An instructor is notified of a lesson that is added with them as of one that is given to them, and of its Undo', async () => {
  const sarah = await rider({ firstName: 'Sarah', lastName: 'Reed', role: 'instructor' })
  const ten = slot({ date: '2026-12-01', time: '10:00' })
  const read = async (minute: string) => {
    await prisma.outboxEmail.deleteMany()
    at(monday, minute)
    await notifyRideChanges()
    return (await mails()).map(({ recipient, text }) => [recipient, text.match(/^Tuesdays.+$/m)?.[0]])
  }
  await addLessonAt(office, ten, 'weekly')
  await setInstructor(office, ten, sarah.id, { scope: 'weekly' })
  const byHand = await read('10:10')
  expect(byHand).toEqual([[sarah.email, 'Tuesdays from Dec 1: 10:00 AM Group Lesson is on']])
  await deleteLesson(office, ten, 'weekly')
  await read('10:20')
  const { changes } = await addLessonAt(office, ten, 'weekly', { instructorId: sarah.id })
  expect(await read('10:30')).toEqual(byHand)
  await undoChanges(office, changes)
  expect(await read('10:40')).toEqual([[sarah.email, 'Tuesdays from Dec 1: 10:00 AM Group Lesson is off']])
})

test('A family is notified once, a week before, of unbooked makeups that expire', async () => {
  const makeup = (studentId: string, change: object = {}) => ({
    studentId,
    lessonType: GROUP,
    reason: 'Snow',
    byId: office,
    validFrom: toDbDate('2026-11-01'),
    validTo: toDbDate('2026-12-01'),
    why: 'office',
    ...change,
  })
  const revoked = { revokedAt: new Date(), revokedBy: office, revokeReason: 'By mistake' }
  await prisma.makeup.createMany({ data: [makeup(lea), makeup(max), makeup(max, revoked)] })
  expect(await notifyExpiringMakeups()).toBe(0)
  at(tuesday, '10:00')
  expect((await Promise.all([notifyExpiringMakeups(), notifyExpiringMakeups()])).sort()).toEqual([0, 1])
  at('2026-11-30', '10:00')
  expect(await notifyExpiringMakeups()).toBe(0)
  expect(await subjects()).toEqual(['2 makeup lessons are good until Tuesday, Dec 1, 2026'])
  expect(await lastText()).toContain('Lea Young: Group Lesson\nMax Young: Group Lesson')
})

test('Records of what was sent about days long ago are deleted', async () => {
  const row = { studentId: lea, known: '', present: '', told: 1 }
  await prisma.toldRide.createMany({
    data: [
      { ...row, date: toDbDate('2026-10-23') },
      { ...row, date: toDbDate('2026-10-24') },
    ],
  })
  expect(await sweepToldRides()).toBe(1)
})

describe('A process that dies before any of its statements leaves to the next that', () => {
  const noProvider = { handle: async () => new Response() }
  const changeOf = (riderId: string) => {
    const [known, present] = [['16:00 Group Lesson'], ['17:00 Group Lesson']]
    return { riderId, date: tuesday, known, present, weekly: false }
  }

  test.each([
    ['each ride is reminded of once', remindOfTomorrow],
    ['each change is told once', notifyRideChanges],
  ])('%s', async (_, work) => {
    const others = [await rider(), await rider(), await rider()].map(({ id }) => id)
    for (const riderId of others) await weeklyPlace({ riderId, startDate: '2026-11-03' })
    for (let step = 0, died = true; died; step++) {
      await prisma.toldRide.deleteMany()
      await prisma.outboxEmail.deleteMany()
      at(monday, '10:00')
      if (work === notifyRideChanges) await withTx((tx) => recordChangedDays(tx, [lea, max, ...others].map(changeOf)))
      at(monday, '10:10')
      died = (await dyingAfter(noProvider, step, work)).died
      await work()
      await work()
      expect(new Set((await mails()).map(({ recipient }) => recipient)).size).toBe(4)
      expect(await mails()).toHaveLength(4)
    }
  })
})
