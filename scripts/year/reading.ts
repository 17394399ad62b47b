import type { LocalDate } from '../../app/utils/dates'
import { ridesAround } from './doing'
import type { Aim } from './model'
import type { Person } from './person'
import type { World } from './world'

/** Returns the lessons of the next two weeks that have riders, once each. */
export async function slotsOf(world: World): Promise<Aim[]> {
  const rides = await ridesAround(world, 0, 15)
  const slots = new Map(
    rides.map(({ date, scheduledTime: time, type }) => [`${date} ${time} ${type}`, { date, time, type }]),
  )
  return [...slots.values()]
}

const ridesOn = (world: World, date: LocalDate) =>
  world.school.office.read(`/api/admin/lessons?startDate=${date}&endDate=${date}`) as ReturnType<typeof ridesAround>

/** Returns who rides on a day. */
export const ridersOn = async (world: World, date: LocalDate): Promise<string[]> =>
  (await ridesOn(world, date)).map(({ studentId }) => studentId)

/** Returns who rides in a lesson. */
export const ridersAt = async (world: World, { date, time, type }: Aim): Promise<string[]> =>
  (await ridesOn(world, date))
    .filter((ride) => ride.scheduledTime === time && ride.type === type)
    .map(({ studentId }) => studentId)

/** Returns the token of the forms on a page. @throws Error if it has no form */
export async function formToken(person: Person, at: string): Promise<string> {
  const { html, status } = await person.open(at)
  const token = /name="csrf" value="([^"]+)"/.exec(html)?.[1]
  if (!token) throw new Error(`${at} has no form for ${person.name}, status ${status}`)
  return token.replaceAll('&amp;', '&')
}

/** Confirms a session, as typing the password again would. */
export const confirm = (world: World, { id }: Person) =>
  world.rows('UPDATE sessions SET confirmed_at = now() WHERE user_id = $1', [id])

/** Returns the lines that only one of two texts has. */
export function difference(before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const lost = old.filter((line) => !now.includes(line)).map((line) => `    - ${line}`)
  const added = now.filter((line) => !old.includes(line)).map((line) => `    + ${line}`)
  return [...lost, ...added].slice(0, 20).join('\n')
}
