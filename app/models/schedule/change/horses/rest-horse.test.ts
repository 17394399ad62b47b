import { beforeEach, describe, expect, test } from 'vitest'
import { loadOfficeWeek } from '~/models/office-week/week.server'
import { closeDay } from '~/models/schedule/change/close-day.server'
import { restHorse, restWithPlan } from '~/models/schedule/change/horses/rest-horse.server'
import { loadRestPlan, planVersion, type RestPlan } from '~/models/schedule/change/horses/rest-plan.server'
import { assignHorse } from '~/models/schedule/change/horses/set-horse.server'
import { assignHorsesOnDays } from '~/models/schedule/change/horses/set-horses.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { undoChanges } from '~/models/schedule/change/undo.server'
import { findActiveHorse, saveHorse } from '~/models/schedule/horses/horse.server'
import { loadDaySheet } from '~/models/schedule/rides/day-sheet.server'
import type { Rest } from '~/models/schedule/vocabulary/rest'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { undoAndTell } from '~/services/mail/day-closed-mail.server'
import { toDbDate } from '~/utils/dates'
import { admin, horse, rider, rideTypes, weeklyPlace, weeklyRider } from '../../../../../test/factories'
import { emptySchedule, refusal } from '../../../../../test/schedule'

const [tuesday, thursday, saturday] = ['2026-11-24', '2026-11-26', '2026-11-28']
const ABSCESS: Rest = { from: thursday, until: saturday, reason: 'abscess' }
let emma: string
let bella: { id: number; name: string }
let max: { id: number }

setClock('2026-11-24T11:00:00Z')
await rideTypes()
const office = (await admin()).id

beforeEach(async () => {
  await emptySchedule()
  await prisma.horse.updateMany({ data: { isActive: false } })
  emma = (await rider()).id
  for (const startDate of [tuesday, thursday, saturday]) await weeklyPlace({ riderId: emma, startDate })
  bella = await horse()
  max = await horse()
})

const give = (date: string, horseId = bella.id) =>
  assignHorse(office, { riderId: emma, date, time: '16:00' }, { horseId })
const rest = (change: Rest | null = ABSCESS) => restHorse(office, bella.id, change)
const saidOnSheet = async (date: string) =>
  (await loadDaySheet(date)).flatMap(({ riders }) => riders.flatMap(({ concerns }) => concerns.map(({ text }) => text)))
const saidInWeek = async () =>
  (await loadOfficeWeek(tuesday, { today: tuesday, time: '06:00' })).days.flatMap(({ date, lessons }) =>
    lessons.flatMap(({ riders }) => riders.flatMap(({ wrong }) => (wrong ? [[date, wrong]] : []))),
  )
const uses = async () =>
  (await prisma.horseUsage.findMany({ orderBy: { usageDate: 'asc' } })).map(({ horseId }) => horseId)

describe('a horse that rests from a day through a day', () => {
  test('goes out before and after, and on those days for nobody', async () => {
    await rest()
    await give(tuesday)
    await expect(give(thursday)).rejects.toEqual(refusal(409, `${bella.name} is resting`))
    await expect(give(saturday)).rejects.toEqual(refusal(409, `${bella.name} is resting`))
    await give('2026-12-01')
  })

  test('is red with its last day and the reason on the sheet and in the week, on those days alone', async () => {
    for (const date of [tuesday, thursday, saturday]) await give(date)
    expect(await saidInWeek()).toEqual([])
    expect((await rest()).rides).toBe(2)
    const said = 'resting through Nov 28: abscess'
    expect([await saidOnSheet(tuesday), await saidOnSheet(thursday)]).toEqual([[], [said]])
    expect(await saidInWeek()).toEqual([
      [thursday, said],
      [saturday, said],
    ])
    await rest(null)
    expect(await saidInWeek()).toEqual([])
  })

  test('is for good and without days where the version before set it, which takes them off too', async () => {
    await rest()
    await prisma.horse.update({ where: { id: bella.id }, data: { onRest: false } })
    expect(await prisma.horse.findUniqueOrThrow({ where: { id: bella.id } })).toMatchObject({
      restFrom: null,
      restUntil: null,
      restReason: null,
    })
    await prisma.horse.update({ where: { id: bella.id }, data: { onRest: true } })
    await expect(give('2027-03-02')).rejects.toEqual(refusal(409, 'is resting'))
  })
})

