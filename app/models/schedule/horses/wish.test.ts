import { beforeEach, expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { loader as dayHorses } from '~/routes/office/day/day-horses'
import { loader as sheet } from '~/routes/office/day/day-sheet'
import { loader as horseRiders, action as ofHorse } from '~/routes/office/horses/fits/horse-riders'
import { action as ofStudent, loader as studentHorses } from '~/routes/office/horses/fits/student-horses'
import { action as assign, loader as rideDialog } from '~/routes/office/lessons/rider/rider'
import { loader as student } from '~/routes/office/students/student/student'
import { horse, openOffice, weeklyRider } from '../../../../test/factories'
import { emptySchedule } from '../../../../test/schedule'

const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
let bella: { id: number; name: string }
let max: { id: number; name: string }
let emma: string

const { office } = await openOffice()

beforeEach(async () => {
  await emptySchedule()
  await prisma.horseWish.deleteMany()
  await prisma.horse.updateMany({ data: { isActive: false } })
  bella = await horse()
  max = await horse()
  emma = (await weeklyRider()).id
})

const say = (fit: string, to = bella, reason = '') =>
  office.post(ofStudent, '/x', { intent: 'add', riderId: emma, horseId: String(to.id), fit, reason }, { id: emma })
const proposed = async () => {
  const { body } = await office.get(dayHorses, `/admin/day/horses?date=${slot.date}`)
  return body.plan.rides[0]
}
const stays = async () => (await prisma.horseWish.findMany()).map(({ good, reason }) => ({ good, reason }))

test('A horse that is good with the rider is proposed before one that they know, and it says why', async () => {
  await prisma.horseUsage.create({
    data: {
      ...{ horseId: bella.id, horseName: bella.name, studentId: emma, studentName: 'Emma Stone' },
      ...{ usageDate: new Date('2026-11-17'), lessonTime: '16:00', lessonType: 'Group Lesson' },
    },
  })
  expect(await proposed()).toMatchObject({ horseId: bella.id, note: 'Ridden last' })
  expect((await say('good', max)).status).toBe(302)
  expect(await proposed()).toMatchObject({ horseId: max.id, note: null })
})

test('A veto is never proposed, is red wherever the horse is chosen and on the sheet, and is the office’s to overrule', async () => {
  await say('not', bella, 'Fell off in May')
  await say('not', max)
  expect(await proposed()).toMatchObject({ proposed: false, note: 'No horse is left: of 2, 2 do not suit' })
  const dialog = async () => (await office.get(rideDialog, '/x', { ...slot, riderId: emma })).body
  const choice = (await dialog()).horses.find(({ value }: { value: string }) => value === String(bella.id))
  expect(choice).toMatchObject({ label: `${bella.name} · not with this rider`, disabled: false })
  const given = { intent: 'horse', horseId: String(bella.id), version: '0-0' }
  expect((await office.post(assign, '/x', given, { ...slot, riderId: emma })).status).toBe(302)
  const red = { kind: 'beyond', text: 'not with this rider' }
  expect((await dialog()).concerns).toEqual([red])
  const { body } = await office.get(sheet, `/admin/day?date=${slot.date}`)
  expect(body.lessons[0].riders[0].concerns).toEqual([red])
  // The reason may be about anything, and sheets lie around in barns.
  expect(JSON.stringify([body, await dialog(), await proposed()])).not.toContain('Fell off')
})

test('It is set from the student’s page and from the horse’s, and both show it, with who said it and why', async () => {
  await say('good', bella, 'Calm')
  const fromHorse = { intent: 'add', riderId: emma, horseId: String(max.id), fit: 'not', reason: '' }
  expect((await office.post(ofHorse, '/x', fromHorse, { id: String(max.id) })).status).toBe(302)
  const { body: page } = await office.get(student, `/students/${emma}`, { id: emma })
  expect(page.wishes).toMatchObject([
    { horse: bella.name, good: true, reason: 'Calm', by: 'Ann Office' },
    { horse: max.name, good: false, reason: null },
  ])
  const { body: dialog } = await office.get(studentHorses, '/x', { id: emma })
  expect([dialog.wishes.length, dialog.horses]).toEqual([2, []])
  const { body: riders } = await office.get(horseRiders, '/x', { id: String(bella.id) })
  expect(riders.wishes).toMatchObject([{ rider: 'Emma Stone', good: true }])
  expect(riders.students.map(({ id }: { id: string }) => id)).not.toContain(emma)
})

test('Two who say the opposite: the second is told, and nothing is written over; twice the same is once', async () => {
  expect((await Promise.all([say('not'), say('not')])).map(({ status }) => status)).toEqual([302, 302])
  const { status, body } = await say('good')
  expect([status, body.lastResult.error]).toEqual([
    409,
    { fit: [`“Not with ${bella.name}” was said already. Remove that first.`] },
  ])
  expect(await stays()).toEqual([{ good: false, reason: null }])
})

test('The same again keeps the reason that was given first, unless it has one of its own', async () => {
  await say('not', bella, 'Fell off in May')
  await say('not')
  expect(await stays()).toEqual([{ good: false, reason: 'Fell off in May' }])
  await say('not', bella, 'Too quick')
  expect(await stays()).toEqual([{ good: false, reason: 'Too quick' }])
})

test('Removing has its undo, and says so if it is gone already', async () => {
  await say('not', bella, 'Too quick')
  const remove = { intent: 'remove', riderId: emma, horseId: String(bella.id) }
  await office.post(ofStudent, '/x', remove, { id: emma })
  expect(await stays()).toEqual([])
  const { toast } = await office.page()
  expect(toast).toMatchObject({ title: 'Removed', description: `Not with ${bella.name}` })
  await office.post(ofStudent, '/x', toast?.undo?.fields ?? {}, { id: emma })
  expect(await stays()).toEqual([{ good: false, reason: 'Too quick' }])
  await Promise.all([1, 2].map(() => office.post(ofStudent, '/x', remove, { id: emma })))
  expect(await stays()).toEqual([])
})

test('What is missing is said at its field, and nobody gets a horse that was removed', async () => {
  const send = (fields: Record<string, string>) =>
    office.post(ofStudent, '/x', { intent: 'add', riderId: emma, ...fields }, { id: emma })
  expect((await send({ horseId: '', fit: '' })).body.lastResult.error).toMatchObject({ fit: ['Choose one of the two'] })
  expect((await send({ horseId: String(bella.id), fit: 'good', reason: 'x'.repeat(201) })).status).toBe(400)
  await prisma.horse.update({ where: { id: bella.id }, data: { isActive: false } })
  expect((await say('good')).status).toBe(404)
})
