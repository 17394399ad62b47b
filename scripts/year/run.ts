import { checkDay } from './checks'
import { type Doing, isAccepted } from './doing'
import { EVENT_STEPS } from './event-steps'
import { FAMILY_STEPS } from './family-steps'
import { furnish } from './furnish'
import { INSTRUCTOR_STEPS } from './instructor-steps'
import type { Kind } from './kinds'
import { startOfDay } from './morning'
import { OFFICE_STEPS } from './office-steps'
import type { Step } from './plan'
import { openSchool } from './school'
import { World } from './world'

const DOING: Record<Kind, Doing> = { ...FAMILY_STEPS, ...OFFICE_STEPS, ...INSTRUCTOR_STEPS, ...EVENT_STEPS }

export interface Ran {
  world: World
  /** Steps that were taken. */
  taken: Step[]
  days: number
}

/** Takes steps in their order, and compares everything after each day. Stops at the first violation. */
export async function run(clockFile: string, steps: Step[], tell: (line: string) => void): Promise<Ran> {
  const [first] = steps
  if (!first) throw new Error('There are no steps')
  const world = await World.start(clockFile, first.day)
  const taken: Step[] = []
  let days = 0
  try {
    world.school = await openSchool(world)
    await furnish(world)
    for (const day of new Set(steps.map((step) => step.day))) {
      days++
      await startOfDay(world, day)
      const begun = performance.now()
      let hour = 0
      for (const step of steps.filter((one) => one.day === day)) {
        if (step.hour !== hour && world.clock.today <= day) {
          hour = step.hour
          await world.pass(day, `${String(hour).padStart(2, '0')}:00`)
        }
        taken.push(step)
        await take(world, step)
        if (world.violations.length > 0) return { world, taken, days }
      }
      const acted = performance.now()
      await checkDay(world, day).catch((error: Error) => void world.violations.push(`after ${day}: ${error.message}`))
      tell(
        `${day}: ${taken.length} steps, ${world.answers.count} answers, ${world.pairs.met} pairs, ${Math.round(acted - begun)} + ${Math.round(performance.now() - acted)} ms`,
      )
      if (world.violations.length > 0) return { world, taken, days }
    }
    return { world, taken, days }
  } finally {
    await world.close()
  }
}

async function take(world: World, step: Step): Promise<void> {
  const at = `${step.index} ${step.day} ${step.hour}:00 ${step.kind}`
  const begun = performance.now()
  const did = await DOING[step.kind](world, step).catch((error: Error) => {
    world.violations.push(`${at}: ${error.message}`)
    return null
  })
  world.story.push(`${at}: ${did?.said ?? 'nothing to do'} (${Math.round(performance.now() - begun)} ms)`)
  const outcome = did === null ? 'idle' : isAccepted(did) ? 'accepted' : 'refused'
  if (did && outcome === 'accepted') world.pairs.touch(step.kind, did.subjects)
  world.pairs.count(step.kind, outcome)
  world.violations.push(...world.loggedErrors().map((what) => `${at}: ${what}`))
}
