// The money tests once more, with the time that calls to a provider take and in random order: what holds only because
// answers come at once, or one test after another, fails here. `npm run test:money -- 1234` repeats the order of a run.
import { tool } from './steps.mjs'

const seed = Number(process.argv[2] ?? Date.now() % 1_000_000)
const latency = process.env.STIRRUP_SANDBOX_LATENCY ?? '15-60'
console.info(`\n> money tests with ${latency} ms a call each way, in the order of seed ${seed}`)
await tool(
  'vitest',
  [
    'run',
    '--project=integration',
    'app/services/stripe',
    // Thousands of calls one after another: it has a command of its own.
    '--exclude=**/*.property.test.ts',
    '--sequence.shuffle.files',
    '--sequence.shuffle.tests',
    `--sequence.seed=${seed}`,
    '--testTimeout=60000',
    // It waits more than it works.
    '--maxWorkers=4',
  ],
  { STIRRUP_SANDBOX_LATENCY: latency },
)
