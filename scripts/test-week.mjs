// The long form of the random changes of the week that CI runs in short: `npm run test:week -- 50000` says how many sequences. The seeds are
// printed, and WEEK_SEED with WEEK_PATH repeats a failure.
import { availableParallelism } from 'node:os'
import { tool } from './steps.mjs'

const runs = Number(process.argv[2] ?? 50_000)
const shards = Math.max(1, availableParallelism())
const seed = Number(process.env.WEEK_SEED ?? Date.now() % 1_000_000_000)
console.info(`\n> ${runs} sequences in ${shards} processes, seeds from ${seed}`)
const outcomes = await Promise.allSettled(
  Array.from({ length: shards }, (_, shard) =>
    tool('vitest', ['run', '--project=unit', '--reporter=verbose', 'app/models/lessons/week.property'], {
      WEEK_RUNS: String(Math.ceil(runs / shards)),
      WEEK_SEED: String(seed + shard),
    }),
  ),
)
const failed = outcomes.filter(({ status }) => status === 'rejected')
for (const { reason } of failed) console.error(reason)
process.exit(failed.length ? 1 : 0)
