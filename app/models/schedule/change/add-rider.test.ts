import { beforeEach, describe, expect, test } from 'vitest'
import { assignHorse } from '~/models/schedule/change/horses/set-horse.server'
import { ridersToAdd } from '~/models/schedule/lessons/riders-to-add.server'
import { prisma } from '~/platform/db.server'
import { addDays, toDbDate } from '~/utils/dates'
import { admin, horse, rider, rideTypes, weeklyPlace, weeklyRider } from '../../../../test/factories'
import { emptySchedule, refusal, ridersOn, scheduleLines } from '../../../../test/schedule'
import { addOneTimeLesson } from './add-lesson.server'
import { addToLesson, createWeeklyPlace } from './add-rider.server'
import { endWeeklyPlace, removeFromLesson } from './remove-rider.server'

const tuesday = '2026-11-24'
const slot = { date: tuesday, time: '16:00', type: 'Group Lesson' }
const next = { ...slot, date: addDays(tuesday, 7) }
const schedule = () => scheduleLines({ from: '2026-11-01', to: '2026-12-31' })

await rideTypes()
const office = (await admin()).id

beforeEach(emptySchedule)

describe('Riders of a lesson', () => {
  beforeEach(async () => {
    await weeklyPlace({ startDate: '2026-11-03' })
  })

  test.each(['weekly', 'one-time'] as const)(
    'Adding a rider %s and removing them leaves the schedule as it was',
    async (scope) => {
      const emma = await rider()
      const before = await schedule()
      await addToLesson(office, emma.id, slot, { scope })
      expect(await ridersOn(addDays(tuesday, -7))).toEqual([])
      expect(await ridersOn(tuesday)).toEqual(['Emma Stone'])
      expect(await ridersOn(next.date)).toEqual(scope === 'weekly' ? ['Emma Stone'] : [])
      await removeFromLesson(office, emma.id, slot, { scope })
      expect(await schedule()).toEqual(before)
      expect(await prisma.lessonRemoval.count()).toBe(0)
    },
  )

  test('Students with a name can be added; an account without one is not a rider yet', async () => {
    const emma = await rider()
    const nameless = await Promise.all([
      rider({ firstName: null, lastName: null }),
      rider({ firstName: '', lastName: '' }),
    ])
    const ids = (await ridersToAdd(slot, [])).map(({ id }) => id)
    expect(ids).toContain(emma.id)
    for (const { id } of nameless) expect(ids).not.toContain(id)
  })

  test('A weekly rider can be taken off one day and restored', async () => {
    const emma = await rider()
    await addToLesson(office, emma.id, slot, { scope: 'weekly' })
    const before = await schedule()
    await removeFromLesson(office, emma.id, next, { scope: 'one-time' })
    expect(await ridersOn(next.date)).toEqual([])
    expect(await ridersOn(addDays(next.date, 7))).toEqual(['Emma Stone'])
    await expect(removeFromLesson(office, emma.id, next, { scope: 'one-time' })).rejects.toEqual(
      refusal(404, 'not in this lesson'),
    )
    await addToLesson(office, emma.id, next, { scope: 'one-time' })
    expect(await schedule()).toEqual(before)
    expect(await prisma.oneTimeParticipant.count()).toBe(0)
  })

  test('If a rider leaves for good, the past stays and the horses of coming rides are free', async () => {
    const emma = await weeklyRider({}, { startDate: '2026-11-10' })
    const { id: horseId } = await horse()
    await assignHorse(office, { riderId: emma.id, ...next }, { horseId })
    await removeFromLesson(office, emma.id, slot, { scope: 'weekly' })
    expect(await ridersOn('2026-11-17')).toEqual(['Emma Stone'])
    expect(await ridersOn(tuesday)).toEqual([])
    expect(await prisma.horseUsage.count()).toBe(0)
  })

  test('A one-time rider can become a weekly one', async () => {
    const emma = await rider()
    await addToLesson(office, emma.id, slot, { scope: 'one-time' })
    await addToLesson(office, emma.id, slot, { scope: 'weekly' })
    expect(await ridersOn(tuesday)).toEqual(['Emma Stone'])
    expect(await ridersOn(next.date)).toEqual(['Emma Stone'])
  })

  test('A second lesson at the same time is refused with the name of the first', async () => {
    const emma = await rider({ firstName: 'Emma', lastName: 'Lee' })
    await addToLesson(office, emma.id, slot, { scope: 'weekly' })
    await weeklyPlace({ startDate: '2026-11-03', time: '16:30', type: 'Private Lesson' })
    const half = { ...slot, time: '16:30', type: 'Private Lesson' }
    await expect(addToLesson(office, emma.id, half, { scope: 'weekly' })).rejects.toEqual(
      refusal(409, 'Emma Lee is already riding at 4:00 PM on Tuesdays'),
    )
    await expect(addToLesson(office, emma.id, { ...half, date: next.date }, { scope: 'one-time' })).rejects.toEqual(
      refusal(409, 'Emma Lee is already riding at 4:00 PM on Dec 1, 2026'),
    )
    await expect(addToLesson(office, emma.id, next, { scope: 'weekly' })).rejects.toEqual(
      refusal(409, 'Emma Lee is already riding at 4:00 PM on Tuesdays'),
    )
    await expect(addToLesson(office, emma.id, next, { scope: 'one-time' })).rejects.toEqual(
      refusal(409, /is already riding at 4:00 PM/),
    )
  })

  test('A weekly place is refused over a later one-time lesson elsewhere', async () => {
    const emma = await rider()
    const later = { ...slot, date: addDays(tuesday, 14), time: '15:30', type: 'Hack' }
    await addOneTimeLesson(office, later)
    await addToLesson(office, emma.id, later, { scope: 'one-time' })
    await expect(addToLesson(office, emma.id, slot, { scope: 'weekly' })).rejects.toEqual(
      refusal(409, 'is already riding at 3:30 PM on Dec 8, 2026'),
    )
  })

  test.each(['weekly', 'one-time'] as const)(
    'If two administrators add a rider %s at once, the rider is added once',
    async (scope) => {
      const emma = await rider()
      const adds = [1, 2, 3].map(() => addToLesson(office, emma.id, slot, { scope }))
      const results = await Promise.allSettled(adds)
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toEqual(refusal(409, /is already riding/))
      }
      expect(await ridersOn(tuesday)).toEqual(['Emma Stone'])
    },
  )

  test('If two lessons at the same time add a rider at once, one gets the rider', async () => {
    const emma = await rider()
    await weeklyPlace({ startDate: '2026-11-03', type: 'Private Lesson' })
    const other = { ...slot, type: 'Private Lesson' }
    const results = await Promise.allSettled([
      addToLesson(office, emma.id, slot, { scope: 'weekly' }),
      addToLesson(office, emma.id, other, { scope: 'one-time' }),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await ridersOn(tuesday)).toEqual(['Emma Stone'])
  })

  test('A lesson may have 40 riders, with names of any length and script', async () => {
    const names = Array.from({ length: 38 }, (_, i) => `Rider ${String(i).padStart(2, '0')}`)
    names.push('أميرة السيد', `${'Ω'.repeat(199)}🐴`)
    for (const firstName of names) {
      const { id } = await rider({ firstName, lastName: null })
      await addToLesson(office, id, slot, { scope: 'weekly' })
    }
    expect([...(await ridersOn(tuesday))].sort()).toEqual([...names].sort())
    const { id } = await prisma.user.findFirstOrThrow({ where: { firstName: { startsWith: 'Ω' } } })
    await removeFromLesson(office, id, slot, { scope: 'one-time' })
    expect(await ridersOn(tuesday)).toHaveLength(39)
  })

  test('A rider who does not exist is refused', async () => {
    await expect(addToLesson(office, 'nobody', slot, { scope: 'weekly' })).rejects.toEqual(
      refusal(404, 'Student not found'),
    )
  })

  test('The audit log says who added and removed whom', async () => {
    const emma = await rider()
    await addToLesson(office, emma.id, slot, { scope: 'weekly' })
    await removeFromLesson(office, emma.id, next, { scope: 'one-time' })
    const entries = await prisma.auditEntry.findMany({
      where: { detail: { path: ['riderId'], equals: emma.id } },
      orderBy: { id: 'asc' },
    })
    expect(entries.map(({ actorId, action, entityId }) => ({ actorId, action, entityId }))).toEqual([
      { actorId: office, action: 'lesson.add-rider', entityId: '2026-11-24 16:00 Group Lesson' },
      { actorId: office, action: 'lesson.remove-rider', entityId: '2026-12-01 16:00 Group Lesson' },
    ])
  })
})

describe('Weekly places', () => {
  const place = { date: tuesday, time: '09:00', type: 'Hack' }

  test('A weekly place can end from a day on', async () => {
    const emma = await rider()
    const id = await createWeeklyPlace(office, emma.id, place)
    expect(await prisma.weeklyPlace.findUnique({ where: { id } })).toMatchObject({ startDate: toDbDate(tuesday) })
    await endWeeklyPlace(office, id, '2026-12-03')
    expect((await schedule()).map((line) => line.slice(0, 10))).toEqual(['2026-11-24', '2026-12-01'])
    await expect(endWeeklyPlace(office, id, '2026-12-03')).rejects.toEqual(refusal(404, /^Lesson not found/))
    await expect(endWeeklyPlace(office, 999_999, '2026-12-03')).rejects.toEqual(refusal(404, /^Lesson not found/))
  })

  test('Two weekly places of a rider cannot overlap', async () => {
    const emma = await rider({ firstName: 'Zoë', lastName: '' })
    await createWeeklyPlace(office, emma.id, place)
    await expect(createWeeklyPlace(office, emma.id, { ...place, time: '09:30' })).rejects.toEqual(
      refusal(409, 'Zoë is already riding at 9:00 AM on Tuesdays'),
    )
  })
})
