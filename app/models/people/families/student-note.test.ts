import { beforeEach, expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { loader as daySheet } from '~/routes/office/day/day-sheet'
import { loader as rideDialog } from '~/routes/office/lessons/rider/rider'
import { loader as students } from '~/routes/office/students/month'
import { action as sort, loader as toSort } from '~/routes/office/students/notes/unsorted-notes'
import { action as studentAction, loader as studentPage } from '~/routes/office/students/student/student'
import { loader as taughtRide } from '~/routes/teaching/ride'
import { loader as myDay } from '~/routes/teaching/teaching'
import { rider, signedIn, smallSchool, weeklyPlace } from '../../../../test/factories'
import { emptySchedule } from '../../../../test/schedule'
import { addNote, deleteNote, restoreNote } from './student-note.server'

const DATE = '2026-11-24'
const slot = { date: DATE, time: '16:00', type: 'Group Lesson' }
const ALLERGY = 'Allergic to bee stings. EpiPen in the tack room'
const FEAR = 'Afraid of the spooky corner'
const PRIVATE = 'Parents are divorcing, owes 300 dollars'

const { office, officeId, family, emma, tom } = await smallSchool('2026-11-20T15:00:00Z')
const sarah = await rider({ firstName: 'Sarah', role: 'instructor', phone: null })
const coach = await signedIn(sarah)
await emptySchedule()
await weeklyPlace({ riderId: emma, startDate: '2026-11-03', instructorId: sarah.id })
beforeEach(() => prisma.studentNote.deleteMany())

const inTheBarn = async () => {
  const ride = { ...slot, riderId: emma }
  const answers = [
    await coach.get(myDay, `/teaching?date=${DATE}`),
    await coach.get(taughtRide, '/x', ride),
    await coach.api(`/api/teaching/day?date=${DATE}`),
    await office.get(daySheet, `/admin/day?date=${DATE}`),
    await office.get(rideDialog, '/x', ride),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  return answers.map(({ body }) => JSON.stringify(body))
}
const everywhere = (text: string, answers: string[]) => answers.map((body) => body.includes(text))
const unsorted = async () => [
  (await office.get(daySheet, '/admin/day')).body.unsorted,
  (await office.get(students, '/students')).body.unsorted,
  (await office.get(toSort, '/students/notes')).body.notes.length,
]

test('A note for the barn is on every sheet, however many notes came later; the office’s own notes never are', async () => {
  await addNote(officeId, emma, { text: ALLERGY, forBarn: true })
  await addNote(officeId, emma, { text: FEAR, forBarn: true })
  await addNote(officeId, emma, { text: PRIVATE, forBarn: false })
  const answers = await inTheBarn()
  expect(everywhere(ALLERGY, answers)).toEqual([true, true, true, true, true])
  expect(everywhere(FEAR, answers)).toEqual([true, true, true, true, true])
  expect(everywhere(PRIVATE, answers)).toEqual([false, false, false, false, false])
  expect((await office.get(studentPage, `/students/${emma}`, { id: emma })).body.notes).toHaveLength(3)
})

test('A note from before stays in the office until someone decides who reads it, and the office is asked to', async () => {
  const { id } = await prisma.studentNote.create({ data: { studentId: emma, byId: officeId, text: ALLERGY } })
  expect(everywhere(ALLERGY, await inTheBarn())).toEqual([false, false, false, false, false])
  expect(await unsorted()).toEqual([1, 1, 1])
  // The sheets of other days, which are printed and read in the barn, don’t repeat it.
  expect((await office.get(daySheet, `/admin/day?date=${DATE}`)).body.unsorted).toBe(0)
  const answer = await office.post(sort, '/students/notes', { note: String(id), readers: 'barn' })
  expect(answer).toRedirect('/students/notes')
  expect(everywhere(ALLERGY, await inTheBarn())).toEqual([true, true, true, true, true])
  expect(await unsorted()).toEqual([0, 0, 0])
  const log = await prisma.auditEntry.findFirstOrThrow({ where: { action: 'note.sort' } })
  expect(log).toMatchObject({ actorId: officeId, entityId: emma, detail: { note: id, from: null, to: true } })
})

test('The readers of a note are changed on the student’s page, and are restored with a deleted note', async () => {
  await addNote(officeId, emma, { text: ALLERGY, forBarn: false })
  const { id } = await prisma.studentNote.findFirstOrThrow()
  const send = (of: string) =>
    office.post(studentAction, `/students/${of}`, { note: String(id), readers: 'barn' }, { id: of })
  expect((await send(tom)).status).toBe(404)
  expect((await send(emma)).status).toBe(302)
  await deleteNote(officeId, emma, id)
  await restoreNote(officeId, emma, id)
  expect(await prisma.studentNote.findFirstOrThrow()).toMatchObject({ id, text: ALLERGY, forBarn: true })
})

test('Families and instructors cannot decide who reads a note', async () => {
  await addNote(officeId, emma, { text: PRIVATE, forBarn: false })
  const { id } = await prisma.studentNote.findFirstOrThrow()
  for (const visitor of [coach, family]) {
    expect((await visitor.get(toSort, '/students/notes')).status).toBe(403)
    const fields = { note: String(id), readers: 'barn' }
    expect((await visitor.post(sort, '/students/notes', fields)).status).toBe(403)
  }
})
