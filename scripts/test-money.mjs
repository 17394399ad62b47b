// The money tests once more, with the time that calls to a provider take and in random order: what holds only because
// answers come at once, or one test after another, fails here. `npm run test:money -- 1234` repeats the order of a run.
import { readdirSync } from 'node:fs'
import { tool } from './steps.mjs'

const seed = Number(process.argv[2] ?? Date.now() % 1_000_000)
const room = 'app/services/stripe/'
// Property tests, and crashes at each point of each flow, make thousands of calls one after another: without the wait.
const files = readdirSync(room, { recursive: true })
  .filter((file) => file.endsWith('.test.ts') && !/(\.property|\.unit|crash)\.test\.ts$/.test(file))
  .map((file) => room + file)
const latency = process.env.STIRRUP_SANDBOX_LATENCY ?? '15-60'
console.info(`\n> money tests with ${latency} ms a call each way, in the order of seed ${seed}`)
await tool(
  'vitest',
  [
    'run',
    '--project=integration',
    ...files,
    '--sequence.shuffle.files',
    '--sequence.shuffle.tests',
    `--sequence.seed=${seed}`,
    '--testTimeout=60000',
    // It waits more than it works.
    '--maxWorkers=4',
  ],
  { STIRRUP_SANDBOX_LATENCY: latency },
)
