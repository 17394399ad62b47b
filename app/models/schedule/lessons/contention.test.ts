import { expect, test } from 'vitest'
import { addOneTimeLesson } from '~/models/schedule/change/add-lesson.server'
import { addToLesson } from '~/models/schedule/change/add-rider.server'
import { deleteLesson } from '~/models/schedule/change/delete-lesson.server'
import { assignHorse, horseUsesOn } from '~/models/schedule/change/horses/set-horse.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { removeFromLesson } from '~/models/schedule/change/remove-rider.server'
import { loadRoster } from '~/models/schedule/week/roster.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { addDays } from '~/utils/dates'
import { minuteOfDay } from '~/utils/time-of-day'
import { admin, horse, rider, rideTypes, weeklyPlace } from '../../../../test/factories'

const tuesday = '2026-11-24'
const slots = [
  { date: tuesday, time: '16:00', type: 'Group Lesson' },
  { date: tuesday, time: '16:30', type: 'Private Lesson' },
  { date: tuesday, time: '16:00', type: 'Hack' },
]

await rideTypes()

test('While everyone changes everything at once, every rider and horse is in one lesson at a time', async () => {
  const office = (await admin()).id
  const riders = await Promise.all(['Ann', 'Ben', 'Cy', 'Dee'].map((firstName) => rider({ firstName })))
  const horses = await Promise.all([horse('Bella'), horse('Max')])
  for (const { time, type } of slots) await weeklyPlace({ startDate: '2026-11-03', time, type })

  const actions = Array.from({ length: 120 }, (_, n) => {
    const riderId = riders[n % riders.length]!.id
    const slot = slots[(n >> 2) % slots.length]!
    const scope = n % 3 === 0 ? 'weekly' : 'one-time'
    const horseId = horses[n % 2]!.id
    const steps = [
      () => addToLesson(office, riderId, slot, { scope }),
      () => assignHorse(office, { riderId, ...slot }, { horseId }),
      () => markAttendance(office, { riderId, ...slot }, { attendance: 'present', horseId }),
      () => removeFromLesson(office, riderId, slot, { scope }),
      () => (n % 20 === 7 ? deleteLesson(office, slot, 'one-time') : addOneTimeLesson(office, slot)),
    ]
    return steps[(n * 7) % steps.length]!
  })
  const results = await Promise.allSettled(actions.map((action) => action()))
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(failures.filter((reason) => !(reason instanceof Refused))).toEqual([])
  expect(failures.length).toBeLessThan(results.length)

  const { days } = await loadRoster({ from: '2026-11-01', to: addDays(tuesday, 28) })
  for (const { date, lessons } of days) {
    const places = lessons.flatMap((lesson) =>
      lesson.riders.map(({ riderId }) => ({ key: riderId, from: minuteOfDay(lesson.time), minutes: lesson.duration })),
    )
    const uses = (await horseUsesOn(date)).map((use) => ({
      key: String(use.horseId),
      from: minuteOfDay(use.time),
      minutes: use.duration,
    }))
    for (const list of [places, uses]) {
      for (const [i, a] of list.entries()) {
        const clash = list
          .slice(i + 1)
          .find((b) => b.key === a.key && a.from < b.from + b.minutes && b.from < a.from + a.minutes)
        expect(clash).toBeUndefined()
      }
    }
    const inLesson = new Set(
      lessons.flatMap(({ time, riders: there }) => there.map(({ riderId }) => `${time} ${riderId}`)),
    )
    for (const use of await horseUsesOn(date)) expect(inLesson).toContain(`${use.time} ${use.riderId}`)
  }
  expect(await prisma.auditEntry.count()).toBeGreaterThan(0)
})
