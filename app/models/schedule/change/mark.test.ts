import { beforeEach, describe, expect, test } from 'vitest'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { assignHorse } from '~/models/schedule/change/horses/set-horse.server'
import { rideHistory, upcomingRides } from '~/models/schedule/rides/ride.server'
import { filterRides } from '~/models/schedule/vocabulary/ride'
import { findLesson } from '~/models/schedule/week/roster.server'
import type { Attendance } from '~/models/vocabulary/attendance'
import { prisma } from '~/platform/db.server'
import { admin, grant, horse, rider, rideTypes, weeklyPlace, weeklyRider } from '../../../../test/factories'
import { refusal } from '../../../../test/schedule'
import { markAttendance } from './mark.server'
import { removeFromLesson } from './remove-rider.server'
import { undoChanges } from './undo.server'

const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
let emma: string

await rideTypes()
const ann = (await admin()).id
const bob = (await admin({ firstName: 'Bob', lastName: 'Barn' })).id

beforeEach(async () => {
  emma = (await weeklyRider()).id
})

const ride = () => ({ riderId: emma, ...slot })
const rosterRider = async (riderId = emma) =>
  (await findLesson(slot))?.riders.find((other) => other.riderId === riderId)
const version = async () => (await rosterRider())!.version
const used = async () => (await allowanceOf(emma, slot.date)).lessons.used

