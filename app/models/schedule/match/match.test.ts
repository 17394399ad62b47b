import { beforeEach, expect, test } from 'vitest'
import { saveHorse } from '~/models/schedule/horses/horse.server'
import { prisma } from '~/platform/db.server'
import { loader as dayHorses } from '~/routes/office/day/day-horses'
import { loader as sheet } from '~/routes/office/day/day-sheet'
import { loader as horses, action as manage } from '~/routes/office/horses/manage'
import { action as assign, loader as ride } from '~/routes/office/lessons/rider/rider'
import { toDbDate } from '~/utils/dates'
import { horse, openOffice, weeklyRider } from '../../../../test/factories'
import { emptySchedule } from '../../../../test/schedule'

const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
let bella: { id: number; name: string }
let emma: string

const { office, officeId } = await openOffice()

beforeEach(async () => {
  await emptySchedule()
  await prisma.horse.updateMany({ data: { isActive: false } })
  bella = await horse()
  emma = (await weeklyRider({ weightLb: 120, level: 'novice' })).id
})

const limit = (maxWeightLb: number | null, minLevel: string | null = null) =>
  saveHorse(officeId, bella.id, { maxWeightLb, minLevel })
const give = (version = '0-0') =>
  office.post(assign, '/x', { intent: 'horse', horseId: String(bella.id), version }, { ...slot, riderId: emma })
const dialog = async () => (await office.get(ride, '/x', { ...slot, riderId: emma })).body
const onSheet = async () => (await office.get(sheet, `/admin/day?date=${slot.date}`)).body.lessons[0].riders[0]

test('A choice beyond a limit says so, is saved all the same, and stays red on the dialog and on the day sheet', async () => {
  await limit(100)
  const choice = async () => (await dialog()).horses.find(({ value }: { value: string }) => value === String(bella.id))
  expect(await choice()).toMatchObject({ label: `${bella.name} · over its limit of 100 lb`, disabled: false })
  expect((await give()).status).toBe(302)
  const over = { kind: 'beyond', text: 'over its limit of 100 lb' }
  expect((await dialog()).concerns).toEqual([over])
  expect((await onSheet()).concerns).toEqual([over])
})

test('A missing fact is said where a horse is chosen, and leaves the sheet alone', async () => {
  await limit(150, 'intermediate')
  await prisma.user.update({ where: { id: emma }, data: { weightLb: null, level: null } })
  await give()
  expect((await dialog()).concerns.map(({ kind }: { kind: string }) => kind)).toEqual(['unknown', 'unknown'])
  expect((await onSheet()).concerns).toEqual([])
})

test('A horse beyond its limits is not proposed, and the usual one is if it has none', async () => {
  await prisma.horseUsage.create({
    data: {
      horseId: bella.id,
      horseName: bella.name,
      usageDate: toDbDate('2026-11-17'),
      lessonTime: '16:00',
      studentId: emma,
      studentName: 'Emma Stone',
      lessonType: 'Group Lesson',
    },
  })
  const proposed = async () => (await office.get(dayHorses, `/admin/day/horses?date=${slot.date}`)).body.plan.rides[0]
  expect(await proposed()).toMatchObject({ proposed: true, horseId: bella.id })
  await limit(null, 'advanced')
  expect(await proposed()).toMatchObject({ proposed: false, horseId: null })
})

test('The office sets the limits of a horse, and takes them away', async () => {
  const shown = async () =>
    (await office.get(horses, '/horses/manage')).body.horses.find(({ id }: { id: number }) => id === bella.id)
  const save = async (fields: { maxWeightLb?: string; minLevel?: string }) =>
    office.post(manage, '/horses/manage', {
      intent: 'save',
      id: String(bella.id),
      dayLimit: '3',
      weekLimit: '14',
      version: (await shown()).version,
      ...fields,
    })
  expect((await save({ maxWeightLb: '180', minLevel: 'novice' })).status).toBe(302)
  expect(await shown()).toMatchObject({ maxWeightLb: 180, minLevel: 'novice' })
  expect((await save({ maxWeightLb: '', minLevel: '' })).status).toBe(302)
  expect(await shown()).toMatchObject({ maxWeightLb: null, minLevel: null })
  for (const fields of [{ maxWeightLb: '19' }, { maxWeightLb: '501' }, { maxWeightLb: 'x' }, { minLevel: 'expert' }]) {
    expect((await save(fields)).status).toBe(400)
  }
})

test('The database refuses a weight that nobody has', async () => {
  for (const weightLb of [0, 19, 501])
    await expect(prisma.user.update({ where: { id: emma }, data: { weightLb } })).rejects.toThrow()
  await expect(prisma.horse.update({ where: { id: bella.id }, data: { minLevel: 'expert' } })).rejects.toThrow()
})
