import { beforeEach, describe, expect, test } from 'vitest'
import { editLesson } from '~/models/schedule/change/edit-lesson.server'
import { removeHorse, restoreHorse } from '~/models/schedule/change/horses/remove-horse.server'
import { restHorse } from '~/models/schedule/change/horses/rest-horse.server'
import { assignHorse } from '~/models/schedule/change/horses/set-horse.server'
import { assignHorses } from '~/models/schedule/change/horses/set-horses.server'
import { undoChanges } from '~/models/schedule/change/undo.server'
import { saveHorse } from '~/models/schedule/horses/horse.server'
import { loadHorseWeek, trackedRides } from '~/models/schedule/horses/horse-week.server'
import { loadHorseWeeks } from '~/models/schedule/horses/horse-weeks.server'
import { loadDayPlan } from '~/models/schedule/horses/plan/day-plan.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { toDbDate } from '~/utils/dates'
import { emptyOnly, FOR_GOOD, horse, openOffice, weeklyRider } from '../../../../test/factories'
import { emptySchedule, refusal } from '../../../../test/schedule'
import { addOtherWork, removeOtherWork, restoreOtherWork } from './other-work.server'
import { otherWorkIn } from './other-work-rows.server'
import { loadWorkloads } from './workload.server'

const tuesday = '2026-11-24'
const TIMES = ['09:00', '11:00', '13:00']
const DAY = { from: tuesday, to: tuesday }
let riders: string[]
let bella: { id: number; name: string }

const { officeId: office } = await openOffice('2026-11-24T15:00:00Z')

beforeEach(async () => {
  await emptySchedule()
  riders = []
  for (const time of TIMES) riders.push((await weeklyRider({}, { time })).id)
  bella = await horse()
})

const add = (time: string, change: Partial<Parameters<typeof addOtherWork>[1]> = {}) =>
  addOtherWork(office, {
    horseId: bella.id,
    date: tuesday,
    time,
    minutes: 30,
    kind: 'Lunging',
    who: 'Ann Office',
    ...change,
  })
const assign = (i: number, overReason?: string) =>
  assignHorse(
    office,
    { riderId: riders[i] ?? '', date: tuesday, time: TIMES[i] ?? '' },
    { horseId: bella.id, overReason },
  )
const worked = async () => (await otherWorkIn(DAY, bella.id)).map(({ time }) => time)
const settled = async (work: Promise<unknown>[]) => {
  const results = await Promise.allSettled(work)
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused.filter((reason) => !(reason instanceof Refused))).toEqual([])
  return { done: results.length - refused.length, refused }
}

