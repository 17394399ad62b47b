import { rmSync } from 'node:fs'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'

type Address = { path: string } | { host: string; port: number }
export type WorkerMessage = { type: 'ready'; port: number | undefined } | { type: 'stopped' }
export type WorkerOrder = 'stop' | 'read-only' | 'read-write'

export interface WorkerSettings {
  folder: string
  address: Address
  fsync: boolean
  readOnly: boolean
}

export interface RunningWorker {
  port: number | undefined
  /** Resolves with the reason if the database ends without having been stopped. */
  died: Promise<Error>
  order(order: Exclude<WorkerOrder, 'stop'>): void
  /** Lets running work finish, disconnects clients and closes the database. */
  stop(): Promise<void>
}

/** Starts the database in a thread of its own. Needs the bundle. @throws Error if it does not start. */
export async function startWorker(settings: WorkerSettings): Promise<RunningWorker> {
  // Without these V8 compiles PostgreSQL a second time, to faster code, which takes a second of each start and 60 MB,
  // on Node 24 even 470 MB for a moment, and a school would not notice the difference.
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag)
  // A killed process leaves its socket behind; we hold the folder's lock, so nothing listens on it.
  if ('path' in settings.address) rmSync(settings.address.path, { force: true })
  const worker = new Worker(path.resolve('build/node/server/embedded-postgres/worker.js'), { workerData: settings })
  const died = new Promise<Error>((resolve) => {
    worker.once('error', resolve)
    worker.once('exit', (code) => resolve(new Error(`The database stopped with code ${code}`)))
  })
  const ready = new Promise<number | undefined>((resolve) => {
    worker.once('message', (message: WorkerMessage) => {
      if (message.type === 'ready') resolve(message.port)
    })
  })
  const port = await Promise.race([ready, died])
  if (port instanceof Error) throw port
  return { port, died, order: (order) => worker.postMessage(order), stop: () => stopWorker(worker) }
}

async function stopWorker(worker: Worker) {
  const stopped = new Promise<void>((resolve) => {
    worker.once('message', () => resolve())
    worker.once('exit', () => resolve())
  })
  worker.postMessage('stop' satisfies WorkerOrder)
  await stopped
  await worker.terminate()
}
