import { readdirSync } from 'node:fs'

const room = 'app/services/stripe/'
const all = readdirSync(room, { recursive: true })
  .filter((file) => /(?<!\.unit)\.test\.ts$/.test(file))
  .map((file) => room + file)
const isLong = (file) => /(\.property|crash)\.test\.ts$/.test(file)

/**
 * The money tests with the time that calls to a provider take, in random order: what holds only because answers come at once, or one test
 * after another, fails here.
 */
export const moneyTests = {
  files: all.filter((file) => !isLong(file)),
  /** They make thousands of calls one after another: without the wait. */
  long: all.filter(isLong),
  /** The seed repeats the order of a run. */
  inOrderOf: (seed) => [
    '--sequence.shuffle.files',
    '--sequence.shuffle.tests',
    `--sequence.seed=${seed}`,
    // It waits more than it works.
    '--maxWorkers=4',
  ],
  latency: process.env.STIRRUP_SANDBOX_LATENCY ?? '15-60',
}

export const randomSeed = () => Date.now() % 1_000_000
