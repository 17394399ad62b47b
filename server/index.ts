import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { installGlobals, type ServerBuild } from '@remix-run/node'
import { type Env, EnvError, getEnv } from '~/platform/env.server'
import { log } from '~/platform/log.server'
import { startDatabase } from './database'
import { DataDirInUse } from './embedded-postgres'
import { type App, createHttpApp } from './http'
import { drain, onStopRequested } from './shutdown'
import { STOP, startWorkers } from './workers'

const CLIENT = ['build/app/client', 'build/browser'].map((folder) => path.resolve(folder))

process.env.NODE_ENV ??= 'production'
installGlobals({ nativeFetch: true })

/** Closed in the opposite order. */
const opened: Array<() => Promise<void>> = []
let stopping = false

async function start() {
  const env = getEnv()
  // Workers find it ready.
  if (cluster.isPrimary) opened.push(await startDatabase(env, (error) => void stop(1, error)))
  if (cluster.isWorker || env.workers === 1) return serve(env)
  opened.push(await startWorkers(env.workers, (error) => void stop(1, error)))
  log('info', 'ready', { url: env.appUrl, workers: env.workers, ms: Math.round(process.uptime() * 1000) })
}

async function serve(env: Env) {
  const build: ServerBuild = await import(pathToFileURL(path.resolve('build/app/server/index.js')).href)
  const { app } = build.entry.module as unknown as { app: App }
  opened.push(() => app.close())
  await app.start()
  const server = createServer(createHttpApp({ env, build, app, isStopping: () => stopping, client: CLIENT }))
  // Longer than the minute for which balancers keep connections, so that they never use a closing one.
  server.keepAliveTimeout = 65_000
  server.requestTimeout = 60_000
  server.listen(env.port, env.host)
  await once(server, 'listening')
  opened.push(() => drain(server))
  if (cluster.isPrimary) log('info', 'ready', { url: env.appUrl, ms: Math.round(process.uptime() * 1000) })
  if (env.mode === 'demo') console.info(`\n  Stirrup is open at ${env.appUrl}\n`)
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
  if (error instanceof EnvError || error instanceof DataDirInUse) console.error(error.message)
  else if (code === 'EADDRINUSE') console.error(`Port ${getEnv().port} is in use. Set PORT to another one.`)
  else log('error', 'server', { reason: error instanceof Error ? error.stack : String(error) })
}

onStopRequested(() => void stop(0))
if (cluster.isWorker) process.on('message', (message) => message === STOP && void stop(0))
await start().catch((error) => stop(1, error))
