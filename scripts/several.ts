// npm run several -- [processes] [--demo]   needs a build, and DATABASE_URL of a PostgreSQL on which databases may be made
// The sample school as a large one would run it: several processes on one database, behind a proxy that knows nothing of sessions. PORT is
// the proxy's. It is a school in production, with its provider and mail beside it; with --demo a demo, in which browsers sign in and pay as
// they do there: the browser tests run against it with E2E_SERVER='tsx scripts/several.ts --demo'. Its database is dropped at the end.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { onStopRequested } from '../server/shutdown'
import { startBuiltServers, stopAll } from '../test/harness/built-server'
import { createDatabase, onServer } from '../test/harness/databases'
import { startProvider } from '../test/harness/provider'
import { startProxy } from '../test/harness/proxy'
import { giveToProduction, productionSettings, SESSION_SECRET } from '../test/harness/sample-school'
import { startMailServer } from '../test/mail-server'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { demo: { type: 'boolean' } } })
const count = Number(positionals[0] ?? 3)
const port = Number(process.env.PORT ?? 3000)
const server = process.env.DATABASE_URL
if (!server || !Number.isInteger(count) || count < 1) {
  console.error('Usage: DATABASE_URL=postgresql://… npm run several -- [processes] [--demo]')
  process.exit(1)
}

const { url, drop } = await createDatabase(server, `several_${process.pid}`)
const dataDir = mkdtempSync(path.join(tmpdir(), 'stirrup-several-'))
const appUrl = `http://127.0.0.1:${port}`
const common = { DATABASE_URL: url, SESSION_SECRET, TRUST_PROXY: '1' }
const start = (times: number, settings: Record<string, string | undefined>) =>
  startBuiltServers(times, { settings: { ...settings, ...common }, appUrl })

// The first process runs the demo's payment sandbox, and creates the sample school.
const [first] = await start(1, { STIRRUP_MODE: 'demo', DEMO_DATABASE: 'yes', DATA_DIR: dataDir })

async function startDemo() {
  const others = await start(count - 1, { STIRRUP_MODE: 'demo', DEMO_DATABASE: 'yes', SANDBOX_URL: first!.url })
  return [first!, ...others]
}

async function startProduction() {
  await first!.stop()
  await onServer(url, giveToProduction)
  const provider = await startProvider(path.join(dataDir, 'sandbox-stripe.jsonl'))
  const mail = await startMailServer()
  const servers = await start(count, { ...productionSettings(provider, mail.url), DATA_DIR: dataDir })
  provider.hooks.push(...servers.map((one) => one.url))
  console.info(`\n  To sign in: DATABASE_URL=${url} APP_URL=${appUrl} npm run link -- rider@stirrup.example`)
  return servers
}

const servers = await (values.demo ? startDemo() : startProduction())
const proxy = await startProxy(
  port,
  servers.map((one) => one.url),
)
console.info(`\n  Stirrup is open at ${appUrl}, in ${count} processes\n`)

onStopRequested(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await stopAll(servers)
  await drop()
  rmSync(dataDir, { recursive: true })
  process.exit(0)
})
