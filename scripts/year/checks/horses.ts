import { paths } from '../../../app/utils/paths'
import { minuteOfDay } from '../../../app/utils/time-of-day'
import { ridesAround } from '../doing'
import type { World } from '../world'

interface Horse {
  name: string
  most: number
  rest: boolean
  from: string | null
  until: string | null
}

/** Checks that no horse is in two places, over its limit, or at rest on a sheet that does not say so. */
export async function wrongHorses(world: World): Promise<string[]> {
  const horses = await world.rows<Horse>(
    'SELECT name, day_limit AS most, on_rest AS rest, rest_from::text AS from, rest_until::text AS until FROM horses',
  )
  const rides = (await ridesAround(world, 0, 14)).filter(
    ({ attendance, horseAssignment }) =>
      horseAssignment !== 'Not assigned' && attendance !== 'absent' && attendance !== 'reschedule',
  )
  const wrong: string[] = []
  for (const { name, most, rest, from, until } of horses) {
    const own = rides.filter(({ horseAssignment }) => horseAssignment === name)
    for (const date of new Set(own.map((ride) => ride.date))) {
      const ofDay = own.filter((ride) => ride.date === date)
      if (most > 0 && ofDay.length > most) wrong.push(`${name} has ${ofDay.length} rides on ${date}, at most ${most}`)
      wrong.push(...twiceAtOnce(name, date, ofDay))
      const rests = rest && (from === null || date >= from) && (until === null || date <= until)
      if (!rests) continue
      const { text } = await world.school.office.open(paths.daySheet({ date }))
      if (!/\bresting\b/i.test(text)) wrong.push(`${name} rests on ${date}, and the sheet does not say so`)
    }
  }
  return wrong
}

function twiceAtOnce(name: string, date: string, rides: Awaited<ReturnType<typeof ridesAround>>): string[] {
  const spans = rides.map(({ scheduledTime, duration, studentId }) => {
    const from = minuteOfDay(scheduledTime)
    return { from, to: from + duration, studentId }
  })
  return spans.flatMap((one, n) =>
    spans
      .slice(n + 1)
      .filter((other) => one.from < other.to && other.from < one.to)
      .map((other) => `${name} carries ${one.studentId} and ${other.studentId} at once on ${date}`),
  )
}
