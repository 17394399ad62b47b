import { addDays, weekStart } from '../../../app/utils/dates'
import { paths } from '../../../app/utils/paths'
import { familiesOf, ownRiders, type Ride, ridesAround } from '../doing'
import type { Person } from '../person'
import type { World } from '../world'

const BACK = 3
const AHEAD = 10

const say = ({ date, scheduledTime, type, studentId }: Ride) => `${date} ${scheduledTime} ${type} ${studentId}`

/** Returns the rides that a page links, once each. */
function linked(html: string): string[] {
  const links = html.matchAll(
    /\/(?:admin\/lessons|teaching)\/(\d{4}-\d\d-\d\d)\/(\d\d:\d\d)\/([^/"?]+)\/(?:riders\/)?([0-9a-f-]{36})/g,
  )
  return [
    ...new Set([...links].map(([, date, time, type = '', id]) => `${date} ${time} ${decodeURIComponent(type)} ${id}`)),
  ]
}

/** Compares the rides in the week's grid, on the sheets, at My Day, in the portal and in the file with those of the office's call. */
export async function wrongRides(world: World): Promise<string[]> {
  const { office, instructors } = world.school
  const rides = await ridesAround(world, -BACK, AHEAD)
  const wrong: string[] = []
  const compare = (view: string, shown: string[], rows: string[]) => {
    wrong.push(...shown.filter((line) => !rows.includes(line)).map((line) => `${view} shows ${line}`))
    wrong.push(...rows.filter((line) => !shown.includes(line)).map((line) => `${view} lacks ${line}`))
  }
  const days = Array.from({ length: BACK + AHEAD + 1 }, (_, n) => addDays(world.clock.today, n - BACK))
  for (const week of new Set(days.map(weekStart))) {
    const { html } = await office.open(paths.admin({ week }))
    const isThere = (line: string) => days.includes(line.slice(0, 10))
    compare(
      `the grid of ${week}`,
      linked(html).filter(isThere),
      rides.filter(({ date }) => weekStart(date) === week).map(say),
    )
  }
  for (const date of days.slice(0, BACK + 5)) {
    const { html } = await office.open(paths.daySheet({ date }))
    const ofDay = rides.filter((ride) => ride.date === date)
    compare(`the sheet of ${date}`, linked(html), ofDay.map(say))
    for (const person of instructors) {
      const taught = ofDay.filter(({ instructorId }) => instructorId === person.id)
      compare(`${person.name}'s ${date}`, await taughtBy(person, date), taught.map(sayMarked))
    }
  }
  for (const family of familiesOf(world)) {
    for (const id of await ownRiders(family)) {
      const own: Ride[] = await family.person.read(`/api/lessons/user/${id}`)
      const last = days.at(-1) ?? ''
      const coming = rides.filter(({ studentId, date }) => studentId === id && date >= world.clock.today)
      compare(
        `the portal of ${family.person.name}`,
        own.filter(({ date }) => date <= last).map(sayMarked),
        coming.map(sayMarked),
      )
    }
  }
  return wrong
}

const sayMarked = (ride: Ride) => `${say(ride)} ${ride.attendance} ${ride.horseAssignment}`

interface Taught {
  time: string
  type: string
  riders: { studentId: string; attendance: string; horse: string | null }[]
}

async function taughtBy(person: Person, date: string): Promise<string[]> {
  const lessons: Taught[] = await person.read(`/api/teaching/day?date=${date}`)
  return lessons.flatMap(({ time, type, riders }) =>
    riders.map(
      ({ studentId, attendance, horse }) =>
        `${date} ${time} ${type} ${studentId} ${attendance} ${horse ?? 'Not assigned'}`,
    ),
  )
}
