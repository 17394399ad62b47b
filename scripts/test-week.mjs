// The long form of the random changes of the week that CI runs in short: `npm run test:week -- 50000` says how many sequences of decisions
// in memory. Of each hundred, one is sent by forms and calls to a database, where every screen is compared after each step. The seeds are
// printed, and WEEK_SEED with WEEK_PATH repeats a failure.
import { availableParallelism } from 'node:os'
import { tool } from './steps.mjs'

const runs = Number(process.argv[2] ?? 50_000)
const shards = Math.max(1, availableParallelism())
const seed = Number(process.env.WEEK_SEED ?? Date.now() % 1_000_000_000)
const ofDesk = Math.ceil(runs / 100)
console.info(`\n> ${runs} sequences and ${ofDesk} of the desk in ${shards} processes, seeds from ${seed}`)
/** Runs each process's share, all at once. */
const together = (project, count, variable) =>
  Promise.allSettled(
    Array.from({ length: shards }, (_, shard) =>
      tool(
        'vitest',
        ['run', `--project=${project}`, '--reporter=verbose', 'app/models/schedule/lessons/week.property'],
        {
          [variable]: String(Math.ceil(count / shards)),
          WEEK_SEED: String(seed + shard),
        },
      ),
    ),
  )
const outcomes = [
  ...(await together('unit', runs, 'WEEK_RUNS')),
  ...(await together('integration', ofDesk, 'WEEK_DESK_RUNS')),
]
const failed = outcomes.filter(({ status }) => status === 'rejected')
for (const { reason } of failed) console.error(reason)
process.exit(failed.length ? 1 : 0)
