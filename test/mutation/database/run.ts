// Inserts faults on purpose into code that needs a database, and prints which of them no test notices. Each is active
// in the one test that has to notice it, so that a run tries all of them at once; a test with several takes a run for
// each. With TEST_DATABASE_URL also those that only PostgreSQL can show.
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { quietly, tool } from '../../../scripts/steps.mjs'
import { MUTANTS } from './mutants'

interface Report {
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[]
}

const report = path.join(mkdtempSync(path.join(tmpdir(), 'stirrup-mutants-')), 'tests.json')
const config = 'test/mutation/database/vitest.config.ts'
const survivors: number[] = []
const tried = [...MUTANTS.keys()].filter((id) => process.env.TEST_DATABASE_URL || !MUTANTS[id]?.waits)
let waiting = tried
const testOf = (id: number) => MUTANTS[id]?.test ?? ['', '']
while (waiting.length) {
  const titles = waiting.map((id) => testOf(id).join())
  const awake = waiting.filter((_, place) => titles.indexOf(titles[place] ?? '') === place)
  const pattern = awake.map((id) => testOf(id)[1].replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const files = new Set(awake.map((id) => testOf(id)[0]))
  const args = ['run', '--config', config, '--silent', '--reporter=verbose', '--reporter=json', '-t', pattern]
  console.info(`Awake: ${awake.length}`)
  // Most of its tests should fail.
  const run = () =>
    tool('vitest', [...args, `--outputFile.json=${report}`, ...files], { MUTANTS: JSON.stringify(awake) })
  await quietly(run).catch(() => {})
  const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'))
  for (const id of awake) {
    const [file, title] = testOf(id)
    const ran = testResults
      .filter(({ name }) => path.relative('.', name) === file)
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status, fullName }) => fullName.includes(title) && status !== 'skipped' && status !== 'pending')
    if (!ran.length) throw new Error(`${file} has not run: ${title}`)
    if (!ran.some(({ status }) => status === 'failed')) survivors.push(id)
  }
  waiting = waiting.filter((id) => !awake.includes(id))
}
console.info(`\n${tried.length} faults, ${tried.length - survivors.length} noticed`)
for (const id of survivors) {
  const { file, from, to } = MUTANTS[id] ?? {}
  console.info(`  not noticed: ${file}: ${from} -> ${to} (${testOf(id).join(': ')})`)
}
process.exit(survivors.length ? 1 : 0)
