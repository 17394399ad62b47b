import { addDays, firstOn, type LocalDate } from '../../app/utils/dates'
import type { Aim, Family } from './model'
import type { Outcome, Person } from './person'
import type { Step } from './plan'
import type { World } from './world'

/** What a step did. Nothing, if there was nothing to do it with. */
export interface Did {
  /** What was sent, for the story of a failure. */
  said: string
  status: number
  /** What it touched. */
  subjects: string[]
}

export type Doing = (world: World, step: Step) => Promise<Did | null>

export const isAccepted = ({ status }: Did): boolean => status >= 200 && status < 400

/** A ride as the office's call shows it. */
export interface Ride {
  studentId: string
  studentName: string
  date: LocalDate
  scheduledTime: string
  type: string
  duration: number
  attendance: string
  horseAssignment: string
  instructorId: string | null
  isMakeup?: true
  source: string
}

export const pick = <Item>(items: readonly Item[], n: number): Item | undefined => items[n % Math.max(1, items.length)]

/**
 * Tries it with one after the other, beginning with the nth, until it is accepted: people do what their own screens let
 * them do. Returns what became of the last try.
 */
export async function tryEach<Item>(
  items: readonly Item[],
  n: number,
  attempt: (item: Item) => Promise<Did | null>,
): Promise<Did | null> {
  let last: Did | null = null
  for (const k of items.keys()) {
    const did = await attempt(pick(items, n + k)!)
    if (did && isAccepted(did)) return did
    last = did ?? last
  }
  return last
}

/** Returns the rides between two days, counted from today. */
export function ridesAround({ clock, school }: World, from: number, to: number): Promise<Ride[]> {
  const day = (n: number) => addDays(clock.today, n)
  return school.office.read(`/api/admin/lessons?startDate=${day(from)}&endDate=${day(to)}`)
}

/** A lesson of the next two weeks: one with riders, or any. */
export async function aimAt(world: World, { a, b, c }: Step, from = 0): Promise<{ slot: Aim; ride: Ride | undefined }> {
  const rides = b % 3 === 0 ? [] : await ridesAround(world, from, 15)
  const ride = pick(rides, a)
  if (ride) return { slot: { date: ride.date, time: ride.scheduledTime, type: ride.type }, ride }
  const { times, types } = world.school
  // Two days of the week, on which changes meet.
  const date = firstOn(pick([2, 6], c)!, addDays(world.clock.today, from + (a % 15)))
  return { slot: { date, time: pick(times, b)!, type: pick(types, a)! }, ride: undefined }
}

const isPresent = <T>(value: T | undefined | null): value is T => value !== undefined && value !== null

/** The families that are still there. */
export const familiesOf = ({ school }: World): Family[] =>
  school.families.filter(({ gone, mergedInto }) => !gone && !mergedInto)

export function familyOf(world: World, n: number): Family {
  const family = pick(familiesOf(world), n)
  if (!family) throw new Error('Every family was erased')
  return family
}

/** The riders of a family, as it reads them itself. */
export const ownRiders = async ({ person }: Family): Promise<string[]> =>
  ((await person.read('/api/family/riders')) as { id: string }[]).map(({ id }) => id)

/** Every student who is still there, those who came first before the others. */
export const ridersOf = async (world: World): Promise<string[]> =>
  (
    await world.rows<{ id: string }>(
      `SELECT id FROM users WHERE role = 'customer' AND erased_at IS NULL AND merged_into_id IS NULL AND hidden_at IS NULL
       ORDER BY created_at, first_name`,
    )
  ).map(({ id }) => id)

export const slotSubject = ({ date, time, type }: Aim): string => `${date} ${time} ${type}`

export const lessonOf = ({ date, time, type }: Aim) => ({ lessonDate: date, scheduledTime: time, lessonType: type })

/** Makes a call and returns what it did. */
export async function calls(
  person: Person,
  method: string,
  at: string,
  body: object | undefined,
  subjects: (string | undefined)[],
): Promise<Did> {
  const answer = await person
    .change(method, at, body)
    .catch((error: Error): Outcome => ({ status: 0, body: { message: error.message } }))
  const why = answer.status < 400 ? '' : ` (${answer.body?.message ?? ''})`
  return {
    said: `${person.name}: ${method} ${at} ${body ? JSON.stringify(body) : ''} → ${answer.status}${why}`,
    status: answer.status,
    subjects: subjects.filter(isPresent),
  }
}

/** Presses a button of a page, and returns what it did. */
export async function presses(
  person: Person,
  at: string,
  press: string | RegExp,
  fill: Record<string, string>,
  subjects: (string | undefined)[],
): Promise<Did | null> {
  const page = await person.send(at, { press, fill }).catch((error: Error) => error)
  if (page instanceof Error) {
    if (page.message.includes('has no button')) return null
    return { said: `${person.name}: ${at} [${press}] → no answer (${page.message})`, status: 0, subjects: [] }
  }
  const refused = /role="alert"[^>]*>(.*?)<\/div>/s.exec(page.html)?.[1]?.replace(/<[^>]+>/g, ' ')
  return {
    said: `${person.name}: ${at} [${press}] ${JSON.stringify(fill)} → ${page.status} ${page.path}${refused ? ` (${refused.trim()})` : ''}`,
    status: page.status,
    subjects: subjects.filter(isPresent),
  }
}
