// npm run several -- [processes]   needs a build, and DATABASE_URL of a PostgreSQL on which databases may be made
// One demo as a large school would run it: several processes on one database, behind a proxy that knows nothing of sessions. PORT is
// the proxy's. The browser tests run against it with E2E_SERVER='tsx scripts/several.ts'. Its database is dropped at the end.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onStopRequested } from '../server/shutdown'
import { databaseUrl, onServer } from '../test/global-setup'
import { startBuiltServer } from './built-server'
import { startProxy } from './several/proxy'

const count = Number(process.argv[2] ?? 3)
const port = Number(process.env.PORT ?? 3000)
const server = process.env.DATABASE_URL
if (!server || !Number.isInteger(count) || count < 1) {
  console.error('Usage: DATABASE_URL=postgresql://… npm run several -- [processes]')
  process.exit(1)
}

const database = `several_${process.pid}`
const dataDir = mkdtempSync(path.join(tmpdir(), 'stirrup-several-'))
const appUrl = `http://127.0.0.1:${port}`
const settings = {
  STIRRUP_MODE: 'demo',
  DEMO_DATABASE: 'yes',
  DATABASE_URL: databaseUrl(server, database),
  SESSION_SECRET: randomBytes(24).toString('base64url'),
  TRUST_PROXY: '1',
}

await onServer(server, (client) => client.query(`CREATE DATABASE ${database}`))
// The first one has the payment sandbox, and makes the sample school.
const first = await startBuiltServer({ settings: { ...settings, DATA_DIR: dataDir }, appUrl })
const others = Array.from({ length: count - 1 }, () =>
  startBuiltServer({ settings: { ...settings, SANDBOX_URL: first.url }, appUrl }),
)
const servers = [first, ...(await Promise.all(others))]
const proxy = await startProxy(
  port,
  servers.map(({ url }) => url),
)
console.info(`\n  Stirrup is open at ${appUrl}, in ${count} processes\n`)

onStopRequested(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await Promise.all(servers.map((one) => one.stop()))
  await onServer(server, (client) => client.query(`DROP DATABASE ${database} WITH (FORCE)`))
  rmSync(dataDir, { recursive: true })
  process.exit(0)
})
