import { expect, test } from 'vitest'
import { table } from '~/api'
import { addNote } from '~/models/people/families/student-note.server'
import { closeDay } from '~/models/schedule/change/close-day.server'
import { setRideNote } from '~/models/schedule/change/ride-note.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { loader as daySheet } from '~/routes/office/day/day-sheet'
import { loader as notRecorded } from '~/routes/office/day/not-recorded'
import { loader as horsesExport } from '~/routes/office/horses/export'
import { loader as lesson } from '~/routes/office/lessons/lesson/lesson'
import { loader as riderDialog } from '~/routes/office/lessons/rider/rider'
import { loader as payments } from '~/routes/office/payments/payments'
import { loader as search } from '~/routes/office/search/search'
import { loader as studentsExport } from '~/routes/office/students/export'
import { loader as lessonHistory } from '~/routes/office/students/lesson-history'
import { loader as studentsMonth } from '~/routes/office/students/month'
import { loader as studentPage } from '~/routes/office/students/student/student'
import { loader as changes } from '~/routes/office/week/changes'
import { loader as ridesExport } from '~/routes/office/week/rides-export'
import { loader as week } from '~/routes/office/week/week'
import { loader as home } from '~/routes/portal/home/home'
import { loader as calendar } from '~/routes/portal/rides/calendar-feed'
import { loader as history } from '~/routes/portal/rides/history'
import { loader as historyExport } from '~/routes/portal/rides/history-export'
import { admin, rider, rideTypes, signedIn, weeklyPlace } from '../../../test/factories'

const DAY = '2026-11-24'
const RIDE_NOTE = 'Asthmaspray'
const NOTE = 'Divorcedparents'
const hasNote = (answer: unknown) => new RegExp(`${RIDE_NOTE}|${NOTE}`).test(JSON.stringify(answer))

const logged: string[] = []

setClock(new Date(`${DAY}T15:00:00Z`))
await rideTypes()
const ann = await admin()
const user = await rider({ calendarKey: 'calendar-key-of-emma' })
const emma = user.id
const [office, family] = await Promise.all([signedIn(ann), signedIn(user)])
await weeklyPlace({ riderId: emma, startDate: '2026-11-03' })
const write = process.stdout.write
process.stdout.write = (chunk: string | Uint8Array) => logged.push(String(chunk)) > 0
await setRideNote(ann.id, { riderId: emma, date: DAY, time: '16:00' }, { note: RIDE_NOTE })
await addNote(ann.id, emma, { text: NOTE, forBarn: false })
await closeDay(ann.id, '2026-12-01', { from: null, reason: 'Snow' })
process.stdout.write = write

const lessonParams = { date: DAY, time: '16:00', type: 'Group Lesson' }
const lessonPath = `/admin/lessons/${DAY}/16:00/Group%20Lesson`

test('Notes about a rider are shown where a ride is managed: the day sheet, the ride’s dialog, the student’s page', async () => {
  const shown = [
    await office.get(daySheet, `/admin/day?date=${DAY}`),
    await office.get(riderDialog, `${lessonPath}/riders/${emma}`, { ...lessonParams, riderId: emma }),
    await office.get(studentPage, `/students/${emma}`, { id: emma }),
  ]
  expect(shown.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(shown.map(hasNote)).toEqual([true, true, true])
})

test('Notes about a rider are in no list, file, search or list of changes of the office', async () => {
  const answers = [
    await office.get(week, '/admin'),
    await office.get(lesson, lessonPath, lessonParams),
    await office.get(changes, '/admin/changes'),
    await office.get(notRecorded, '/admin/not-recorded'),
    await office.get(search, `/search?q=${RIDE_NOTE}`),
    await office.get(search, `/search?q=${NOTE}`),
    await office.get(studentsMonth, '/students'),
    await office.get(studentsExport, '/students/export'),
    await office.get(lessonHistory, `/admin/students/${emma}`, { id: emma }),
    await office.get(payments, `/payments?student=${emma}`),
    await office.get(ridesExport, '/admin/rides/export'),
    await office.get(horsesExport, '/horses/export'),
  ]
  expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(200))
  // A search without results repeats what was typed.
  const found = answers.map((answer, i) => (i === 4 || i === 5 ? answer.body.students?.length > 0 : hasNote(answer)))
  expect(found).toEqual(Array(answers.length).fill(false))
})

test('A rider’s family cannot read the notes: not on its screens, in its files, calendar or emails', async () => {
  const answers = [
    await family.get(home, '/'),
    await family.get(history, '/ride-history'),
    await family.get(historyExport, '/ride-history/export'),
    await family.get(calendar, '/calendar.ics?key=calendar-key-of-emma'),
    await prisma.outboxEmail.findMany(),
  ]
  expect(answers.map(hasNote)).toEqual([false, false, false, false, false])
})

test('No read call of the API returns the notes, and no line of the server’s log contains them', async () => {
  const reads = Object.values(table)
    .flat()
    .filter(({ method }) => method === 'get')
  for (const { path } of reads) {
    const filled = path.replace('{id}', emma).replace('{date}', DAY).replace('{year}', '2026')
    const answer = await office.api(
      `/api${filled}?startDate=2026-11-01&endDate=2026-11-30&start_date=2026-11-01&end_date=2026-11-30`,
    )
    expect(hasNote(answer), path).toBe(false)
  }
  expect(reads.length).toBeGreaterThan(25)
  expect(hasNote(logged)).toBe(false)
})
