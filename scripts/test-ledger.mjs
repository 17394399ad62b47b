// The long form of two tests of the money that CI runs in short: random sequences of everything that can happen, with calls
// that take their time, and a process that dies at every point of each flow. `npm run test:ledger -- 10000` says how many
// sequences; the seeds are printed, and LEDGER_SEED with LEDGER_PATH repeats a failure.
import { availableParallelism } from 'node:os'
import { tool } from './steps.mjs'

const runs = Number(process.argv[2] ?? 10_000)
const shards = Math.max(1, availableParallelism())
const seed = Number(process.env.LEDGER_SEED ?? Date.now() % 1_000_000_000)
const latency = process.env.STIRRUP_SANDBOX_LATENCY ?? '0-2'

const vitest = (file, env) => tool('vitest', ['run', '--project=integration', '--reporter=verbose', file], env)
console.info(`\n> ${runs} sequences in ${shards} processes, seeds from ${seed}, ${latency} ms a call each way`)
const outcomes = await Promise.allSettled(
  Array.from({ length: shards }, (_, shard) =>
    vitest('app/models/money/paying/ledger.property.test.ts', {
      LEDGER_RUNS: String(Math.ceil(runs / shards)),
      LEDGER_SEED: String(seed + shard),
      STIRRUP_SANDBOX_LATENCY: latency,
    }),
  ),
)
console.info('\n> a process that dies at every point')
for (const file of ['app/models/money/paying/crash.test.ts', 'app/models/money/events/event-queue.test.ts']) {
  outcomes.push(...(await Promise.allSettled([vitest(file, { CRASH_STRIDE: '1' })])))
}
const failed = outcomes.filter(({ status }) => status === 'rejected')
for (const { reason } of failed) console.error(reason)
process.exit(failed.length ? 1 : 0)
