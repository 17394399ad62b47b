// npm test. A line a step with its seconds; what fails is shown at the end, with its log and the command that runs it alone.
// `--postgres=<url>` of a PostgreSQL on which databases may be made adds what CI tries on one.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { installedBrowser } from './browser.mjs'
import { freePort } from './free-port.mjs'
import { moneyTests, randomSeed } from './money-tests.mjs'
import { build, generate, install, quietly, run, stopRunning, tool } from './steps.mjs'
import { playwrightResults, vitestResults } from './test-results.mjs'

const { postgres } = parseArgs({ options: { postgres: { type: 'string' } } }).values
const begun = performance.now()
const reports = mkdtempSync(path.join(tmpdir(), 'stirrup-reports-'))
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))

const total = { passed: 0, again: [] }
const count = ({ passed, again }) => {
  total.passed += passed
  total.again.push(...again)
}

/** Runs a step and prints its line. `alone` is the command that repeats it, or a function that returns those that repeat what failed. */
async function step(name, work, alone) {
  try {
    const seconds = await quietly(work)
    console.log(`${name.padEnd(52)}${seconds.toFixed(1).padStart(7)} s`)
  } catch (error) {
    stopRunning()
    console.error(`\n${error.log ?? error.stack}\n\nFailed: ${name}. Run it alone:`)
    const commands = typeof alone === 'function' ? alone() : [alone]
    for (const command of commands.slice(0, 10)) console.error(`  ${command}`)
    if (commands.length > 10) console.error(`  and ${commands.length - 10} more`)
    process.exit(1)
  }
}

/** Runs Vitest as a step. Passing tests print nothing; failed ones get a second try, as in the browser tests, and are named at the end. */
function vitest(name, project, { files = [], args = [], env = {} } = {}) {
  const report = path.join(reports, `${name}.json`)
  const reporters = [
    '--reporter=minimal',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--silent=passed-only',
    '--retry=1',
  ]
  const work = () => tool('vitest', ['run', '--project', project, ...files, ...reporters, ...args], env)
  const results = () => vitestResults(report, project)
  const command = ['npx vitest run --project', project, ...files].join(' ')
  return step(name, work, () => (existsSync(report) ? results().failed : [command])).then(() => count(results()))
}

/** Runs projects of the browser tests, one file after the other, on a server and a school of their own. */
async function browse(name, ...projects) {
  const report = path.join(reports, `${name}.json`)
  const args = ['test', ...projects.flatMap((project) => ['--project', project])]
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, E2E_PORT: String(await freePort()) }
  const work = () =>
    tool('playwright', [...args, '--reporter=dot,json', '--output', `test-results/${projects[0]}`], env)
  const alone = () => (existsSync(report) ? playwrightResults(report).failed : [`npx playwright ${args.join(' ')}`])
  await step(name, work, alone)
  count(playwrightResults(report))
}

/** Installs Debian's browser, or Playwright's own, if there is none. */
async function findBrowser() {
  if (installedBrowser()) return
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    await run('apt-get', ['update', '-qq'])
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], {
      DEBIAN_FRONTEND: 'noninteractive',
    })
  } else {
    await tool('playwright', ['install', '--only-shell', 'chromium'])
  }
}

/** Returns a step that runs a program of `scripts`, and the command that repeats it. */
const script = (name, ...args) => [
  () => tool('tsx', [`scripts/${name}.ts`, ...args], postgres ? { DATABASE_URL: postgres } : {}),
  `npm run ${name} -- ${args.join(' ')}`,
]

/**
 * Tests that run on both databases: of what knows which one it is on. Models and screens run on PostgreSQL if there is
 * one, which takes a third less processor time, and where several connections work at once; the servers of the browser
 * tests, of every address, of hostile inputs and of kills work with the same models on the embedded database.
 */
const BOTH = ['app/platform/', 'app/jobs/', 'app/services/', 'prisma/', 'scripts/', 'server/', 'test/']
/** Each server of the browser tests is one, on the embedded database. */
const SAMPLE = 'prisma/seed/sample-school.test.ts'
const ON_POSTGRES = {
  files: [
    ...readdirSync('app').flatMap((folder) => (folder === 'models' ? [] : `app/${folder}/`)),
    ...['prisma', 'scripts', 'server/hanging-database'],
    ...readdirSync('app/models').flatMap((folder) => (folder === 'money' ? [] : `app/models/${folder}/`)),
    ...moneyTests.others,
    ...moneyTests.long,
  ],
  env: { TEST_DATABASE_URL: postgres, LEDGER_RUNS: '30', CRASH_STRIDE: '13', WEEK_DESK_RUNS: '12' },
}

