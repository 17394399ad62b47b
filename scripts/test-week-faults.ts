// Puts past faults of the week back, one at a time, and says after how many random sequences the runs find each. Fails if one is not
// found in 40, or in as many as `npm run test:week:faults -- 100` says. WEEK_SEED repeats a run; WEEK_FAULT=3,4 tries these alone.
import { tool } from './steps.mjs'

const most = process.argv[2] ?? '40'
const seed = process.env.WEEK_SEED ?? String(Date.now() % 1_000_000_000)
console.info(`> ${most} sequences for each fault, seed ${seed}`)
await tool('vitest', ['run', '--config', 'test/week/vitest.faults.ts', '--reporter=verbose'], {
  WEEK_SEED: seed,
  WEEK_DESK_RUNS: most,
})
