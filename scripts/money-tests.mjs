import { readdirSync } from 'node:fs'

const room = 'app/services/stripe/'
const all = readdirSync(room, { recursive: true })
  .filter((file) => /(?<!\.unit)\.test\.ts$/.test(file))
  .map((file) => room + file)
const isLong = (file) => /(\.property|crash)\.test\.ts$/.test(file)

/**
 * The money tests with a provider that takes time to answer, in random order: a test that passes only because answers
 * come at once, or after another test, fails here.
 */
export const moneyTests = {
  files: all.filter((file) => !isLong(file)),
  /** They make thousands of calls in sequence, so they run without the delay. */
  long: all.filter(isLong),
  /** The seed reproduces the order of a run. */
  inOrderOf: (seed) => [
    '--sequence.shuffle.files',
    '--sequence.shuffle.tests',
    `--sequence.seed=${seed}`,
    // These tests wait more than they work.
    '--maxWorkers=4',
  ],
  latency: process.env.STIRRUP_SANDBOX_LATENCY ?? '15-60',
}

export const randomSeed = () => Date.now() % 1_000_000
