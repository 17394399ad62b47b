// npm run test:year:faults -- --days 40 --seeds 2     needs a build
// Puts past faults back, one at a time, into a copy of this checkout with a build of its own, and says after how many days and steps of a
// school's year each is found, and by what. Fails if fewer than ten of twelve are found, or if the year finds something without a fault.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { FAULTS } from './year/faults/faults'
import { copyTree, tryYear, withFault } from './year/faults/trial'

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '40' },
    seeds: { type: 'string', default: '2' },
    from: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
})
const [days, count, first] = [Number(values.days), Number(values.seeds), Number(values.from)]
const only = values.only?.split(',').map(Number)
if (![days, count, first].every((n) => Number.isInteger(n) && n > 0)) {
  console.error('Usage: npm run test:year:faults -- [--days 40] [--seeds 2] [--from 1] [--only 0,3,4]')
  process.exit(1)
}

const folder = mkdtempSync(path.join(tmpdir(), 'stirrup-year-faults-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
copyTree(folder)

/** Returns a line about the first seed that finds something, and whether one did. */
async function search(): Promise<{ said: string; isFound: boolean }> {
  let tried = 0
  for (let seed = first; seed < first + count; seed++) {
    const trial = await tryYear(folder, seed, days)
    tried += trial.days
    if (trial.found) {
      const where = `seed ${seed}, day ${trial.days}, step ${trial.steps}`
      return { said: `${where}${tried > trial.days ? `, ${tried} days in all` : ''}: ${trial.found}`, isFound: true }
    }
  }
  return { said: `nothing in ${tried} days`, isFound: false }
}

const tried = { faults: 0, found: 0 }
let isClean = true
for (const [id, fault] of [{ name: 'Without a fault', edits: [] }, ...FAULTS].entries()) {
  if (only && !only.includes(id)) continue
  const { said, isFound } = await withFault(folder, fault, search)
  console.log(`${String(id).padStart(2)} ${fault.name}\n     ${said}`)
  if (id === 0) isClean = !isFound
  else {
    tried.faults++
    if (isFound) tried.found++
  }
}
console.log(`\n${tried.found} of ${tried.faults} faults were found`)
process.exit(isClean && tried.found * 12 >= tried.faults * 10 ? 0 : 1)
