import cluster from 'node:cluster'
import { once } from 'node:events'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { installGlobals, type ServerBuild } from '@remix-run/node'
import { WrongDatabase } from '~/platform/database/mode.server'
import { whyAway } from '~/platform/database/why-away'
import { settingsWarnings } from '~/platform/env/warnings'
import { type Env, EnvError, getEnv } from '~/platform/env.server'
import { log, logError } from '~/platform/log.server'
import { httpServer } from './connections'
import { startDatabase } from './database'
import { DataDirInUse } from './embedded-postgres'
import { type App, createHttpApp } from './http'
import { logPlainOutput } from './plain-output'
import { drain, handedSocket, onStopRequested } from './shutdown'
import { STOP, startWorkers } from './workers'

const CLIENT = path.resolve('build/app/client')

process.env.NODE_ENV ??= 'production'
installGlobals({ nativeFetch: true })

/** Functions that close what was opened, called in reverse order. */
const opened: Array<() => Promise<void>> = []
let stopping = false

async function start() {
  const env = getEnv()
  if (cluster.isPrimary)
    for (const { says, next } of settingsWarnings(env)) log('warn', 'settings', { reason: `${says} ${next}` })
  // The workers find the database ready.
  if (cluster.isPrimary) opened.push(await startDatabase(env, (error) => void stop(1, error)))
  if (cluster.isWorker || env.workers === 1) return serve(env)
  const workers = startWorkers(env.workers, (error) => void stop(1, error))
  opened.push(workers.stop)
  await workers.ready
  log('info', 'ready', { url: env.appUrl, workers: env.workers, ms: Math.round(process.uptime() * 1000) })
}

async function serve(env: Env) {
  const build: ServerBuild = await import(pathToFileURL(path.resolve('build/app/server/routes.js')).href)
  const { app } = build.entry.module as unknown as { app: App }
  opened.push(() => app.close())
  await app.start()
  const server = httpServer(createHttpApp({ env, build, app, isStopping: () => stopping, client: CLIENT }))
  server.listen(handedSocket() ?? { port: env.port, host: env.host })
  await once(server, 'listening')
  opened.push(() => drain(server))
  if (cluster.isPrimary) log('info', 'ready', { url: env.appUrl, ms: Math.round(process.uptime() * 1000) })
  if (env.mode === 'demo') process.stdout.write(`\n  Stirrup is open at ${env.appUrl}\n\n`)
}

async function stop(code: number, reason?: unknown) {
  if (stopping) return
  stopping = true
  if (reason) report(reason)
  for (const close of opened.reverse()) await close().catch(report)
  process.exit(code)
}

/** Prints a sentence for errors that the operator can fix, and a stack for others. */
function report(error: unknown) {
  const { code } = error as NodeJS.ErrnoException
  if ([EnvError, DataDirInUse, WrongDatabase].some((known) => error instanceof known) && error instanceof Error)
    tell(error.message)
  else if (code !== 'EADDRINUSE' && process.env.DATABASE_URL && whyAway(error, process.env.DATABASE_URL))
    tell(`${whyAway(error, process.env.DATABASE_URL)}`)
  else if (code === 'EADDRINUSE') tell(`Port ${getEnv().port} is in use. Set PORT to another one.`)
  else log('error', 'server', { reason: error instanceof Error ? error.stack : String(error) })
}

/** Prints a sentence for whoever starts the program. */
const tell = (sentence: string) => process.stderr.write(`${sentence}\n`)

logPlainOutput()
// The state of the process is unknown after this.
process.on('uncaughtException', (error) => void stop(1, error))
// A rejected promise has left nothing half done: whoever awaits it gets the error.
process.on('unhandledRejection', (reason) => logError(reason, { unhandled: true }))
onStopRequested(() => void stop(0))
if (cluster.isWorker) process.on('message', (message) => message === STOP && void stop(0))
await start().catch((error) => stop(1, error))
