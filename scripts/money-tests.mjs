import { readdirSync } from 'node:fs'

const money = 'app/models/money'
/** The folders that only read and write rows. */
const ROWS = ['catalog', 'issues', 'payments', 'subscriptions', 'donations']
const commands = readdirSync(money).filter((folder) => !ROWS.includes(folder))
const all = commands.flatMap((folder) =>
  readdirSync(`${money}/${folder}`)
    .filter((file) => /(?<!\.unit)\.test\.ts$/.test(file))
    .map((file) => `${money}/${folder}/${file}`),
)
const isLong = (file) => /(\.property|crash)\.test\.ts$/.test(file)

/**
 * The money tests with a provider that takes time to answer, in random order: a test that passes only because answers
 * come at once, or after another test, fails here.
 */
export const moneyTests = {
  files: all.filter((file) => !isLong(file)),
  /** They make thousands of calls in sequence, so they run without the delay. */
  long: all.filter(isLong),
  /** The money's other tests, which call no slow provider. */
  others: ROWS.map((folder) => `${money}/${folder}/`),
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
