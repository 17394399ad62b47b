import { describe, expect, test } from 'vitest'
import { deleteLesson } from '~/models/schedule/change/delete-lesson.server'
import { editLesson } from '~/models/schedule/change/edit-lesson.server'
import { assignHorse, horseUsesOn } from '~/models/schedule/change/horses/set-horse.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { moveRider } from '~/models/schedule/change/move-rider.server'
import { removeFromLesson } from '~/models/schedule/change/remove-rider.server'
import { setRideNote } from '~/models/schedule/change/ride-note.server'
import { callOff } from '~/models/schedule/makeups/absence.server'
import { bookMakeup } from '~/models/schedule/makeups/book-makeup.server'
import { grantMakeup } from '~/models/schedule/makeups/office-makeup.server'
import { requestMakeup } from '~/models/schedule/makeups/requests/ask.server'
import { waitingOf } from '~/models/schedule/waitlist/waiting-lists.server'
import { addToWaitlist } from '~/models/schedule/waitlist/waitlist.server'
import { loadRoster } from '~/models/schedule/week/roster.server'
import { now, setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { closeDayAndTell, undoAndTell } from '~/services/mail/day-closed-mail.server'
import { offerPlaces } from '~/services/mail/notices/offered-places.server'
import { notifyRideChanges } from '~/services/mail/notices/ride-changes.server'
import { dayOfWeek, fromDbDate, type LocalDate } from '~/utils/dates'
import { admin, emptyOnly, grant, horse, rider, rideTypes, weeklyPlace } from '../../../../test/factories'
import { emptySchedule } from '../../../../test/schedule'

const lessonOn = (date: LocalDate, time = '16:00') => ({ date, time, type: 'Group Lesson' })
const first = lessonOn('2026-12-01')
const day = lessonOn('2026-12-08')
const weekFrom = '2026-12-06'

await rideTypes()
await prisma.rideType.update({ where: { name: day.type }, data: { capacity: 2 } })
const office = (await admin()).id
// A lesson of the table moves to 7:00 PM.
await prisma.school.upsert({ where: { id: 1 }, create: { lastLesson: '19:00' }, update: { lastLesson: '19:00' } })
const tom = (await rider({ firstName: 'Tom', lastName: 'Hill' })).id
const ada = (await rider({ firstName: 'Ada', lastName: 'Moss' })).id
const cleo = await rider({ firstName: 'Cleo', lastName: 'Park' })
const bella = (await horse('Bella')).id
const sarah = await rider({ firstName: 'Sarah', lastName: null, role: 'instructor' })
const marcus = await rider({ firstName: 'Marcus', lastName: null, role: 'instructor' })
await grant(cleo.id, '2026-12-01', '2026-12-31')

const rides = (riderId: string) => weeklyPlace({ riderId, startDate: '2026-11-03' })
const ref = () => ({ riderId: cleo.id, ...day })
const mark = (attendance: 'present' | 'absent') => markAttendance(office, ref(), { attendance })
async function wait(scope: 'one-time' | 'weekly') {
  await rides(tom)
  await addToWaitlist(office, cleo.id, scope === 'weekly' ? first : day, scope)
}

const STATES = {
  'booked with a makeup': async () => {
    const until = day.date
    await grantMakeup(office, cleo.id, { type: day.type, until, reason: 'Kind' })
    await bookMakeup(cleo.id, cleo.id, day)
  },
  'offered for one date': async () => {
    await wait('one-time')
    await markAttendance(office, { ...ref(), riderId: tom }, { attendance: 'absent' })
  },
  'held every week': async () => {
    await wait('weekly')
    await removeFromLesson(office, tom, first, { scope: 'weekly' })
  },
  'called off, and asked for another day': async () => {
    await rides(cleo.id)
    await callOff(cleo.id, ref())
    const { id } = await prisma.makeup.findFirstOrThrow()
    await requestMakeup(cleo.id, id, { weekdays: [4], wish: '' })
  },
  'marked present': async () => {
    await rides(cleo.id)
    await mark('present')
  },
  'marked absent': async () => {
    await rides(cleo.id)
    await mark('absent')
  },
  noted: async () => {
    await rides(cleo.id)
    await setRideNote(office, ref(), { note: 'New helmet' })
  },
  'with a horse': async () => {
    await rides(cleo.id)
    await assignHorse(office, ref(), { horseId: bella })
  },
  'waits for one date': () => wait('one-time'),
  'waits every week': () => wait('weekly'),
}

/** Returns Cleo, or who leaves a place to her. */
const mover = async () => {
  const { days } = await loadRoster({ from: day.date, to: day.date })
  const there = days.flatMap(({ lessons }) => lessons).find(({ time }) => time === day.time)
  return there?.riders.some(({ riderId }) => riderId === cleo.id) ? cleo.id : ada
}
const CHANGES = {
  'rider, that day': async () =>
    moveRider(office, await mover(), { from: day, to: lessonOn(day.date, '17:00'), scope: 'one-time' }),
  'rider, another day': async () =>
    moveRider(office, await mover(), { from: day, to: lessonOn('2026-12-10'), scope: 'one-time' }),
  'rider, every week': async () =>
    moveRider(office, await mover(), { from: day, to: lessonOn(day.date, '17:00'), scope: 'weekly' }),
  'rider, every Thursday': async () =>
    moveRider(office, await mover(), { from: day, to: lessonOn('2026-12-10'), scope: 'weekly' }),
  'lesson, that day': () => editLesson(office, day, lessonOn(day.date, '19:00'), 'one-time'),
  'lesson, another day': () => editLesson(office, day, lessonOn('2026-12-09', '16:00'), 'one-time'),
  'lesson, every week': () => editLesson(office, first, lessonOn(first.date, '19:00'), 'weekly'),
  'lesson, every Wednesday': () => editLesson(office, first, lessonOn('2026-12-02', '16:00'), 'weekly'),
  'day is closed': () => closeDayAndTell(office, day.date, { from: null, reason: 'Snow' }),
  'lesson is canceled': () => closeDayAndTell(office, day.date, { from: null, reason: 'Ill', only: [day] }),
  'place ends': async () => removeFromLesson(office, await mover(), day, { scope: 'weekly' }),
  'lesson is deleted': () => deleteLesson(office, day, 'one-time'),
  'lesson ends': () => deleteLesson(office, first, 'weekly'),
}

type State = keyof typeof STATES
type Change = keyof typeof CHANGES

/**
 * What is promised to Cleo for the Tuesday in question, for each change by the office: `what is valid then | what the
 * family is sent | what it is sent after Undo`, or why it is refused. Undo itself leaves every row as it was. Rider
 * changes move Cleo, or Ada if Cleo waits.
 */
const TABLE: Record<State, Record<Change, string>> = {
  'booked with a makeup': {
    'rider, that day':
      'rides Tue 8 17:00; makeup (office) until 12-08 for Tue 8 17:00 | Tue 8: 17:00 instead of 16:00 | Tue 8: 16:00 instead of 17:00',
    'rider, another day':
      'rides Thu 10 16:00; makeup (office) until 01-31 for Thu 10 16:00 | Tue 8: 16:00 is off, Thu 10: 16:00 is on | Tue 8: 16:00 is on, Thu 10: 16:00 is off',
    // The place becomes a weekly one, so the ride is the package's, and the makeup is open again.
    'rider, every week':
      'rides Tue 8 17:00; makeup (office) until 12-08 | Tue 8: 17:00 instead of 16:00, every Tue from 15: 17:00 is on | Tue 8: 16:00 instead of 17:00, every Tue from 15: 17:00 is off',
    'rider, every Thursday':
      'rides Thu 10 16:00; makeup (office) until 12-08 | Tue 8: 16:00 is off, every Thu from 10: 16:00 is on | Tue 8: 16:00 is on, every Thu from 10: 16:00 is off',
    'lesson, that day':
      'rides Tue 8 19:00; makeup (office) until 12-08 for Tue 8 19:00 | Tue 8: 19:00 instead of 16:00 | Tue 8: 16:00 instead of 19:00',
    'lesson, another day':
      'rides Wed 9 16:00; makeup (office) until 01-31 for Wed 9 16:00 | Tue 8: 16:00 is off, Wed 9: 16:00 is on | Tue 8: 16:00 is on, Wed 9: 16:00 is off',
    'lesson, every week':
      'rides Tue 8 19:00; makeup (office) until 12-08 for Tue 8 19:00 | Tue 8: 19:00 instead of 16:00 | Tue 8: 16:00 instead of 19:00',
    'lesson, every Wednesday':
      'rides Wed 9 16:00; makeup (office) until 01-31 for Wed 9 16:00 | Tue 8: 16:00 is off, Wed 9: 16:00 is on | Tue 8: 16:00 is on, Wed 9: 16:00 is off',
    'day is closed':
      'makeup (office) until 01-31 | Canceled: Tue 8 16:00, makeup until Jan 31 | Not canceled: Tue 8 16:00',
    'lesson is canceled':
      'makeup (office) until 01-31 | Canceled: Tue 8 16:00, makeup until Jan 31 | Not canceled: Tue 8 16:00',
    // The office removes the rider: unlike a lesson that ends, this extends no makeup.
    'place ends': 'makeup (office) until 12-08 | Tue 8: 16:00 is off | Tue 8: 16:00 is on',
    'lesson is deleted': 'makeup (office) until 01-31 | Tue 8: 16:00 is off | Tue 8: 16:00 is on',
    'lesson ends': 'makeup (office) until 01-31 | Tue 8: 16:00 is off | Tue 8: 16:00 is on',
  },
  'offered for one date': {
    'rider, that day': 'waits Tue 8 16:00, offered Tue 8 16:00 | nothing | nothing',
    'rider, another day': 'waits Tue 8 16:00, offered Tue 8 16:00 | nothing | nothing',
    'rider, every week': 'waits Tue 8 16:00, offered Tue 8 16:00 | nothing | nothing',
    'rider, every Thursday': 'waits Tue 8 16:00, offered Tue 8 16:00 | nothing | nothing',
    'lesson, that day':
      'waits Tue 8 19:00, offered Tue 8 19:00 | A spot opened up: Tue 8 19:00 | A spot opened up: Tue 8 16:00',
    'lesson, another day':
      'waits Wed 9 16:00, offered Wed 9 16:00 | A spot opened up: Wed 9 16:00 | A spot opened up: Tue 8 16:00',
    'lesson, every week':
      'waits Tue 8 19:00, offered Tue 8 19:00 | A spot opened up: Tue 8 19:00 | A spot opened up: Tue 8 16:00',
    'lesson, every Wednesday':
      'waits Wed 9 16:00, offered Wed 9 16:00 | A spot opened up: Wed 9 16:00 | A spot opened up: Tue 8 16:00',
    'day is closed': 'waits Tue 8 16:00 | Off the schedule: Tue 8 16:00 | A spot opened up: Tue 8 16:00',
    'lesson is canceled': 'waits Tue 8 16:00 | Off the schedule: Tue 8 16:00 | A spot opened up: Tue 8 16:00',
    'place ends': 'waits Tue 8 16:00, offered Tue 8 16:00 | nothing | nothing',
    'lesson is deleted': 'waits Tue 8 16:00 | Off the schedule: Tue 8 16:00 | A spot opened up: Tue 8 16:00',
    // The waitlist entry stays, for Undo, although no lesson is left to wait for.
    'lesson ends': 'waits Tue 8 16:00 | Off the schedule: Tue 8 16:00 | A spot opened up: Tue 8 16:00',
  },
  'held every week': {
    'rider, that day': 'waits weekly Tue 1 16:00, offered Tue 1 16:00 | nothing | nothing',
    'rider, another day': 'waits weekly Tue 1 16:00, offered Tue 1 16:00 | nothing | nothing',
    'rider, every week': 'waits weekly Tue 1 16:00, offered Tue 1 16:00 | nothing | nothing',
    'rider, every Thursday': 'waits weekly Tue 1 16:00, offered Tue 1 16:00 | nothing | nothing',
    'lesson, that day': 'waits weekly Tue 1 16:00, offered Tue 1 16:00 | nothing | nothing',
    'lesson, another day': 'waits weekly Tue 1 16:00, offered Tue 1 16:00 | nothing | nothing',
    'lesson, every week':
      'waits weekly Tue 1 19:00, offered Tue 1 19:00 | A spot opened up: every week from Tue 1 19:00 | A spot opened up: every week from Tue 1 16:00',
    'lesson, every Wednesday':
      'waits weekly Wed 2 16:00, offered Wed 2 16:00 | A spot opened up: every week from Wed 2 16:00 | A spot opened up: every week from Tue 1 16:00',
    // The weekly place is still held; it does not take place that day.
    'day is closed': 'waits weekly Tue 1 16:00, offered Tue 1 16:00 | nothing | nothing',
    'lesson is canceled': 'waits weekly Tue 1 16:00, offered Tue 1 16:00 | nothing | nothing',
    'place ends': 'waits weekly Tue 1 16:00, offered Tue 1 16:00 | nothing | nothing',
    'lesson is deleted': 'waits weekly Tue 1 16:00, offered Tue 1 16:00 | nothing | nothing',
    'lesson ends':
      'waits weekly Tue 1 16:00 | Off the schedule: Tuesdays 16:00 | A spot opened up: every week from Tue 1 16:00',
  },
  'called off, and asked for another day': {
    // The family has canceled: nobody knows whether the other time suits it.
    'rider, that day':
      'refused: The ride is canceled. To have Cleo Park ride in the other lesson, add Cleo Park there.',
    'rider, another day':
      'refused: The ride is canceled. To have Cleo Park ride in the other lesson, add Cleo Park there.',
    'rider, every week':
      'rides Tue 8 17:00 (reschedule); makeup (absence) until 01-07, asked | Tue 8: 17:00 (canceled) instead of 16:00 (canceled), every Tue from 15: 17:00 instead of 16:00 | Tue 8: 16:00 (canceled) instead of 17:00 (canceled), every Tue from 15: 16:00 instead of 17:00',
    'rider, every Thursday':
      'rides Thu 10 16:00 (reschedule); makeup (absence) until 01-07, asked | Tue 8: 16:00 (canceled) is off, Thu 10: 16:00 is canceled, every Tue from 15: 16:00 is off, every Thu from 17: 16:00 is on | Tue 8: 16:00 is canceled, Thu 10: 16:00 (canceled) is off, every Tue from 15: 16:00 is on, every Thu from 17: 16:00 is off',
    'lesson, that day':
      'rides Tue 8 19:00 (reschedule); makeup (absence) until 01-07, asked | Tue 8: 19:00 (canceled) instead of 16:00 (canceled) | Tue 8: 16:00 (canceled) instead of 19:00 (canceled)',
    'lesson, another day':
      'rides Wed 9 16:00 (reschedule); makeup (absence) until 01-07, asked | Tue 8: 16:00 (canceled) is off, Wed 9: 16:00 is canceled | Tue 8: 16:00 is canceled, Wed 9: 16:00 (canceled) is off',
    'lesson, every week':
      'rides Tue 8 19:00 (reschedule); makeup (absence) until 01-07, asked | Tue 1: 19:00 instead of 16:00, Tue 8: 19:00 (canceled) instead of 16:00 (canceled), every Tue from 15: 19:00 instead of 16:00 | Tue 1: 16:00 instead of 19:00, Tue 8: 16:00 (canceled) instead of 19:00 (canceled), every Tue from 15: 16:00 instead of 19:00',
    'lesson, every Wednesday':
      'rides Wed 9 16:00 (reschedule); makeup (absence) until 01-07, asked | Tue 1: 16:00 is off, Wed 2: 16:00 is on, Tue 8: 16:00 (canceled) is off, Wed 9: 16:00 is canceled, every Tue from 15: 16:00 is off, every Wed from 16: 16:00 is on | Tue 1: 16:00 is on, Wed 2: 16:00 is off, Tue 8: 16:00 is canceled, Wed 9: 16:00 (canceled) is off, every Tue from 15: 16:00 is on, every Wed from 16: 16:00 is off',
    // The makeup that was promised becomes one of the closing.
    'day is closed':
      'makeup (closed) until 01-31, asked | Canceled: Tue 8 16:00, makeup until Jan 31 | Not canceled: Tue 8 16:00',
    'lesson is canceled':
      'makeup (closed) until 01-31, asked | Canceled: Tue 8 16:00, makeup until Jan 31 | Not canceled: Tue 8 16:00',
    'place ends':
      'makeup (absence) until 01-07, asked | Tue 8: 16:00 (canceled) is off, every Tue from 15: 16:00 is off | Tue 8: 16:00 is canceled, every Tue from 15: 16:00 is on',
    'lesson is deleted':
      'makeup (absence) until 01-07, asked | Tue 8: 16:00 (canceled) is off | Tue 8: 16:00 is canceled',
    'lesson ends':
      'makeup (absence) until 01-07, asked | Tue 1: 16:00 is off, Tue 8: 16:00 (canceled) is off, every Tue from 15: 16:00 is off | Tue 1: 16:00 is on, Tue 8: 16:00 is canceled, every Tue from 15: 16:00 is on',
  },
  'marked present': {
    'rider, that day': 'refused: The ride has attendance. Set it back to Scheduled first.',
    'rider, another day': 'refused: The ride has attendance. Set it back to Scheduled first.',
    'rider, every week': 'refused: The ride has attendance. Set it back to Scheduled first.',
    'rider, every Thursday': 'refused: The ride has attendance. Set it back to Scheduled first.',
    'lesson, that day': 'refused: The ride is marked Present. Set that ride back to Scheduled first.',
    'lesson, another day': 'refused: The ride is marked Present. Set that ride back to Scheduled first.',
    'lesson, every week':
      'refused: The ride is marked Present. Choose a later date, or set that ride back to Scheduled first.',
    'lesson, every Wednesday':
      'refused: The ride is marked Present. Choose a later date, or set that ride back to Scheduled first.',
    'day is closed':
      'refused: The ride is marked Present. Choose a later time, or set that ride back to Scheduled first.',
    'lesson is canceled': 'refused: The ride is marked Present. Set that ride back to Scheduled first.',
    'place ends': 'refused: The ride is marked Present. Choose a later date, or set that ride back to Scheduled first.',
    'lesson is deleted': 'nothing | Tue 8: 16:00 is off | Tue 8: 16:00 is on',
    'lesson ends':
      'refused: The ride is marked Present. Choose a later date, or set that ride back to Scheduled first.',
  },
  'marked absent': {
    'rider, that day':
      'refused: The ride is canceled. To have Cleo Park ride in the other lesson, add Cleo Park there.',
    'rider, another day':
      'refused: The ride is canceled. To have Cleo Park ride in the other lesson, add Cleo Park there.',
    'rider, every week':
      'rides Tue 8 17:00 (absent) | Tue 8: 17:00 (canceled) instead of 16:00 (canceled), every Tue from 15: 17:00 instead of 16:00 | Tue 8: 16:00 (canceled) instead of 17:00 (canceled), every Tue from 15: 16:00 instead of 17:00',
    'rider, every Thursday':
      'rides Thu 10 16:00 (absent) | Tue 8: 16:00 (canceled) is off, Thu 10: 16:00 is canceled, every Tue from 15: 16:00 is off, every Thu from 17: 16:00 is on | Tue 8: 16:00 is canceled, Thu 10: 16:00 (canceled) is off, every Tue from 15: 16:00 is on, every Thu from 17: 16:00 is off',
    'lesson, that day':
      'rides Tue 8 19:00 (absent) | Tue 8: 19:00 (canceled) instead of 16:00 (canceled) | Tue 8: 16:00 (canceled) instead of 19:00 (canceled)',
    'lesson, another day':
      'rides Wed 9 16:00 (absent) | Tue 8: 16:00 (canceled) is off, Wed 9: 16:00 is canceled | Tue 8: 16:00 is canceled, Wed 9: 16:00 (canceled) is off',
    'lesson, every week':
      'rides Tue 8 19:00 (absent) | Tue 1: 19:00 instead of 16:00, Tue 8: 19:00 (canceled) instead of 16:00 (canceled), every Tue from 15: 19:00 instead of 16:00 | Tue 1: 16:00 instead of 19:00, Tue 8: 16:00 (canceled) instead of 19:00 (canceled), every Tue from 15: 16:00 instead of 19:00',
    'lesson, every Wednesday':
      'rides Wed 9 16:00 (absent) | Tue 1: 16:00 is off, Wed 2: 16:00 is on, Tue 8: 16:00 (canceled) is off, Wed 9: 16:00 is canceled, every Tue from 15: 16:00 is off, every Wed from 16: 16:00 is on | Tue 1: 16:00 is on, Wed 2: 16:00 is off, Tue 8: 16:00 is canceled, Wed 9: 16:00 (canceled) is off, every Tue from 15: 16:00 is on, every Wed from 16: 16:00 is off',
    // Called off too late for a makeup: there is none, and no ride is used.
    'day is closed': 'nothing | Tue 8: 16:00 (canceled) is off | Tue 8: 16:00 is canceled',
    'lesson is canceled': 'nothing | Tue 8: 16:00 (canceled) is off | Tue 8: 16:00 is canceled',
    'place ends':
      'nothing | Tue 8: 16:00 (canceled) is off, every Tue from 15: 16:00 is off | Tue 8: 16:00 is canceled, every Tue from 15: 16:00 is on',
    'lesson is deleted': 'nothing | Tue 8: 16:00 (canceled) is off | Tue 8: 16:00 is canceled',
    'lesson ends':
      'nothing | Tue 1: 16:00 is off, Tue 8: 16:00 (canceled) is off, every Tue from 15: 16:00 is off | Tue 1: 16:00 is on, Tue 8: 16:00 is canceled, every Tue from 15: 16:00 is on',
  },
  noted: {
    'rider, that day': 'rides Tue 8 17:00 (New helmet) | Tue 8: 17:00 instead of 16:00 | Tue 8: 16:00 instead of 17:00',
    'rider, another day':
      'rides Thu 10 16:00 (New helmet) | Tue 8: 16:00 is off, Thu 10: 16:00 is on | Tue 8: 16:00 is on, Thu 10: 16:00 is off',
    'rider, every week':
      'rides Tue 8 17:00 (New helmet) | every Tue from 8: 17:00 instead of 16:00 | every Tue from 8: 16:00 instead of 17:00',
    'rider, every Thursday':
      'rides Thu 10 16:00 (New helmet) | every Tue from 8: 16:00 is off, every Thu from 10: 16:00 is on | every Tue from 8: 16:00 is on, every Thu from 10: 16:00 is off',
    'lesson, that day':
      'rides Tue 8 19:00 (New helmet) | Tue 8: 19:00 instead of 16:00 | Tue 8: 16:00 instead of 19:00',
    'lesson, another day':
      'rides Wed 9 16:00 (New helmet) | Tue 8: 16:00 is off, Wed 9: 16:00 is on | Tue 8: 16:00 is on, Wed 9: 16:00 is off',
    'lesson, every week':
      'rides Tue 8 19:00 (New helmet) | every Tue from 1: 19:00 instead of 16:00 | every Tue from 1: 16:00 instead of 19:00',
    'lesson, every Wednesday':
      'rides Wed 9 16:00 (New helmet) | every Tue from 1: 16:00 is off, every Wed from 2: 16:00 is on | every Tue from 1: 16:00 is on, every Wed from 2: 16:00 is off',
    'day is closed':
      'makeup (closed) until 01-31 | Canceled: Tue 8 16:00, makeup until Jan 31 | Not canceled: Tue 8 16:00',
    'lesson is canceled':
      'makeup (closed) until 01-31 | Canceled: Tue 8 16:00, makeup until Jan 31 | Not canceled: Tue 8 16:00',
    'place ends': 'nothing | every Tue from 8: 16:00 is off | every Tue from 8: 16:00 is on',
    'lesson is deleted': 'nothing | Tue 8: 16:00 is off | Tue 8: 16:00 is on',
    'lesson ends': 'nothing | every Tue from 1: 16:00 is off | every Tue from 1: 16:00 is on',
  },
  'with a horse': {
    'rider, that day': 'rides Tue 8 17:00 (Bella) | Tue 8: 17:00 instead of 16:00 | Tue 8: 16:00 instead of 17:00',
    // A horse moves along with its rider on that day alone, with a whole lesson to any day.
    'rider, another day':
      'rides Thu 10 16:00 | Tue 8: 16:00 is off, Thu 10: 16:00 is on | Tue 8: 16:00 is on, Thu 10: 16:00 is off',
    'rider, every week':
      'rides Tue 8 17:00 | every Tue from 8: 17:00 instead of 16:00 | every Tue from 8: 16:00 instead of 17:00',
    'rider, every Thursday':
      'rides Thu 10 16:00 | every Tue from 8: 16:00 is off, every Thu from 10: 16:00 is on | every Tue from 8: 16:00 is on, every Thu from 10: 16:00 is off',
    'lesson, that day': 'rides Tue 8 19:00 (Bella) | Tue 8: 19:00 instead of 16:00 | Tue 8: 16:00 instead of 19:00',
    'lesson, another day':
      'rides Wed 9 16:00 (Bella) | Tue 8: 16:00 is off, Wed 9: 16:00 is on | Tue 8: 16:00 is on, Wed 9: 16:00 is off',
    'lesson, every week':
      'rides Tue 8 19:00 (Bella) | every Tue from 1: 19:00 instead of 16:00 | every Tue from 1: 16:00 instead of 19:00',
    'lesson, every Wednesday':
      'rides Wed 9 16:00 (Bella) | every Tue from 1: 16:00 is off, every Wed from 2: 16:00 is on | every Tue from 1: 16:00 is on, every Wed from 2: 16:00 is off',
    'day is closed':
      'makeup (closed) until 01-31 | Canceled: Tue 8 16:00, makeup until Jan 31 | Not canceled: Tue 8 16:00',
    'lesson is canceled':
      'makeup (closed) until 01-31 | Canceled: Tue 8 16:00, makeup until Jan 31 | Not canceled: Tue 8 16:00',
    'place ends': 'nothing | every Tue from 8: 16:00 is off | every Tue from 8: 16:00 is on',
    'lesson is deleted': 'nothing | Tue 8: 16:00 is off | Tue 8: 16:00 is on',
    'lesson ends': 'nothing | every Tue from 1: 16:00 is off | every Tue from 1: 16:00 is on',
  },
  'waits for one date': {
    'rider, that day':
      'waits Tue 8 16:00, offered Tue 8 16:00 | A spot opened up: Tue 8 16:00 | No longer open: Tue 8 16:00',
    'rider, another day':
      'waits Tue 8 16:00, offered Tue 8 16:00 | A spot opened up: Tue 8 16:00 | No longer open: Tue 8 16:00',
    'rider, every week':
      'waits Tue 8 16:00, offered Tue 8 16:00 | A spot opened up: Tue 8 16:00 | No longer open: Tue 8 16:00',
    'rider, every Thursday':
      'waits Tue 8 16:00, offered Tue 8 16:00 | A spot opened up: Tue 8 16:00 | No longer open: Tue 8 16:00',
    // Nothing is held yet, so the waitlist moves along and the family sees it in its rides.
    'lesson, that day': 'waits Tue 8 19:00 | nothing | nothing',
    'lesson, another day': 'waits Wed 9 16:00 | nothing | nothing',
    'lesson, every week': 'waits Tue 8 19:00 | nothing | nothing',
    'lesson, every Wednesday': 'waits Wed 9 16:00 | nothing | nothing',
    'day is closed': 'waits Tue 8 16:00 | Off the schedule: Tue 8 16:00 | Back on the schedule: Tue 8 16:00',
    'lesson is canceled': 'waits Tue 8 16:00 | Off the schedule: Tue 8 16:00 | Back on the schedule: Tue 8 16:00',
    'place ends':
      'waits Tue 8 16:00, offered Tue 8 16:00 | A spot opened up: Tue 8 16:00 | No longer open: Tue 8 16:00',
    'lesson is deleted': 'waits Tue 8 16:00 | Off the schedule: Tue 8 16:00 | Back on the schedule: Tue 8 16:00',
    'lesson ends': 'waits Tue 8 16:00 | Off the schedule: Tue 8 16:00 | Back on the schedule: Tue 8 16:00',
  },
  'waits every week': {
    // One date is free: nothing for a family that waits for every week.
    'rider, that day': 'waits weekly Tue 1 16:00 | nothing | nothing',
    'rider, another day': 'waits weekly Tue 1 16:00 | nothing | nothing',
    'rider, every week':
      'waits weekly Tue 1 16:00, offered Tue 8 16:00 | A spot opened up: every week from Tue 8 16:00 | No longer open: every week from Tue 8 16:00',
    'rider, every Thursday':
      'waits weekly Tue 1 16:00, offered Tue 8 16:00 | A spot opened up: every week from Tue 8 16:00 | No longer open: every week from Tue 8 16:00',
    'lesson, that day': 'waits weekly Tue 1 16:00 | nothing | nothing',
    'lesson, another day': 'waits weekly Tue 1 16:00 | nothing | nothing',
    'lesson, every week': 'waits weekly Tue 1 19:00 | nothing | nothing',
    'lesson, every Wednesday': 'waits weekly Wed 2 16:00 | nothing | nothing',
    'day is closed': 'waits weekly Tue 1 16:00 | nothing | nothing',
    'lesson is canceled': 'waits weekly Tue 1 16:00 | nothing | nothing',
    'place ends':
      'waits weekly Tue 1 16:00, offered Tue 8 16:00 | A spot opened up: every week from Tue 8 16:00 | No longer open: every week from Tue 8 16:00',
    'lesson is deleted': 'waits weekly Tue 1 16:00 | nothing | nothing',
    'lesson ends': 'waits weekly Tue 1 16:00 | Off the schedule: Tuesdays 16:00 | Back on the schedule: Tuesdays 16:00',
  },
}

/** The rider who has canceled on the Tuesday in question. */
const AWAY: Partial<Record<State, string>> = {
  'offered for one date': 'Tom Hill',
  'called off, and asked for another day': 'Cleo Park',
  'marked absent': 'Cleo Park',
}

/**
 * What the instructors are sent for each change, and after Undo: if everyone comes, and if `?` has canceled. Sarah
 * teaches the lesson, Marcus those of Tuesdays at 17:00 and of Thursdays. Nobody is notified of a refused change.
 */
const TAUGHT: Record<Change, [string, string]> = {
  'rider, that day': ['nothing | nothing', 'nothing | nothing'],
  'rider, another day': ['nothing | nothing', 'nothing | nothing'],
  'rider, every week': [
    'nothing | nothing',
    'Sarah: Tue 8: ? no longer rides at 16:00; Marcus: Tue 8: ? has canceled at 17:00 | Sarah: Tue 8: ? has canceled at 16:00; Marcus: Tue 8: ? no longer rides at 17:00',
  ],
  'rider, every Thursday': [
    'nothing | nothing',
    'Sarah: Tue 8: ? no longer rides at 16:00; Marcus: Thu 10: ? has canceled at 16:00 | Sarah: Tue 8: ? has canceled at 16:00; Marcus: Thu 10: ? no longer rides at 16:00',
  ],
  'lesson, that day': [
    'Sarah: Tue 8: 19:00 instead of 16:00 | Sarah: Tue 8: 16:00 instead of 19:00',
    'Sarah: Tue 8: 19:00 instead of 16:00 | Sarah: Tue 8: 16:00 instead of 19:00',
  ],
  'lesson, another day': [
    'Sarah: Tue 8: 16:00 is off, Wed 9: 16:00 is on | Sarah: Tue 8: 16:00 is on, Wed 9: 16:00 is off',
    'Sarah: Tue 8: 16:00 is off, Wed 9: 16:00 is on. ? has canceled at 16:00 | Sarah: Tue 8: 16:00 is on. ? has canceled at 16:00, Wed 9: 16:00 is off',
  ],
  'lesson, every week': [
    'Sarah: every Tue from 1: 19:00 instead of 16:00 | Sarah: every Tue from 1: 16:00 instead of 19:00',
    'Sarah: Tue 1: 19:00 instead of 16:00, Tue 8: 19:00 instead of 16:00, every Tue from 15: 19:00 instead of 16:00 | Sarah: Tue 1: 16:00 instead of 19:00, Tue 8: 16:00 instead of 19:00, every Tue from 15: 16:00 instead of 19:00',
  ],
  'lesson, every Wednesday': [
    'Sarah: every Tue from 1: 16:00 is off, every Wed from 2: 16:00 is on | Sarah: every Tue from 1: 16:00 is on, every Wed from 2: 16:00 is off',
    'Sarah: Tue 1: 16:00 is off, Wed 2: 16:00 is on, Tue 8: 16:00 is off, Wed 9: 16:00 is on. ? has canceled at 16:00, every Tue from 15: 16:00 is off, every Wed from 16: 16:00 is on | Sarah: Tue 1: 16:00 is on, Wed 2: 16:00 is off, Tue 8: 16:00 is on. ? has canceled at 16:00, Wed 9: 16:00 is off, every Tue from 15: 16:00 is on, every Wed from 16: 16:00 is off',
  ],
  'day is closed': [
    'Sarah: Tue 8: 16:00 is off. Closed: Snow; Marcus: Tue 8: 17:00 is off. Closed: Snow | Sarah: Tue 8: 16:00 is on; Marcus: Tue 8: 17:00 is on',
    'Sarah: Tue 8: 16:00 is off. Closed: Snow; Marcus: Tue 8: 17:00 is off. Closed: Snow | Sarah: Tue 8: 16:00 is on. ? has canceled at 16:00; Marcus: Tue 8: 17:00 is on',
  ],
  'lesson is canceled': [
    'Sarah: Tue 8: 16:00 is off | Sarah: Tue 8: 16:00 is on',
    'Sarah: Tue 8: 16:00 is off | Sarah: Tue 8: 16:00 is on. ? has canceled at 16:00',
  ],
  'place ends': [
    'nothing | nothing',
    'Sarah: Tue 8: ? no longer rides at 16:00 | Sarah: Tue 8: ? has canceled at 16:00',
  ],
  'lesson is deleted': [
    'Sarah: Tue 8: 16:00 is off | Sarah: Tue 8: 16:00 is on',
    'Sarah: Tue 8: 16:00 is off | Sarah: Tue 8: 16:00 is on. ? has canceled at 16:00',
  ],
  'lesson ends': [
    'Sarah: every Tue from 1: 16:00 is off | Sarah: every Tue from 1: 16:00 is on',
    'Sarah: Tue 1: 16:00 is off, Tue 8: 16:00 is off, every Tue from 15: 16:00 is off | Sarah: Tue 1: 16:00 is on, Tue 8: 16:00 is on. ? has canceled at 16:00, every Tue from 15: 16:00 is on',
  ],
}

const taughtIn = (state: State, change: Change): string => {
  if (TABLE[state][change].startsWith('refused')) return 'nothing | nothing'
  const away = AWAY[state]
  // A rider who moves or leaves is Cleo or Ada.
  const isMeant = away === 'Cleo Park' || (away && !/^(rider|place)/.test(change))
  return isMeant ? TAUGHT[change][1].replaceAll('?', away) : TAUGHT[change][0]
}

const when = (date: LocalDate, time: string) =>
  `${['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][dayOfWeek(date)]} ${Number(date.slice(8))} ${time}`

/** Returns what Cleo has in the week of Dec 8: rides with marks, notes and horses, makeups, and what she waits for. */
async function promises(): Promise<string> {
  const range = { from: weekFrom, to: '2026-12-12' }
  const { days } = await loadRoster(range)
  const records = await prisma.ride.findMany({ where: { studentId: cleo.id } })
  const lessons = days.flatMap(({ lessons }) =>
    lessons.filter(({ riders }) => riders.some((one) => one.riderId === cleo.id)),
  )
  const said = await Promise.all(
    lessons.map(async ({ date, time }) => {
      const record = records.find((row) => fromDbDate(row.scheduledDate) === date && row.scheduledTime === time)
      const horses = await horseUsesOn(date)
      const marked = record?.attendance === 'scheduled' ? null : record?.attendance
      const given = horses.some((use) => use.horseId === bella && use.time === time) && 'Bella'
      const more = [marked, record?.notes, given].filter(Boolean).join(', ')
      return `rides ${when(date, time)}${more && ` (${more})`}`
    }),
  )
  const makeups = await prisma.makeup.findMany({ where: { studentId: cleo.id }, include: { booking: true } })
  const asked = (await prisma.makeupRequest.findMany({ where: { closedAt: null } })).map(({ makeupId }) => makeupId)
  const made = makeups.map(({ id, why, validTo, booking }) => {
    const into = booking ? ` for ${when(fromDbDate(booking.lessonDate), booking.scheduledTime)}` : ''
    return `makeup (${why}) until ${fromDbDate(validTo).slice(5)}${into}${asked.includes(id) ? ', asked' : ''}`
  })
  const waiting = (await waitingOf([cleo.id])).map(({ date, time, weekly, offeredFor }) => {
    const offered = offeredFor ? `, offered ${when(offeredFor, time)}` : ''
    return `waits ${weekly ? 'weekly ' : ''}${when(date, time)}${offered}`
  })
  return [...said, ...made, ...waiting].join('; ') || 'nothing'
}

const TABLES =
  'weekly_schedule one_time_participants temporary_lessons lesson_removals lessons horse_usage makeups makeup_bookings makeup_requests waitlist'

/**
 * Returns every row of the week, who waits, and what is offered to whom: an offer that Undo restores is a new one. What
 * a family was sent about the lesson that it waits for stays sent.
 */
async function everything(): Promise<unknown> {
  const rowsOf = (table: string) =>
    `(SELECT coalesce(jsonb_agg(to_jsonb(t) - '{updated_at,known_off,tell_at}'::text[] ORDER BY id), '[]') FROM ${table} t) AS ${table}`
  return prisma.$queryRawUnsafe(`SELECT ${TABLES.split(' ').map(rowsOf).join(', ')},
    (SELECT coalesce(jsonb_agg(jsonb_build_array(waiting_id, lesson_date) ORDER BY waiting_id), '[]')
      FROM place_offers WHERE state = 'open') AS offers`)
}

interface Told {
  family: string
  instructors: string
}

/** Returns what Cleo's family and the instructors were sent by now, without the layout. */
async function told(): Promise<Told> {
  await offerPlaces()
  await notifyRideChanges()
  const mails = await prisma.outboxEmail.findMany({ where: { sentAt: null }, orderBy: { id: 'asc' } })
  await prisma.outboxEmail.updateMany({ where: { sentAt: null }, data: { sentAt: now() } })
  const sentTo = ({ email }: typeof sarah) => mails.filter(({ recipient }) => recipient === email)
  const instructors = [
    ...sentTo(sarah).map((mail) => `Sarah: ${sayTeaching(mail)}`),
    ...sentTo(marcus).map((mail) => `Marcus: ${sayTeaching(mail)}`),
  ]
  return { family: sentTo(cleo).map(sayMail).join('; ') || 'nothing', instructors: instructors.join('; ') || 'nothing' }
}

const sayTeaching = ({ text }: { text: string }) =>
  shortened([...text.matchAll(/^(\S*day.*?): (.*)$/gm)].map(([, when, what]) => `${when}: ${what}`).join(', '))

function sayMail({ subject, text }: { subject: string; text: string }): string {
  const changes = [...text.matchAll(/^Cleo Park, (.*)$/gm)].map(([, line]) => line).join(', ')
  const [, time] = /^(?:Time|Cleo Park): (.*)$/m.exec(text) ?? []
  const [, until] = /makeup lesson for it, to use by (.*)\./.exec(text) ?? []
  const about = `${subject.replace('Group Lesson, ', '')} ${time}${until ? `, makeup until ${until}` : ''}`
  return shortened(changes || about)
}

const shortened = (text: string) =>
  text
    .replaceAll(/ for Cleo Park|your lesson on | Group Lesson|, 202\d/g, '')
    .replaceAll(/([A-Z][a-z]{2})[a-z]*days from Dec /g, 'every $1 from ')
    .replaceAll(/([A-Z][a-z]{2})[a-z]*day, Dec /g, '$1 ')
    .replaceAll(/(\d+):00 PM/g, (_, hour) => `${Number(hour) + 12}:00`)

let minutes = 0
function pass(more: number) {
  minutes += more
  setClock(new Date(Date.parse('2026-11-22T12:00:00-05:00') + minutes * 60_000).toISOString())
}

async function setUp(state: State): Promise<void> {
  minutes = 0
  pass(0)
  await emptySchedule()
  await emptyOnly('waitlist', 'place_offers', 'makeup_requests', 'told_rides', 'email_outbox')
  await rides(ada)
  await weeklyPlace({ riderId: tom, startDate: '2026-11-03', time: '17:00' })
  await weeklyPlace({ riderId: tom, startDate: '2026-11-05' })
  await STATES[state]()
  const teach = (dayOfWeek: number, scheduledTime: string, { id: instructorId }: typeof sarah) =>
    prisma.weeklyPlace.updateMany({ where: { dayOfWeek, scheduledTime }, data: { instructorId } })
  await teach(2, '16:00', sarah)
  await teach(2, '17:00', marcus)
  await teach(4, '16:00', marcus)
  pass(10)
  await told()
}

interface Tried {
  /** `what is valid | what the family is sent | what it is sent after Undo`, which leaves everything as it was. */
  cell: string
  /** What instructors are sent, and after Undo. */
  instructors: string
}

async function tryOut(change: Change): Promise<Tried> {
  await prisma.$executeRaw`DELETE FROM told_rides`
  await prisma.$executeRaw`DELETE FROM email_outbox WHERE dedupe_key ~ '^(ride|teaching)-changed:'`
  const before = await everything()
  const done = await CHANGES[change]().catch((error: Error) => error)
  if (done instanceof Error) {
    if (!(done instanceof Refused)) throw done
    expect(await everything(), change).toEqual(before)
    return {
      cell: `refused: ${done.message.replace('Cleo Park’s ride at 4:00 PM on Dec 8, 2026', 'The ride')}`,
      instructors: 'nothing | nothing',
    }
  }
  const holds = await promises()
  pass(10)
  const toldThen = await told()
  await undoAndTell(office, done.changes)
  expect(await everything(), `Undo of: ${change}`).toEqual(before)
  pass(10)
  const after = await told()
  return {
    cell: [holds, toldThen.family, after.family].join(' | '),
    instructors: [toldThen.instructors, after.instructors].join(' | '),
  }
}

/** Returns an offer that the change ended and Undo makes again, with a link and a deadline of its own. */
const offeredAnew = (state: State, change: Change): string | undefined =>
  state === 'offered for one date' || state === 'held every week' ? TABLE[state][change].split(' | ')[2] : 'nothing'

const refused = (error: unknown) => {
  if (!(error instanceof Refused)) throw error
}

test('No cell is missing', () => {
  expect(Object.keys(TABLE)).toEqual(Object.keys(STATES))
  for (const row of Object.values(TABLE)) expect(Object.keys(row)).toEqual(Object.keys(CHANGES))
})

describe('What was promised', () => {
  test.each(Object.keys(STATES) as State[])(
    '%s: each change keeps the promise or says why not, and so does its Undo',
    async (state) => {
      await setUp(state)
      const row: Record<string, string> = {}
      const taught: Record<string, string> = {}
      const changes = Object.keys(CHANGES) as Change[]
      for (const change of changes) {
        const { cell, instructors } = await tryOut(change)
        row[change] = cell
        taught[change] = instructors
      }
      expect(row).toEqual(TABLE[state])
      expect(taught).toEqual(Object.fromEntries(changes.map((change) => [change, taughtIn(state, change)])))
    },
  )

  test.each(Object.keys(STATES) as State[])(
    '%s: nobody is notified of a change that is undone within five minutes',
    async (state) => {
      await setUp(state)
      for (const change of Object.keys(CHANGES) as Change[]) {
        const done = await CHANGES[change]().catch(refused)
        pass(4)
        if (done) await undoAndTell(office, done.changes)
        pass(10)
        expect(await told(), change).toEqual({ family: offeredAnew(state, change), instructors: 'nothing' })
      }
    },
  )
})