/** Runs the money tests on PostgreSQL, with a provider that takes its time. */
async function slowMoney() {
  const seed = randomSeed()
  const env = { TEST_DATABASE_URL: postgres, STIRRUP_SANDBOX_LATENCY: moneyTests.latency }
  const args = moneyTests.inOrderOf(seed)
  await vitest(`money on PostgreSQL, slow provider, seed ${seed}`, 'integration', { ...moneyTests, args, env })
}

/** The tests on the embedded database beside those on PostgreSQL. */
const EMBEDDED = { files: BOTH, env: { TEST_EXCLUDE: SAMPLE } }

/** Steps that need no build. */
async function sources() {
  await step('lint', () => tool('biome', ['check', '.']), 'npm run lint')
  await step('types', () => run('npm', ['run', '--silent', 'typecheck']), 'npm run typecheck')
  await vitest('unit tests', 'unit')
  await vitest('integration tests', 'integration', postgres ? EMBEDDED : {})
}

/** Restores a backup of the sample school to the embedded database and to an empty PostgreSQL, and backs it up again from there. */
async function restoreSample() {
  const { default: pg } = await import('pg')
  const { generateX25519Identity } = await import('age-encryption')
  const client = new pg.Client(postgres)
  await client.connect()
  await client.query('CREATE DATABASE restored').finally(() => client.end())
  const onPostgres = { DATABASE_URL: Object.assign(new URL(postgres), { pathname: '/restored' }).href }
  const [file, again] = ['sample.gz', 'again.gz'].map((name) => path.join(reports, name))
  // The second file is encrypted.
  const settings = { ...onPostgres, BACKUP_KEY: await generateX25519Identity() }
  const script = (name, ...args) => run(process.execPath, [`build/node/scripts/${name}.js`, ...args], settings)
  await tool('tsx', ['scripts/sample-backup.ts', file], { DATA_DIR: mkdtempSync(path.join(reports, 'sample-')) })
  await script('restore', file, '--check')
  await script('restore', file)
  await script('backup', again)
  await script('restore', again, '--check')
}

/** Steps that need a browser. */
async function browsers() {
  await step('browser', findBrowser, 'npx playwright install chromium')
  await vitest('scripts in a browser', 'browser')
  await step('sample school', () => tool('tsx', ['scripts/make-sample.ts']), 'npx tsx scripts/make-sample.ts')
  await Promise.all([
    browse('browser tests at a desk', 'js', 'no-js'),
    browse('browser tests on a phone', 'phone', 'phone-no-js'),
    browse('every screen at every width', 'walk'),
  ])
}

/** Longest first. */
const others = [
  () => postgres && vitest('integration tests on PostgreSQL', 'integration', ON_POSTGRES),
  () => postgres && slowMoney(),
  () => vitest('every address by everyone who may come', 'doors'),
  () => step('servers that are killed', ...script('kill', '--short', '--only=embedded')),
  () => step('1,500 inputs that nobody would send', ...script('fuzz', '1500', '13')),
  () => postgres && step('a restored sample school', restoreSample, 'npm run restore'),
  () => postgres && step('twenty people at once on two servers', ...script('contention', '5')),
  () => postgres && step('servers and a PostgreSQL that are killed', ...script('kill', '--short', '--only=postgres')),
]

/** Takes the next remaining step, so that no core is idle. */
async function goOn() {
  for (let next = others.shift(); next; next = others.shift()) await next()
}

console.log(`This takes about ${postgres ? 'fifteen' : 'eleven'} minutes on two cores.\n`)
await step('install', install, 'npm ci')
await step('database client', generate, 'npm run generate')
// Both halves wait as much as they work, so together they keep two cores busy.
const built = step('build', build, 'npm run build')
await Promise.all([sources(), built.then(browsers)].map((half) => Promise.all([half, built]).then(goOn)))

console.log(`\n${total.passed} passed, 0 failed`)
console.log(`${Math.round((performance.now() - begun) / 1_000)} s in all`)
for (const test of total.again) console.log(`passed at the second try: ${test}`)
