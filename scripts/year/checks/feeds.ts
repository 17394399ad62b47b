import { addDays } from '../../../app/utils/dates'
import { familiesOf, ownRiders, type Ride } from '../doing'
import type { World } from '../world'

const AHEAD = 10

const isOff = ({ attendance }: Ride) => attendance === 'absent' || attendance === 'reschedule'

/** Compares the rides that each family's calendar has with those of its portal. A lesson that the school canceled stays in the calendar. */
export async function wrongFeeds(world: World): Promise<string[]> {
  const keys = new Map(
    (
      await world.rows<{ id: string; key: string }>(
        'SELECT id, calendar_key AS key FROM users WHERE calendar_key IS NOT NULL',
      )
    ).map(({ id, key }) => [id, key]),
  )
  const last = addDays(world.clock.today, AHEAD)
  const wrong: string[] = []
  for (const family of familiesOf(world)) {
    const key = keys.get(family.person.id)
    if (!key) continue
    const feed = await (await family.person.ask(`/calendar.ics?key=${encodeURIComponent(key)}`)).text()
    const shown = eventsOf(feed).filter((line) => line.slice(0, 10) >= world.clock.today && line.slice(0, 10) <= last)
    const rows: string[] = []
    for (const id of await ownRiders(family)) {
      const rides: Ride[] = await family.person.read(`/api/lessons/user/${id}`)
      const coming = rides.filter(({ date }) => date <= last)
      rows.push(
        ...coming.map((ride) => `${ride.date} ${ride.scheduledTime} ${isOff(ride) ? 'CANCELLED' : 'CONFIRMED'}`),
      )
    }
    const lacks = rows.filter((line) => !shown.includes(line))
    const extra = shown.filter((line) => line.endsWith('CONFIRMED') && !rows.includes(line))
    wrong.push(...lacks.map((line) => `the calendar of ${family.person.name} lacks ${line}`))
    wrong.push(...extra.map((line) => `the calendar of ${family.person.name} shows ${line}`))
  }
  return wrong
}

const eventsOf = (feed: string): string[] =>
  feed
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((event) => {
      const [, year, month, day, hour, minute] = /DTSTART;TZID=.*:(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/.exec(event) ?? []
      const [, status] = /STATUS:(\w+)/.exec(event) ?? []
      return `${year}-${month}-${day} ${hour}:${minute} ${status}`
    })
