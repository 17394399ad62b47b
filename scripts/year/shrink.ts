import type { Step } from './plan'
import type { Ran } from './run'

/** How many times a run is repeated with fewer steps. */
const MOST_TRIES = 24

/**
 * Leaves out half of the steps, a quarter, an eighth, and so on, as long as the run still fails. Steps choose among what is
 * there, so those that are left still make sense. Returns the shortest run that failed.
 * @param fails runs steps, and returns what happened if the same violation came back
 */
export async function shrink(
  steps: Step[],
  fails: (steps: Step[]) => Promise<Ran | null>,
  tell: (line: string) => void,
): Promise<Ran> {
  let tries = 1
  const first = await fails(steps)
  if (!first) throw new Error('The same steps did not fail again')
  let least: Ran = first
  for (let size = Math.ceil(least.taken.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    // The last steps are the likeliest to matter: those before them are left out first.
    for (let from = 0; from < least.taken.length - 1 && tries < MOST_TRIES; ) {
      const fewer: Step[] = least.taken.filter((_, n) => n < from || n >= from + size)
      tries++
      const again: Ran | null = fewer.length > 0 ? await fails(fewer) : null
      if (again) {
        least = again
        tell(`${least.taken.length} steps are enough (${tries} tries)`)
      } else {
        from += size
      }
    }
  }
  return least
}