describe('Other work', () => {
  test('Other work is in the record with who recorded it, and no longer once it is removed, until Undo', async () => {
    const { id } = await add('07:00')
    expect(await otherWorkIn(DAY)).toEqual([
      {
        id,
        horseId: bella.id,
        horse: bella.name,
        date: tuesday,
        time: '07:00',
        duration: 30,
        kind: 'Lunging',
        who: 'Ann Office',
      },
    ])
    await removeOtherWork(office, id)
    expect(await worked()).toEqual([])
    await expect(removeOtherWork(office, id)).rejects.toEqual(refusal(404, 'no longer'))
    await restoreOtherWork(office, id)
    await restoreOtherWork(office, id)
    expect(await otherWorkIn(DAY)).toMatchObject([{ id, time: '07:00', kind: 'Lunging', who: 'Ann Office' }])
    const lines = await prisma.auditEntry.findMany({ where: { entityId: String(bella.id) }, orderBy: { id: 'asc' } })
    expect(lines.map(({ action }) => action)).toEqual(['work.add', 'work.remove', 'work.restore'])
    expect(lines[1]?.detail).toMatchObject({ work: id, date: tuesday, time: '07:00', kind: 'Lunging' })
    await expect(restoreOtherWork(office, 999_999)).rejects.toEqual(refusal(404, 'no longer'))
  })

  test('Other work is of a day up to today, and of a present horse; one on rest or at its limit may have it', async () => {
    await expect(add('07:00', { date: '2026-11-25' })).rejects.toEqual(refusal(400, 'up to today'))
    await restHorse(office, bella.id, FOR_GOOD)
    await saveHorse(office, bella.id, { dayLimit: 1 })
    await add('07:00')
    const { id } = await add('08:00')
    await removeHorse(office, bella.id)
    await expect(add('10:00')).rejects.toEqual(refusal(404, 'no longer exists'))
    await removeOtherWork(office, id)
    await restoreOtherWork(office, id)
    expect(await worked()).toEqual(['07:00', '08:00'])
  })

  test('A horse does one thing at a time, and the refusal names the conflict', async () => {
    await assign(0)
    await expect(add('08:45')).rejects.toEqual(
      refusal(409, `${bella.name} is with Emma Stone at 9:00 AM on Nov 24, 2026`),
    )
    const { id } = await add('08:30')
    await expect(add('08:15')).rejects.toEqual(refusal(409, `${bella.name} has Lunging at 8:30 AM`))
    await removeOtherWork(office, id)
    await add('08:40', { minutes: 20, kind: 'Show' })
    await expect(restoreOtherWork(office, id)).rejects.toEqual(refusal(409, 'has Show at 8:40 AM'))
  })

  test.each([
    ['minutes', { duration: 4 }],
    ['minutes', { duration: 481 }],
    ['time', { time: '24:00' }],
    ['midnight', { time: '23:45' }],
    ['kind', { kind: ' ' }],
    ['who', { who: '' }],
    ['horse', { horseId: 0 }],
  ])('The database itself refuses a row with a wrong %s', async (_, wrong) => {
    const row = {
      horseId: bella.id,
      workDate: toDbDate(tuesday),
      time: '07:00',
      duration: 30,
      kind: 'Lunging',
      who: null,
    }
    await expect(prisma.horseWork.create({ data: { ...row, ...wrong } })).rejects.toThrow()
    expect(await worked()).toEqual([])
  })
})

