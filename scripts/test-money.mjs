// The money tests with a slow provider in random order, on the embedded database or on that of TEST_DATABASE_URL.
// `npm run test:money -- 1234` repeats the order of a run.
import { moneyTests, randomSeed } from './money-tests.mjs'
import { tool } from './steps.mjs'

const { files, inOrderOf, latency } = moneyTests
const seed = Number(process.argv[2] ?? randomSeed())
console.info(`\n> money tests with ${latency} ms a call each way, in the order of seed ${seed}`)
await tool('vitest', ['run', '--project=integration', ...files, ...inOrderOf(seed)], {
  STIRRUP_SANDBOX_LATENCY: latency,
})
