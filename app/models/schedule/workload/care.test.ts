import { beforeEach, expect, test } from 'vitest'
import { findActiveHorse } from '~/models/schedule/horses/horse.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import HorseCare, { action, loader } from '~/routes/office/horses/care'
import { loader as manage } from '~/routes/office/horses/manage'
import { notifyCareDue } from '~/services/mail/office/care-mail.server'
import { toDbDate } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { admin, horse, openOffice, rider, signedIn, weeklyRider } from '../../../../test/factories'
import { linesOfPdf } from '../../../../test/pdf-text'
import { rendered } from '../../../../test/rendered'
import { emptySchedule } from '../../../../test/schedule'
import { careDone, careToDo, listCare } from './care.server'
import { workloadPdf } from './workload-pdf.server'

let bella: { id: number; name: string }

const { office } = await openOffice('2026-11-24T15:00:00Z')

beforeEach(async () => {
  await emptySchedule()
  await prisma.horseCare.deleteMany()
  await prisma.outboxEmail.deleteMany()
  bella = await horse()
})

const params = () => ({ id: String(bella.id) })
const send = (fields: Record<string, string>) => office.post(action, paths.horseCare(bella.id), fields, params())
const add = (fields: Record<string, string> = {}) =>
  send({ intent: 'add', kind: ' Farrier ', lastOn: '2026-10-20', everyWeeks: '6', dueOn: '', ...fields })
const shown = async () => (await office.get(loader, paths.horseCare(bella.id), params())).body
const due = async () => (await shown()).due.map(({ said }: { said: { text: string } }) => said.text)
const done = async () =>
  (await shown()).done.map(({ kind, doneOn, note }: Record<string, string>) => [kind, doneOn, note])
const idDue = async () => String((await shown()).due[0]?.id)
/** What the toast says, which is shown once, and its Undo. */
const toast = async () => {
  const { title, description, undo } = (await office.page()).toast ?? {}
  return { said: [title, description], undo: () => send(undo?.fields ?? {}) }
}

test('What is done comes again after its weeks, and one Undo takes both back', async () => {
  await add()
  expect([await due(), await done()]).toEqual([['Farrier due Dec 1'], [['Farrier', '2026-10-20', null]]])
  const id = await idDue()
  const fields = { intent: 'done', id, doneOn: '2026-11-23', note: 'left hind loose', restUntil: '' }
  expect(await send(fields)).toRedirect(paths.horseCare(bella.id))
  const { said, undo } = await toast()
  expect(said).toEqual(['Farrier Done', 'Due again Jan 4, 2027'])
  const after = [
    ['Farrier due Jan 4'],
    [
      ['Farrier', '2026-11-23', 'left hind loose'],
      ['Farrier', '2026-10-20', null],
    ],
  ]
  expect([await due(), await done()]).toEqual(after)
  const undone = await undo()
  expect(undone).toRedirect(paths.horseCare(bella.id))
  expect([await due(), await done()]).toEqual([['Farrier due Dec 1'], [['Farrier', '2026-10-20', null]]])
  await send(fields)
  await send(fields)
  await expect(office).toToast('Not saved', { type: 'error' })
  expect([await due(), await done()]).toEqual(after)
})

test('Care is added, removed with Undo, and due once of each kind', async () => {
  await add({ lastOn: '', everyWeeks: '', dueOn: '2026-11-20' })
  expect(await due()).toEqual(['Farrier overdue since Nov 20, 2026'])
  expect((await add({ kind: 'FARRIER' })).status).toBe(409)
  expect(await prisma.horseCare.count()).toBe(1)
  await send({ intent: 'remove', id: await idDue() })
  const removed = await toast()
  expect(await due()).toEqual([])
  await removed.undo()
  expect(await due()).toEqual(['Farrier overdue since Nov 20, 2026'])
  // Whatever comes after it stays.
  await send({ intent: 'done', id: await idDue(), doneOn: '2026-11-24', note: '', restUntil: '' })
  const { undo } = await toast()
  await prisma.horseCare.updateMany({ data: { note: 'later' } })
  await undo()
  await expect(office).toToast('Not saved', { type: 'error' })
  expect(await done()).toEqual([['Farrier', '2026-11-24', 'later']])
})

test.each([
  ['kind', { kind: ' ' }],
  ['dueOn', { everyWeeks: '' }],
  ['everyWeeks', { everyWeeks: '0' }],
  ['lastOn', { lastOn: '2026-11-25' }],
])('The form shows what is wrong at %s', async (field, wrong) => {
  const { status, body } = await add(wrong)
  expect([status, Object.keys(body.lastResult.error)]).toEqual([400, [field]])
  expect(await prisma.horseCare.count()).toBe(0)
})

