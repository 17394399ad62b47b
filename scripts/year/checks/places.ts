import { ridesAround } from '../doing'
import type { World } from '../world'

/** Checks that no coming lesson has more riders than places, unless the office said so, and that nobody is in two lessons at once. */
export async function wrongPlaces(world: World): Promise<string[]> {
  const rides = (await ridesAround(world, 0, 30)).filter(
    ({ attendance }) => attendance !== 'absent' && attendance !== 'reschedule',
  )
  const capacity = new Map(
    (await world.rows<{ name: string; capacity: number }>('SELECT name, capacity FROM ride_types')).map(
      ({ name, capacity }) => [name, capacity],
    ),
  )
  const lessons = new Map<string, typeof rides>()
  for (const ride of rides) {
    const key = `${ride.date} ${ride.scheduledTime} ${ride.type}`
    lessons.set(key, [...(lessons.get(key) ?? []), ride])
  }
  const over = [...lessons].flatMap(([key, riders]) => {
    const { date, scheduledTime: time, type } = riders[0]!
    const most = capacity.get(type) || Infinity
    return riders.length > most ? [{ date, time, said: `${key} has ${riders.length} riders and ${most} places` }] : []
  })
  const wrong = over.filter((lesson) => !world.beyond.has(lesson)).map(({ said }) => said)
  world.beyond.keepFor(over)
  const times = new Map<string, string>()
  for (const { studentId, date, scheduledTime, type } of rides) {
    const key = `${studentId} ${date} ${scheduledTime}`
    const other = times.get(key)
    if (other) wrong.push(`${studentId} is in ${other} and ${type} on ${date} at ${scheduledTime}`)
    times.set(key, type)
  }
  return wrong
}
