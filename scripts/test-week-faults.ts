// Puts past faults of the week back, one at a time, and says after how many random sequences the runs find each. Fails if one is not
// found in 100, or in as many as `npm run test:week:faults -- 50` says. WEEK_SEED repeats a run; WEEK_FAULT tries one fault alone.
import { FAULTS } from '../test/week/faults'
import { quietly, tool } from './steps.mjs'

const most = process.argv[2] ?? '100'
const seed = process.env.WEEK_SEED ?? String(Date.now() % 1_000_000_000)
const { WEEK_FAULT } = process.env
const config = ['run', '--config', 'test/week/vitest.faults.ts', '--reporter=verbose']
console.info(`> ${most} sequences for each fault, seed ${seed}`)
const missed: string[] = []
for (const [id, { name }] of FAULTS.entries()) {
  if (WEEK_FAULT && Number(WEEK_FAULT) !== id) continue
  const settings = { WEEK_FAULT: String(id), WEEK_SEED: seed, WEEK_DESK_RUNS: most }
  const log = await quietly(() => tool('vitest', config, settings)).then(
    () => '',
    (error) => String(error.log),
  )
  const [, found] = /Property failed after (\d+) tests/.exec(log) ?? []
  if (log && !found) throw new Error(log)
  console.info(`${found ? `found by sequence ${found}` : `not found in ${most}`.padEnd(20)}`.padEnd(22), name)
  if (!found) missed.push(name)
}
process.exit(missed.length ? 1 : 0)
