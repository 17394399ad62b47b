import { addDays, firstOn } from '../../app/utils/dates'
import { paths } from '../../app/utils/paths'
import { lessonOf, ownRiders, pick } from './doing'
import { ARENAS } from './names'
import { payAtProvider } from './paying'
import { publishWaiver } from './people-steps'
import type { World } from './world'

const DAYS = [2, 6]

/** Fills the week, so that there is something to change from the first day on: lessons with instructors, riders who have paid, and a waiver. */
export async function furnish(world: World): Promise<void> {
  const { office, instructors, families, times } = world.school
  const riders = (await Promise.all(families.map(ownRiders))).flat()
  let next = 0
  for (const [n, weekday] of DAYS.entries()) {
    for (const time of times) {
      const slot = { date: firstOn(weekday, addDays(world.clock.today, 1)), time, type: 'Group Lesson' }
      for (let seat = 0; seat < (time === '17:00' ? 1 : 2); seat++) {
        const { lessonDate: startDate, ...rest } = lessonOf(slot)
        const body = { ...rest, studentId: pick(riders, next++), startDate }
        await must(office.call('POST', '/api/weekly-schedule', body), 'a weekly place')
      }
      const page = await office.send(paths.lessonInstructor(slot), {
        press: 'Save Instructor',
        fill: { instructorId: instructors[n]!.id, scope: 'weekly' },
      })
      if (page.status !== 200) throw new Error(`No instructor for ${slot.date}: ${page.status}`)
      const { date: lessonDate, type } = slot
      const arena = {
        lessonDate,
        oldTime: time,
        oldType: type,
        newTime: time,
        newType: type,
        newArena: pick(ARENAS, n),
      }
      await must(office.call('PUT', '/api/weekly-schedule/timeslot', { ...arena, scope: 'weekly' }), 'an arena')
    }
  }
  for (const [n, family] of families.entries()) {
    await family.person.send('/scheduled-rides', { press: 'Get calendar link' })
    if (n % 4 === 3) continue
    const step = { index: -1 - n, day: world.clock.today, hour: 6, kind: 'buy' as const, who: n, a: 1, b: 2, c: 1 }
    await payAtProvider(world, family, step)
  }
  await publishWaiver(world, 'Horses are large and kind.', true)
}

async function must(call: Promise<{ status: number; body: { message?: string } }>, what: string): Promise<void> {
  const { status, body } = await call
  if (status >= 300) throw new Error(`The school opens without ${what}: ${status} ${body.message}`)
}
