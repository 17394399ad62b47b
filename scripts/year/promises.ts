import { type Did, type Ride, ridesAround } from './doing'
import type { Aim } from './model'
import type { World } from './world'

const makeupsOf = async ({ school }: World): Promise<number[]> =>
  ((await school.office.read('/api/admin/makeups')) as { id: number }[]).map(({ id }) => id)

/** Does what takes away no makeup, and notes those that are gone then. */
export async function keepingMakeups(world: World, work: () => Promise<Did>): Promise<Did> {
  const before = await makeupsOf(world)
  const did = await work()
  const after = await makeupsOf(world)
  const gone = before.filter((id) => !after.includes(id))
  if (gone.length > 0) world.violations.push(`${did.said} took makeups away: ${gone.join()}`)
  return did
}

/** Says that a ride which was booked with a makeup, and was moved, is booked with none. */
export async function lostMakeup(world: World, { studentId }: Ride, { date, time, type }: Aim): Promise<string[]> {
  const there = (await ridesAround(world, 0, 30)).find(
    (ride) => ride.studentId === studentId && ride.date === date && ride.scheduledTime === time && ride.type === type,
  )
  return there && !there.isMakeup ? [`${studentId} moved to ${date} ${time} ${type}, and lost the makeup`] : []
}
