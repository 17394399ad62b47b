import { KINDS } from './kinds'
import { type Ran, run } from './run'
import { shrink } from './shrink'

const LAST_STEPS = 15
/** After how many tries something should have been accepted once, in a run of at least so many days. */
const MANY_TRIES = 8
const MANY_DAYS = 30

/** Prints what was done, which features met, and what is wrong. Returns whether nothing is. */
export function report({ world, taken, days }: Ran, ms: number, isWhole: boolean): boolean {
  const { pairs, answers, violations, story, servers } = world
  if (isWhole) console.log(story.join('\n'))
  if (violations.length === 0) console.log(`\n${pairs.table()}\n`)
  for (const [n, kind] of KINDS.entries()) {
    const { accepted, refused, idle } = pairs.outcomes(kind)
    console.log(
      `${String(n + 1).padStart(2)} ${kind}: ${accepted} accepted, ${refused} refused, ${idle} with nothing to do`,
    )
  }
  const inVain = pairs.inVain(MANY_TRIES)
  if (inVain.length > 0)
    console.log(`\nTried ${MANY_TRIES} times and never accepted, so their steps test nothing: ${inVain.join(', ')}`)
  console.log(
    `\n${violations.length} violations in ${taken.length} steps over ${days} days (${answers.count} answers read, ${servers.kills} kills, ${Math.round(ms / 1000)} s). Pairs that met: ${pairs.met} of ${pairs.possible}.`,
  )
  if (violations.length === 0) return inVain.length === 0 || days < MANY_DAYS
  console.log(`\nThe last steps:\n  ${story.slice(-LAST_STEPS).join('\n  ')}\n`)
  for (const violation of violations.slice(0, 20)) console.log(`- ${violation}`)
  return false
}

/** Leaves out steps as long as the same violation comes back, and prints those that are left. */
export async function shrinkAndTell(clockFile: string, { taken, world }: Ran, options: string): Promise<void> {
  const kindOf = (violations: string[]) => new Set(violations.map(gist))
  const wanted = kindOf(world.violations)
  const fails = async (steps: typeof taken) => {
    const again = await run(clockFile, steps, () => undefined)
    const isSame = [...kindOf(again.world.violations)].some((one) => wanted.has(one))
    return isSame ? again : null
  }
  const least = await shrink(taken, fails, console.log)
  console.log(`\n${least.taken.length} steps are left:\n  ${least.world.story.join('\n  ')}\n`)
  for (const violation of least.world.violations.slice(0, 8)) console.log(`- ${violation}`)
  console.log(`\nAgain: npm run test:year -- ${options} --steps ${least.taken.map(({ index }) => index).join()}`)
}

/** A violation without what differs between two runs: days, numbers and names. */
const gist = (violation: string): string =>
  violation
    .replace(/^.*?: /, '')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'X')
    .replace(/\b(?:pi|in|sub|ch|re)_\w+/g, 'X')
    .replace(/\d+/g, 'N')
    .slice(0, 60)
