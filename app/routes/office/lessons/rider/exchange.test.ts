import { beforeEach, expect, test } from 'vitest'
import { assignHorse, horseUsesOn } from '~/models/schedule/change/horses/set-horse.server'
import { undoChanges } from '~/models/schedule/change/undo.server'
import { prisma } from '~/platform/db.server'
import { horse, openOffice, signedIn, weeklyRider } from '../../../../../test/factories'
import { emptySchedule } from '../../../../../test/schedule'
import { action, loader } from './rider'

const slot = { date: '2027-02-02', time: '16:00', type: 'Group Lesson' }
const path = '/admin/lessons/2027-02-02/16:00/Group%20Lesson/riders/'
let ann: string
let ben: string
let bella: { id: number; name: string }
let max: { id: number; name: string }

const { office, officeId } = await openOffice()

beforeEach(async () => {
  await emptySchedule()
  ann = (await weeklyRider({ firstName: 'Ann', lastName: 'Lee' })).id
  ben = (await weeklyRider({ firstName: 'Ben', lastName: 'Lee' })).id
  ;[bella, max] = [await horse(), await horse()]
  await give(ann, bella.id)
  await give(ben, max.id)
})

const give = (riderId: string, horseId: number | null) => assignHorse(officeId, { ...slot, riderId }, { horseId })
const shown = async (riderId = ann, visitor = office) =>
  (await visitor.get(loader, `${path}${riderId}`, { ...slot, riderId })).body
const choiceOf = async (name: string) =>
  (await shown()).horses.find(({ label }: { label: string }) => label.startsWith(name))
const save = (fields: Record<string, string>, visitor = office) =>
  visitor.post(action, `${path}${ann}`, { intent: 'horse', ...fields }, { ...slot, riderId: ann })
const horses = async () =>
  (await horseUsesOn(slot.date)).map((use) => `${use.rider} on ${use.horse}`).sort((a, b) => a.localeCompare(b, 'en'))
const before = () => [`Ann Lee on ${bella.name}`, `Ben Lee on ${max.name}`]
const exchanged = () => [`Ann Lee on ${max.name}`, `Ben Lee on ${bella.name}`]

test('The horse of another rider of the lesson is exchanged for the own, and one Undo takes both back', async () => {
  const { value, label, disabled } = await choiceOf(max.name)
  expect([label, disabled]).toEqual([`${max.name} (swap with Ben Lee)`, undefined])
  const { version } = (await shown()).rider
  expect((await save({ horseId: value, version })).status).toBe(302)
  expect(await horses()).toEqual(exchanged())
  const { toast } = await office.page()
  expect(toast).toMatchObject({ title: 'Horses Swapped' })
  await undoChanges(officeId, (toast?.undo?.fields.changes ?? '').split(' ').map(Number))
  expect(await horses()).toEqual(before())
})

test('Without scripts the exchange goes along with a mark', async () => {
  const { value } = await choiceOf(max.name)
  const { version } = (await shown()).rider
  await save({ intent: 'present', horseId: value, version, ahead: 'on' })
  expect(await horses()).toEqual(exchanged())
  expect((await shown()).rider.attendance).toBe('present')
})

test('A horse that went to someone else in the meantime is not exchanged', async () => {
  const { value } = await choiceOf(max.name)
  const { version } = (await shown()).rider
  const duke = await horse()
  await give(ben, duke.id)
  const answer = await save({ horseId: value, version })
  expect(answer.status).toBe(409)
  expect(await horses()).toEqual([before()[0], `Ben Lee on ${duke.name}`])
})

test('A horse on rest, and that of someone without one to give, are not exchanged', async () => {
  await prisma.horse.update({ where: { id: max.id }, data: { onRest: true } })
  expect(await choiceOf(max.name)).toMatchObject({ label: `${max.name} (resting)`, disabled: true })
  await prisma.horse.update({ where: { id: max.id }, data: { onRest: false } })
  await give(ann, null)
  expect(await choiceOf(max.name)).toMatchObject({ label: `${max.name} (with Ben Lee, 4:00 PM)`, disabled: true })
})

test('A program exchanges the horses of two students of a lesson', async () => {
  const body = { usageDate: slot.date, lessonTime: '4:00 PM', studentIds: [ann, ben] }
  const call = (more = {}, visitor = office) =>
    visitor.api('/api/lessons/horse-assignments/exchange', { method: 'POST', body: { ...body, ...more } })
  expect(await call()).toMatchObject({ status: 200, body: { message: 'Horses Swapped' } })
  expect(await horses()).toEqual(exchanged())
  expect((await call({ studentIds: [ann, ann] })).status).toBe(400)
  await give(ben, null)
  expect((await call()).status).toBe(409)
  expect((await call({}, await signedIn({ id: ann }))).status).toBe(403)
})

test('From the list of changes, each line of an exchange takes both back', async () => {
  const { value } = await choiceOf(max.name)
  const { version } = (await shown()).rider
  await save({ horseId: value, version })
  const changes = (await office.page()).toast?.undo?.fields.changes?.split(' ').map(Number) ?? []
  expect(changes).toHaveLength(2)
  for (const id of changes) {
    const undone = await undoChanges(officeId, [id])
    expect(await horses()).toEqual(before())
    await undoChanges(officeId, undone.changes)
    expect(await horses()).toEqual(exchanged())
  }
})

test('Of an exchange that someone has changed since, what still can be is taken back', async () => {
  const { value } = await choiceOf(max.name)
  const { version } = (await shown()).rider
  await save({ horseId: value, version })
  const changes = (await office.page()).toast?.undo?.fields.changes?.split(' ').map(Number) ?? []
  const duke = await horse()
  await give(ben, duke.id)
  await undoChanges(officeId, changes.slice(0, 1))
  expect(await horses()).toEqual([before()[0], `Ben Lee on ${duke.name}`])
  await give(ben, null)
  await give(ann, null)
  await expect(undoChanges(officeId, changes.slice(1))).rejects.toBeRefused('in_the_way', 'changed since')
})