test('After a visit of the vet the horse rests: at once without rides, or by the plan of its rides', async () => {
  const vet = async (restUntil: string, doneOn = '2026-11-24') => {
    await add({ kind: 'Vet', lastOn: '', everyWeeks: '', dueOn: '2026-11-24' })
    return send({ intent: 'done', id: await idDue(), doneOn, note: '', restUntil })
  }
  expect((await vet('2026-11-23')).status).toBe(400)
  await prisma.horseCare.deleteMany()
  await vet('2026-11-26')
  expect((await findActiveHorse(bella.id)).rest).toEqual({ from: '2026-11-24', until: '2026-11-26', reason: 'Vet' })
  const emma = await weeklyRider({}, { startDate: '2026-12-01' })
  const use = {
    horseId: bella.id,
    horseName: bella.name,
    studentId: emma.id,
    studentName: 'Emma',
    lessonType: 'Group Lesson',
  }
  await prisma.horseUsage.create({ data: { ...use, usageDate: toDbDate('2026-12-01'), lessonTime: '16:00' } })
  const until = '2026-12-05'
  expect(await vet(until)).toRedirect(paths.ridesAtRest(bella.id, { from: '2026-11-24', until, reason: 'Vet' }))
  expect((await findActiveHorse(bella.id)).rest?.until).toBe('2026-11-26')
})

test('A rest after care keeps one that ends later or begins later, and one Undo takes back both', async () => {
  await add({ kind: 'Vet', lastOn: '', everyWeeks: '', dueOn: '2026-11-24' })
  const id = await idDue()
  const vet = () => send({ intent: 'done', id, doneOn: '2026-11-24', note: '', restUntil: '2026-11-25' })
  const rest = async (restFrom: string, restUntil: string | null) => {
    const days = { restFrom: toDbDate(restFrom), restUntil: restUntil && toDbDate(restUntil) }
    await prisma.horse.update({ where: { id: bella.id }, data: { onRest: true, restReason: 'abscess', ...days } })
  }
  for (const [from, until] of [
    ['2026-11-20', '2026-12-20'],
    ['2026-11-20', null],
    ['2026-11-25', '2026-11-25'],
  ] as const) {
    await rest(from, until)
    const { status, body } = await vet()
    expect([status, Object.keys(body.lastResult.error)]).toEqual([409, ['restUntil']])
    expect((await findActiveHorse(bella.id)).rest).toEqual({ from, until, reason: 'abscess' })
    expect(await done()).toEqual([])
  }
  await rest('2026-11-20', '2026-11-24')
  await vet()
  const { said, undo } = await toast()
  expect(said).toEqual(['Vet Done', 'Resting through Nov 25: Vet'])
  expect((await findActiveHorse(bella.id)).rest?.until).toBe('2026-11-25')
  await undo()
  expect((await findActiveHorse(bella.id)).rest).toEqual({ from: '2026-11-20', until: '2026-11-24', reason: 'abscess' })
  expect([await due(), await done()]).toEqual([['Vet due Nov 24'], []])
})

test('The office is told once of what is due in seven days, and sees it with the horse until it is done', async () => {
  await add({ dueOn: '2026-12-02' })
  await notifyCareDue()
  expect([await prisma.outboxEmail.count(), await careToDo()]).toEqual([0, []])
  setClock('2026-11-25T15:00:00Z')
  await Promise.all([notifyCareDue(), notifyCareDue()])
  setClock('2026-11-24T15:00:00Z')
  await notifyCareDue()
  setClock('2026-12-09T15:00:00Z')
  await notifyCareDue()
  const [mail, ...more] = await prisma.outboxEmail.findMany()
  expect(more).toEqual([])
  expect([mail?.subject, mail?.text]).toEqual([
    'Farrier due Dec 2, 2026',
    expect.stringContaining(`For ${bella.name}.`),
  ])
  const later = await signedIn(await admin())
  const { horses } = (await later.get(manage, paths.manageHorses())).body
  const row = horses.find(({ id }: { id: number }) => id === bella.id)
  expect(row.care).toEqual([{ text: 'Farrier overdue since Dec 2, 2026', late: true }])
  setClock('2026-11-24T15:00:00Z')
})

test('Enter in a field of care that is due presses Done', async () => {
  await add()
  const [, form = ''] = (await rendered(HorseCare, await shown())).split('aria-label="Farrier"')
  expect(/<button[^>]* value="(\w+)"/.exec(form)?.[1]).toBe('done')
})

test('Of a horse that was removed nothing is due, and what was done stays', async () => {
  await add()
  await prisma.horse.update({ where: { id: bella.id }, data: { isActive: false } })
  const { due, done } = await listCare(bella.id)
  expect([due, done.map(({ kind }) => kind)]).toEqual([[], ['Farrier']])
  expect((await careDone('2026-10-01', '2026-11-24')).map(({ horse }) => horse)).toEqual([bella.name])
  // The record has it without a ride of that horse too.
  const text = linesOfPdf((await workloadPdf('2026-10-01', '2026-11-24', '2026-11-24')).content)
  const at = text.indexOf(bella.name)
  expect(text.slice(at, at + 3)).toEqual([bella.name, 'Farrier', 'Oct 20, 2026'])
})

test('Only the office sees and notes care', async () => {
  const family = await signedIn(await rider())
  expect((await family.get(loader, paths.horseCare(bella.id), params())).status).toBe(403)
  expect((await family.post(action, paths.horseCare(bella.id), { intent: 'remove', id: '1' }, params())).status).toBe(
    403,
  )
})