describe('Attendance', () => {
  test('A ride uses one lesson however often it changes between present and absent', async () => {
    await grant(emma, '2026-11-20', '2026-11-30')
    const seen: number[] = []
    for (const attendance of [
      'present',
      'absent',
      'present',
      'makeup',
      'scheduled',
      'present',
    ] satisfies Attendance[]) {
      await markAttendance(ann, ride(), { attendance, version: await version() })
      seen.push(await used())
    }
    expect(seen).toEqual([1, 1, 1, 0, 0, 1])
    expect(await prisma.ride.count({ where: { studentId: emma } })).toBe(1)
    expect((await allowanceOf(emma, slot.date)).lessons).toEqual({ used: 1, allowed: 4 })
  })

  test('Whoever comes after all gets the horse back, unless it is gone, and then is told why', async () => {
    const juno = await horse('Juno')
    const now = async () => (await rosterRider())?.horse?.name ?? null
    const mark = (attendance: Attendance, change: { horseId?: number | null } = {}) =>
      markAttendance(ann, ride(), { attendance, ...change })
    await assignHorse(ann, ride(), { horseId: juno.id })
    for (const away of ['absent', 'reschedule'] as const) {
      await mark(away)
      expect(await now()).toBeNull()
      // The ride's dialog sends its select, which shows no horse.
      expect(await mark('scheduled', { horseId: null })).toMatchObject({ horseBack: 'Juno is back on this ride.' })
      expect(await now()).toBe('Juno')
    }
    await mark('absent')
    await mark('present')
    expect(await now()).toBe('Juno')
    await mark('absent')
    const tom = (await weeklyRider({ firstName: 'Tom' })).id
    await assignHorse(ann, { ...slot, riderId: tom }, { horseId: juno.id })
    expect((await mark('scheduled')).horseBack).toMatch(/^Juno goes with Tom Stone now/)
    await assignHorse(ann, { ...slot, riderId: tom }, { horseId: null })
    await assignHorse(ann, ride(), { horseId: juno.id })
    await mark('absent')
    await prisma.horse.update({ where: { id: juno.id }, data: { onRest: true, restFrom: new Date('2026-11-20') } })
    expect((await mark('scheduled')).horseBack).toBe('Juno did not come back: Juno is resting. Choose another horse.')
    expect(await rosterRider()).toMatchObject({ attendance: 'scheduled', horse: null })
    // A horse that was taken off by hand is not what the absence freed.
    expect(await mark('absent')).not.toHaveProperty('horseBack', expect.any(String))
    expect((await mark('scheduled')).horseBack).toBeUndefined()
  })

  test('An absence that gets a makeup after all has freed the same horse', async () => {
    const kiwi = await horse('Kiwi')
    const mark = (attendance: Attendance) => markAttendance(ann, ride(), { attendance })
    await assignHorse(ann, ride(), { horseId: kiwi.id })
    for (const attendance of ['absent', 'reschedule'] as const) await mark(attendance)
    expect((await mark('scheduled')).horseBack).toBe('Kiwi is back on this ride.')
    // It was absent, came with no horse, and was absent again: nothing was freed.
    await mark('absent')
    await prisma.horse.update({ where: { id: kiwi.id }, data: { isActive: false } })
    expect((await mark('present')).horseBack).toBe('Its horse is no longer here.')
    await mark('absent')
    expect((await mark('present')).horseBack).toBeUndefined()
    expect(await rosterRider()).toMatchObject({ attendance: 'present', horse: null })
  })

  test('The changes take back alone that a rider comes after all, and the horse goes with it', async () => {
    const rory = await horse('Rory')
    await assignHorse(ann, ride(), { horseId: rory.id })
    await markAttendance(ann, ride(), { attendance: 'absent' })
    const { changes } = await markAttendance(ann, ride(), { attendance: 'scheduled' })
    const { what } = await undoChanges(ann, changes.slice(-1))
    expect(what).toHaveLength(2)
    expect(await rosterRider()).toMatchObject({ attendance: 'absent', horse: null })
  })

  test('A mark can assign a horse, and the ride shows both', async () => {
    const bella = await horse('Bella')
    await markAttendance(ann, ride(), { attendance: 'present', horseId: bella.id })
    expect(await rosterRider()).toMatchObject({ attendance: 'present', horse: { id: bella.id, name: 'Bella' } })
    expect(await rideHistory(emma, '2026-11-20')).toContainEqual({
      ...slot,
      duration: 60,
      attendance: 'present',
      horseAssignment: 'Bella',
      instructor: 'TBD',
      instructorId: null,
      source: 'weekly',
    })
  })

  test('A ride that was marked again is not marked twice by the Undo of an Undo', async () => {
    const { changes } = await markAttendance(ann, ride(), { attendance: 'present' })
    const undone = await undoChanges(ann, changes)
    await markAttendance(bob, ride(), { attendance: 'absent' })
    const again = undoChanges(ann, undone.changes)
    await expect(again).rejects.toEqual(refusal(409, 'Emma Stone at 4:00 PM on Nov 24, 2026 was changed since'))
    expect((await rosterRider())?.attendance).toBe('absent')
  })

  test('The same mark with another horse changes and logs only the horse, and can be undone', async () => {
    const [bella, max] = [await horse(), await horse()]
    await markAttendance(ann, ride(), { attendance: 'present', horseId: bella.id })
    const { changes } = await markAttendance(ann, ride(), { attendance: 'present', horseId: max.id })
    const entries = await prisma.auditEntry.findMany({
      where: { entity: 'ride', entityId: { endsWith: emma } },
      orderBy: { id: 'asc' },
    })
    expect(entries.map(({ action }) => action)).toEqual(['ride.horse', 'ride.attendance', 'ride.horse'])
    await undoChanges(ann, changes)
    expect(await rosterRider()).toMatchObject({ attendance: 'present', horse: { id: bella.id } })
  })

  test('The second of two administrators is told who changed the ride and to what, and nothing is lost', async () => {
    const seen = await version()
    await markAttendance(ann, ride(), { attendance: 'present', version: seen })
    const refused = await markAttendance(bob, ride(), { attendance: 'absent', version: seen }).catch((error) => error)
    expect(refused).toEqual(
      refusal(409, /^Ann Office \(.+\) changed this ride in the meantime. Emma Stone is now: Present, no horse/),
    )
    expect(await rosterRider()).toMatchObject({ attendance: 'present' })
    await markAttendance(bob, ride(), { attendance: 'absent', version: refused.version })
    expect(await rosterRider()).toMatchObject({ attendance: 'absent' })
  })

  test('If two administrators mark a ride at once, the first one wins', async () => {
    const seen = await version()
    const results = await Promise.allSettled([
      markAttendance(ann, ride(), { attendance: 'present', version: seen }),
      markAttendance(bob, ride(), { attendance: 'absent', version: seen }),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find((result) => result.status === 'rejected')?.reason).toEqual(
      refusal(409, 'changed this ride in the meantime'),
    )
  })

  test('The same mark made twice counts once, and the second person is told who was first', async () => {
    const seen = await version()
    const again = { attendance: 'present', version: seen } as const
    expect(await markAttendance(ann, ride(), again)).toMatchObject({ before: null })
    expect((await markAttendance(bob, ride(), again)).before).toMatch(/^Ann Office/)
    expect(await prisma.auditEntry.count({ where: { action: 'ride.attendance', entityId: { contains: emma } } })).toBe(
      1,
    )
  })

  test('A horse that someone else assigned makes an older mark out of date', async () => {
    const seen = await version()
    const bella = await horse()
    await assignHorse(ann, ride(), { horseId: bella.id, version: seen })
    await expect(markAttendance(bob, ride(), { attendance: 'present', horseId: null, version: seen })).rejects.toEqual(
      refusal(409, `on ${bella.name}`),
    )
  })

  test('A ride that no longer exists cannot be marked, and removing a ride returns what it used', async () => {
    const bella = await horse()
    await markAttendance(ann, ride(), { attendance: 'present', horseId: bella.id })
    expect(await used()).toBe(1)
    await removeFromLesson(ann, emma, slot, { scope: 'one-time' })
    expect(await used()).toBe(0)
    expect(await prisma.horseUsage.count({ where: { horseId: bella.id } })).toBe(0)
    await expect(markAttendance(ann, ride(), { attendance: 'present' })).rejects.toEqual(refusal(404, 'has no lesson'))
    expect(await rideHistory(emma, '2026-11-25')).toHaveLength(3)
  })

  test('A rider of another lesson, or a ride of another type, cannot be marked', async () => {
    const tom = await rider({ firstName: 'Tom' })
    await expect(markAttendance(ann, { ...slot, riderId: tom.id }, { attendance: 'present' })).rejects.toEqual(
      refusal(404, 'Tom Stone has no lesson at 4:00 PM on Nov 24, 2026'),
    )
    await expect(markAttendance(ann, { ...ride(), type: 'Hack' }, { attendance: 'present' })).rejects.toEqual(
      refusal(404, 'has no lesson'),
    )
    await expect(markAttendance(ann, { ...ride(), riderId: 'nobody' }, { attendance: 'present' })).rejects.toEqual(
      refusal(404, 'Student not found'),
    )
  })
})

describe('Horses of rides', () => {
  test('A horse is in one lesson at a time, and the refusal names the other lesson', async () => {
    const tom = await weeklyRider({ firstName: 'Tom', lastName: 'Hill' }, { time: '16:30', type: 'Private Lesson' })
    const toms = { ...slot, riderId: tom.id, time: '16:30', type: 'Private Lesson' }
    const bella = await horse()
    await assignHorse(ann, toms, { horseId: bella.id })
    const message = `${bella.name} is already with Tom Hill at 4:30 PM on Nov 24, 2026`
    await expect(assignHorse(ann, ride(), { horseId: bella.id })).rejects.toEqual(refusal(409, message))
    await expect(markAttendance(ann, ride(), { attendance: 'present', horseId: bella.id })).rejects.toEqual(
      refusal(409, message),
    )
    expect(await rosterRider()).toMatchObject({ attendance: 'scheduled', horse: null })
    await assignHorse(ann, toms, { horseId: null })
    await assignHorse(ann, ride(), { horseId: bella.id })
    expect(await rosterRider()).toMatchObject({ horse: { name: bella.name } })
  })

  test('A long lesson is refused a horse that is in a lesson beginning late inside it', async () => {
    const [tom, mia] = [
      await rider({ firstName: 'Tom', lastName: 'Hill' }),
      await rider({ firstName: 'Mia', lastName: 'Long' }),
    ]
    await weeklyPlace({ riderId: tom.id, startDate: '2026-11-03', time: '19:30', duration: 30 })
    await weeklyPlace({ riderId: mia.id, startDate: '2026-11-03', time: '18:00', duration: 120 })
    const bella = await horse()
    await assignHorse(ann, { ...slot, riderId: tom.id, time: '19:30' }, { horseId: bella.id })
    await expect(assignHorse(ann, { ...slot, riderId: mia.id, time: '18:00' }, { horseId: bella.id })).rejects.toEqual(
      refusal(409, `${bella.name} is already with Tom Hill at 7:30 PM on Nov 24, 2026`),
    )
  })

  test('If two overlapping lessons request a horse at once, one gets it', async () => {
    const tom = await weeklyRider({ firstName: 'Tom' }, { time: '16:30', type: 'Private Lesson' })
    const bella = await horse()
    const results = await Promise.allSettled([
      assignHorse(ann, ride(), { horseId: bella.id }),
      assignHorse(bob, { ...slot, riderId: tom.id, time: '16:30', type: 'Private Lesson' }, { horseId: bella.id }),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find((result) => result.status === 'rejected')?.reason).toEqual(refusal(409, 'is already with'))
    expect(await prisma.horseUsage.count({ where: { horseId: bella.id } })).toBe(1)
  })

  test('A ride changes its horse in one step', async () => {
    const [bella, max] = [await horse(), await horse()]
    await assignHorse(ann, ride(), { horseId: bella.id })
    await assignHorse(ann, ride(), { horseId: max.id, version: await version() })
    expect((await rosterRider())?.horse?.id).toBe(max.id)
    await expect(assignHorse(ann, ride(), { horseId: 999_999 })).rejects.toEqual(refusal(400, 'Choose a horse'))
    expect((await rosterRider())?.horse?.id).toBe(max.id)
  })
})

describe('Lists of rides', () => {
  test('Coming rides are listed from today to three months ahead', async () => {
    const rides = await upcomingRides(emma, '2026-11-24')
    expect([rides[0]?.date, rides.at(-1)?.date, rides.length]).toEqual(['2026-11-24', '2027-02-23', 14])
  })

  test('Past rides are listed latest first, filtered by text, type and attendance', async () => {
    await markAttendance(ann, { ...ride(), date: '2026-11-10' }, { attendance: 'absent' })
    await markAttendance(ann, { ...ride(), date: '2026-11-17' }, { attendance: 'reschedule' })
    const dates = async (filters = {}) =>
      filterRides(await rideHistory(emma, '2026-11-24'), filters).map((other) => other.date)
    expect(await dates()).toEqual(['2026-11-17', '2026-11-10', '2026-11-03'])
    expect(await dates({ search: 'GROUP' })).toHaveLength(3)
    expect(await dates({ search: 'polo' })).toEqual([])
    expect(await dates({ type: 'Hack' })).toEqual([])
    expect(await dates({ attendance: 'absent' })).toEqual(['2026-11-10'])
    expect(await dates({ attendance: 'makeup' })).toEqual(['2026-11-17'])
    expect(await dates({ attendance: 'scheduled' })).toEqual(['2026-11-03'])
  })
})