test('A horse that goes out too often, or was removed, is red on the sheet and in the week', async () => {
  const tom = (await weeklyRider({}, { startDate: tuesday, time: '18:00' })).id
  await give(tuesday)
  await assignHorse(office, { riderId: tom, date: tuesday, time: '18:00' }, { horseId: bella.id })
  await saveHorse(office, bella.id, { dayLimit: 1 })
  const said = '2 rides that day (limit 1)'
  expect(await saidOnSheet(tuesday)).toEqual([said, said])
  expect(await saidInWeek()).toEqual([
    [tuesday, said],
    [tuesday, said],
  ])
  await prisma.horse.update({ where: { id: bella.id }, data: { isActive: false } })
  expect(await saidOnSheet(tuesday)).toEqual(['removed', 'removed'])
  expect(await saidInWeek()).toEqual([
    [tuesday, 'removed'],
    [tuesday, 'removed'],
  ])
})

describe('the rides of a resting horse', () => {
  const plan = (rest?: Rest) => loadRestPlan(bella.id, rest)
  const formOf = ({ days, version }: RestPlan) => ({ days, version, overReason: undefined })
  const confirm = async (rest: Rest | undefined = ABSCESS) =>
    restWithPlan(office, bella.id, rest, formOf(await plan(rest)))
  const proposed = ({ days }: RestPlan) =>
    days.flatMap(({ date, rides }) => rides.map(({ horseId }) => [date, horseId]))

  test('are one list before anything is saved, without those that are marked; a horse that suits is proposed for each', async () => {
    for (const date of [tuesday, thursday, saturday]) await give(date)
    await markAttendance(office, { riderId: emma, date: tuesday, time: '16:00' }, { attendance: 'present' })
    const days = { ...ABSCESS, from: tuesday }
    expect(proposed(await plan(days))).toEqual([
      [thursday, max.id],
      [saturday, max.id],
    ])
    await saveHorse(office, max.id, { weekLimit: 1 })
    expect(proposed(await plan(days))).toEqual([
      [thursday, max.id],
      [saturday, bella.id],
    ])
    expect(await loadRestPlan(bella.id)).toMatchObject({ resting: null, days: [] })
  })

  test('of the day that were ridden or have begun stay its own, and only those to come change', async () => {
    for (const time of ['08:00', '18:00']) await weeklyPlace({ riderId: emma, startDate: tuesday, time })
    for (const time of ['08:00', '16:00', '18:00']) {
      await assignHorse(office, { riderId: emma, date: tuesday, time }, { horseId: bella.id })
    }
    setClock('2026-11-24T21:30:00Z')
    await markAttendance(office, { riderId: emma, date: tuesday, time: '08:00' }, { attendance: 'present' })
    const lame: Rest = { from: tuesday, until: tuesday, reason: 'lame' }
    const { days, version } = await plan(lame)
    expect(days.map(({ rides }) => rides.map(({ time, horseId }) => [time, horseId]))).toEqual([[['18:00', max.id]]])
    expect(await restWithPlan(office, bella.id, lame, { days, version })).toMatchObject({ assigned: 1, left: 0 })
    const given = await prisma.horseUsage.findMany({ orderBy: { lessonTime: 'asc' } })
    setClock('2026-11-24T11:00:00Z')
    expect(given.map(({ lessonTime, horseId }) => [lessonTime, horseId])).toEqual([
      ['08:00', bella.id],
      ['16:00', bella.id],
      ['18:00', max.id],
    ])
  })

  test('change with the rest in one save, one Undo takes back both, and Redo does both again', async () => {
    for (const date of [thursday, saturday]) await give(date)
    const { assigned, left, changes } = await confirm()
    expect([assigned, left, await uses()]).toEqual([2, 0, [max.id, max.id]])
    const state = async () => [(await findActiveHorse(bella.id)).rest, await uses()]
    expect(await state()).toEqual([ABSCESS, [max.id, max.id]])
    const undone = await undoAndTell(office, changes)
    expect(undone).toMatchObject({
      what: [expect.stringMatching(/^put .* to rest from Nov 26 through Nov 28: abscess \(2 rides changed\)$/)],
      kept: 0,
    })
    expect(await state()).toEqual([null, [bella.id, bella.id]])
    await expect(undoAndTell(office, changes)).rejects.toEqual(refusal(409, 'This was undone already.'))
    const redone = await undoAndTell(office, undone.changes)
    expect(await state()).toEqual([ABSCESS, [max.id, max.id]])
    await rest({ ...ABSCESS, until: '2026-12-05' })
    await expect(undoAndTell(office, redone.changes)).rejects.toEqual(refusal(409, 'Someone has changed the rest'))
  })

  test('stay where all of them were undone or changed since, and Undo ends the rest all the same and says so', async () => {
    for (const date of [thursday, saturday]) await give(date)
    const state = async () => [(await findActiveHorse(bella.id)).rest, await uses()]
    const { changes } = await confirm()
    const { detail } = await prisma.auditEntry.findUniqueOrThrow({ where: { id: changes[0] } })
    await undoChanges(office, (detail as { changes: number[] }).changes)
    expect(await undoAndTell(office, changes)).toMatchObject({ kept: 2, off: [] })
    expect(await state()).toEqual([null, [bella.id, bella.id]])
    const again = await confirm()
    const duke = await horse()
    for (const date of [thursday, saturday]) await give(date, duke.id)
    const { kept, off } = await undoAndTell(office, again.changes)
    expect([kept, off]).toEqual([0, [expect.stringContaining('Emma Stone'), expect.stringContaining('Emma Stone')]])
    expect(await state()).toEqual([null, [duke.id, duke.id]])
  })

  test('may wait, and change later without the rest', async () => {
    for (const date of [thursday, saturday]) await give(date)
    const { version, days } = await plan(ABSCESS)
    const later = days.map((day) => ({ ...day, rides: day.rides.map((ride) => ({ ...ride, horseId: bella.id })) }))
    expect(await restWithPlan(office, bella.id, ABSCESS, { days: later, version })).toMatchObject({
      assigned: 0,
      left: 2,
    })
    expect(await uses()).toEqual([bella.id, bella.id])
    const { changes } = await restWithPlan(office, bella.id, undefined, formOf(await plan()))
    expect((await undoChanges(office, changes)).kept).toBe(0)
    expect([(await findActiveHorse(bella.id)).rest, await uses()]).toEqual([ABSCESS, [bella.id, bella.id]])
  })

  test('take the horse of a rider who can ride another, only where nobody else has one left', async () => {
    const tom = (await weeklyRider({}, { startDate: thursday })).id
    await give(thursday)
    await assignHorse(office, { riderId: tom, date: thursday, time: '16:00' }, { horseId: max.id })
    const duke = await horse()
    expect(proposed(await plan(ABSCESS))).toEqual([[thursday, duke.id]])
    await saveHorse(office, duke.id, { minLevel: 'beginner' })
    await prisma.user.update({ where: { id: emma }, data: { weightLb: 150 } })
    await saveHorse(office, duke.id, { maxWeightLb: 100 })
    await prisma.user.update({ where: { id: tom }, data: { weightLb: 90 } })
    const [day] = (await plan(ABSCESS)).days
    expect(day?.rides.map(({ riderId, horseId }) => [riderId, horseId]).sort()).toEqual(
      [
        [emma, max.id],
        [tom, duke.id],
      ].sort(),
    )
    expect(day?.rides.find(({ riderId }) => riderId === tom)?.note).toMatch(
      /^Changes from .*, so that more riders have a horse/,
    )
    expect(await confirm()).toMatchObject({ assigned: 2, left: 0 })
  })

  test('are planned again if another desk was there before: nothing of an older plan is written', async () => {
    for (const date of [thursday, saturday]) await give(date)
    const [first, second] = [await plan(ABSCESS), await plan(ABSCESS)]
    await restWithPlan(office, bella.id, ABSCESS, formOf(first))
    const before = await uses()
    const older = restWithPlan(office, bella.id, { ...ABSCESS, until: '2026-12-05' }, formOf(second))
    await expect(older).rejects.toMatchObject({ code: 'outdated', status: 409 })
    expect([(await findActiveHorse(bella.id)).rest, await uses()]).toEqual([ABSCESS, before])
  })

  test.each([
    ['a ride more', () => give(saturday)],
    ['a ride less', () => give(thursday, max.id)],
    ['a horse that rests', () => restHorse(office, max.id, ABSCESS)],
    [
      'a rider who calls off',
      () => markAttendance(office, { riderId: emma, date: thursday, time: '16:00' }, { attendance: 'absent' }),
    ],
  ])('%s makes a plan old, and a mark of another ride does not', async (_, change) => {
    await give(thursday)
    const { version } = await plan(ABSCESS)
    const tom = (await rider()).id
    expect(await planVersion(bella.id, ABSCESS)).toBe(version)
    await weeklyPlace({ riderId: tom, startDate: tuesday, time: '18:00' })
    await markAttendance(office, { riderId: tom, date: tuesday, time: '18:00' }, { attendance: 'present' })
    expect(await planVersion(bella.id, ABSCESS)).toBe(version)
    await change()
    expect(await planVersion(bella.id, ABSCESS)).not.toBe(version)
  })

  test('stay without it when a change before is undone, which gives back everything else and says so', async () => {
    for (const date of [tuesday, thursday]) await give(date)
    const { changes } = await closeDay(office, thursday, { from: null, reason: 'Snow' })
    expect(await uses()).toEqual([bella.id])
    await rest()
    const { off } = await undoChanges(office, changes)
    const said = `${bella.name} does not go back to Emma Stone at 4:00 PM on Nov 26, 2026 (resting through Nov 28: abscess)`
    expect(off).toEqual([said])
    const [lesson] = await loadDaySheet(thursday)
    expect(lesson?.riders).toMatchObject([{ riderId: emma, horse: null }])
    expect(await uses()).toEqual([bella.id])
  })

  test('keep the horse that they have if the one before is at its limit, and that alone is refused by name', async () => {
    await saveHorse(office, bella.id, { dayLimit: 1 })
    const ann = (await weeklyRider({}, { startDate: thursday, time: '18:00' })).id
    await give(thursday)
    const { changes } = await give(thursday, max.id)
    await assignHorse(office, { riderId: ann, date: thursday, time: '18:00' }, { horseId: bella.id })
    const reason = `${bella.name} does not go back to Emma Stone at 4:00 PM on Nov 26, 2026 (at its limit that day)`
    await expect(undoChanges(office, changes)).rejects.toMatchObject({ reasons: [reason] })
    expect((await uses()).sort()).toEqual([bella.id, max.id].sort())
    await prisma.horseUsage.updateMany({ where: { horseId: bella.id }, data: { usageDate: toDbDate(saturday) } })
    expect((await undoChanges(office, changes)).off).toEqual([])
    expect(await uses()).toEqual([bella.id, bella.id])
  })

  test('are all left as they are if another desk has changed one of them in the meantime, or the week has no room for all', async () => {
    for (const date of [thursday, saturday]) await give(date)
    await rest()
    const { days } = await plan()
    await saveHorse(office, max.id, { weekLimit: 1 })
    await expect(assignHorsesOnDays(office, days)).rejects.toMatchObject({ field: 'overReason' })
    await saveHorse(office, max.id, { weekLimit: 0 })
    await give(saturday, max.id)
    await expect(assignHorsesOnDays(office, days)).rejects.toMatchObject({
      reasons: [expect.stringContaining('changed Emma Stone at 4:00 PM in the meantime')],
    })
    expect(await uses()).toEqual([bella.id, max.id])
  })
})