describe('A horse with other work', () => {
  test('A horse gets no ride during its other work: not from the rider, not from the day, not by a lesson that moves', async () => {
    await add('09:30')
    await expect(assign(0)).rejects.toEqual(refusal(409, `${bella.name} has Lunging at 9:30 AM`))
    const [first] = (await loadDayPlan(tuesday)).rides
    const choices = [{ riderId: riders[0] ?? '', time: '09:00', version: first?.version ?? '', horseId: bella.id }]
    await expect(assignHorses(office, tuesday, choices, 'Show day')).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining(`${bella.name} has Lunging at 9:30 AM and is with Emma Stone at 9:00 AM`),
    })
    await assign(1)
    const slot = { date: tuesday, time: '11:00', type: 'Group Lesson' }
    const moved = { time: '08:45', type: slot.type }
    await expect(editLesson(office, slot, moved, 'one-time')).rejects.toEqual(
      refusal(409, `${bella.name} has Lunging at 9:30 AM on Nov 24, 2026 and is with Emma Stone at 8:45 AM`),
    )
    expect(await prisma.horseUsage.findMany({ select: { lessonTime: true } })).toEqual([{ lessonTime: '11:00' }])
  })

  test('A horse gets no ride back by an Undo that would put it into two places', async () => {
    await assign(0)
    const free = { riderId: riders[0] ?? '', date: tuesday, time: '09:00' }
    const freed = await assignHorse(office, free, { horseId: null })
    await add('09:00')
    await expect(undoChanges(office, freed.changes)).rejects.toEqual(
      refusal(409, `${bella.name} has Lunging at 9:00 AM on Nov 24, 2026 and is with Emma Stone at 9:00 AM`),
    )
    expect(await prisma.horseUsage.count()).toBe(0)
  })

  test('A horse whose removal is undone does not return to a ride that its other work conflicts with', async () => {
    const { id } = await add('11:30')
    await removeOtherWork(office, id)
    await assign(0)
    await assign(1)
    await removeHorse(office, bella.id)
    await restoreOtherWork(office, id)
    expect(await restoreHorse(office, bella.id)).toMatchObject({ back: 1, lost: 1 })
  })

  test('Other work counts toward the limits of the day and the week as a ride does, in the database too', async () => {
    await saveHorse(office, bella.id, { dayLimit: 2, weekLimit: 0 })
    await add('07:00')
    await assign(0)
    await expect(assign(1)).rejects.toEqual(
      refusal(409, /has 2 rides on Nov 24, 2026 already, other work among them \(max 2 per day\)/),
    )
    const use = { horseId: bella.id, horseName: bella.name, usageDate: toDbDate(tuesday), lessonTime: '11:00' }
    const row = { ...use, studentId: riders[1] ?? '', studentName: 'Emma Stone', lessonType: 'Group Lesson' }
    await expect(prisma.horseUsage.create({ data: row })).rejects.toThrow('horse_usage_within_limits')
    await assign(1, 'Show day')
    await saveHorse(office, bella.id, { dayLimit: 0, weekLimit: 4 })
    await add('07:00', { date: '2026-11-23' })
    await expect(assign(2)).rejects.toEqual(refusal(409, /4 rides in that week already, other work among them/))
    const [plan] = (await loadDayPlan(tuesday)).horses.filter(({ id }) => id === bella.id)
    expect(plan).toMatchObject({ otherDays: 1, weekWork: 2, work: [{ time: '07:00', kind: 'Lunging' }] })
  })

  test('Other work is in the week, the eight weeks and the daily record, whose first and last day it may be', async () => {
    await add('07:00', { date: '2026-11-17' })
    await assign(0)
    const { week, rows } = await loadHorseWeek('2026-11-17')
    expect(rows.find(({ id }) => id === bella.id)).toMatchObject({ days: [0, 1, 0, 0, 0, 0, 0], total: 1 })
    expect((await trackedRides({ week })).rides).toEqual([])
    const { horses } = await loadHorseWeeks('2026-11-23', tuesday)
    expect(horses).toEqual([{ horseId: bella.id, weeks: [0, 0, 0, 0, 0, 0, 1, 1], outings: 2, daysOff: 49 }])
    const [record] = await loadWorkloads('2026-11-01', '2026-11-30', tuesday, bella.id)
    expect(record).toMatchObject({ rides: 1, otherWork: 1, minutes: 90, restDays: 6, longestRun: 1 })
    expect(record?.days[0]).toMatchObject({ date: '2026-11-17', minutes: 30, work: [{ type: 'Lunging' }] })
  })
})

describe('Two desks at once', () => {
  test('If work and a ride are entered for one time at once, one is written', async () => {
    for (let round = 0; round < 8; round++) {
      await emptyOnly('horse_usage', 'horse_work')
      const { done } = await settled(round % 2 ? [add('09:30'), assign(0)] : [assign(0), add('09:30')])
      expect(done).toBe(1)
      expect((await worked()).length + (await prisma.horseUsage.count())).toBe(1)
    }
  })

  test('If both desks record, remove and restore the same work, each is done once', async () => {
    const both = await settled([add('07:00'), add('07:15')])
    expect(both.done).toBe(1)
    expect(both.refused[0]).toEqual(refusal(409, 'has Lunging at 7:'))
    const [row] = await otherWorkIn(DAY, bella.id)
    const id = row?.id ?? 0
    expect((await settled([removeOtherWork(office, id), removeOtherWork(office, id)])).done).toBe(1)
    expect((await settled([restoreOtherWork(office, id), restoreOtherWork(office, id)])).done).toBe(2)
    expect(await prisma.auditEntry.count({ where: { action: 'work.restore', entityId: String(bella.id) } })).toBe(1)
    expect(await worked()).toHaveLength(1)
  })
})
