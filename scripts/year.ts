// npm run test:year -- --seed 1 --days 30     needs a build
// One school with everything that can happen to it, from one seed: families, the office, instructors, the provider, the clock, power cuts and
// backups. After each day everything that the school shows is compared. A violation is printed with the fewest steps that still lead to it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: '30' },
    steps: { type: 'string' },
    story: { type: 'boolean', default: false },
    'no-shrink': { type: 'boolean', default: false },
  },
})
const [seed, days] = [Number(values.seed), Number(values.days)]
if (!Number.isInteger(seed) || !Number.isInteger(days) || days < 1) {
  console.error('Usage: npm run test:year -- --seed 1 --days 30 [--steps 3,17,40] [--story] [--no-shrink]')
  process.exit(1)
}

const folder = mkdtempSync(path.join(tmpdir(), 'stirrup-year-clock-'))
const clockFile = path.join(folder, 'clock')
// This process keeps the provider, which has the same clock.
process.env.STIRRUP_KILL_CLOCK = clockFile
await import('./year/preload.mjs')
const { plan } = await import('./year/plan')
const { report, shrinkAndTell } = await import('./year/report')
const { run } = await import('./year/run')

const begun = performance.now()
const wanted = values.steps?.split(',').map(Number)
const steps = plan(seed, days).filter(({ index }) => !wanted || wanted.includes(index))
try {
  const ran = await run(clockFile, steps, console.log)
  if (!report(ran, performance.now() - begun, values.story)) process.exitCode = 1
  if (ran.world.violations.length > 0) {
    console.log(`\nSeed ${seed}, ${days} days.`)
    if (!values['no-shrink']) await shrinkAndTell(clockFile, ran, `--seed ${seed} --days ${days}`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
