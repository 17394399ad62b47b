import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { lockDataDir } from './lock'
import { copyTemplate } from './template'

export { DataDirInUse } from './lock'

export type Address = { path: string } | { host: string; port: number }
export type WorkerMessage = { type: 'ready'; port: number | undefined } | { type: 'stopped' }

export interface EmbeddedPostgres {
  url: string
  /** Lets running work finish, disconnects clients, closes the database and releases the folder. */
  stop(): Promise<void>
}

interface Options {
  /** All files of the database are below this folder. */
  dataDir: string
  /** A first start copies this pre-migrated database. Without it the first start makes an empty one. */
  template?: string
  /** False if a power failure may lose the last writes, as in tests. */
  fsync?: boolean
  /** Called if the database ends without having been stopped. */
  onFailure?: (error: Error) => void
}

/** Linux takes 107 bytes for a socket's path, macOS 103; `pg` adds the name below. */
const longestSocketPath = 100
const socketName = '.s.PGSQL.5432'

/**
 * Starts PGlite in a worker thread and lets PostgreSQL clients reach it: by a unix socket in the data folder, in a
 * private temporary folder if that path is too long, or on 127.0.0.1 on systems without such sockets. Needs the bundle.
 * @throws DataDirInUse if another process has the folder.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir)
  const release = await lockDataDir(dataDir)
  try {
    const folder = path.join(dataDir, 'pg')
    if (options.template && !existsSync(folder)) await copyTemplate(options.template, folder)
    const socketDir = process.platform === 'win32' ? undefined : prepareSocketDir(dataDir)
    const address = socketDir ? { path: path.join(socketDir, socketName) } : { host: '127.0.0.1', port: 0 }
    const { worker, port } = await startWorker(folder, address, options.fsync ?? true)
    let stopping = false
    worker.once('error', (error) => options.onFailure?.(error))
    worker.once('exit', (code) => {
      if (!stopping) options.onFailure?.(new Error(`The database stopped with code ${code}`))
    })
    return {
      url: socketDir
        ? `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(socketDir)}`
        : `postgresql://postgres@127.0.0.1:${port}/postgres`,
      async stop() {
        if (stopping) return
        stopping = true
        await stopWorker(worker)
        if (socketDir) rmSync(socketDir, { recursive: true, force: true })
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

/** Only this user can enter the folder, because the database asks for no password. */
function prepareSocketDir(dataDir: string): string {
  const dir = path.join(dataDir, 'socket')
  if (path.join(dir, socketName).length > longestSocketPath) return mkdtempSync(path.join(tmpdir(), 'stirrup-'))
  mkdirSync(dir, { recursive: true })
  chmodSync(dir, 0o700)
  // A killed process leaves its socket behind; we hold the lock, so nobody listens on it.
  rmSync(path.join(dir, socketName), { force: true })
  return dir
}

function startWorker(folder: string, address: Address, fsync: boolean) {
  // Compiling PostgreSQL a second time, to faster code, takes a second of each start and 60 MB, and gains a school nothing.
  setFlagsFromString('--wasm-tiering-budget=1000000000')
  const worker = new Worker(path.resolve('build/node/server/embedded-postgres/worker.js'), {
    workerData: { folder, address, fsync },
  })
  return new Promise<{ worker: Worker; port: number | undefined }>((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', (message: WorkerMessage) => {
      worker.off('error', reject)
      if (message.type === 'ready') resolve({ worker, port: message.port })
    })
  })
}

async function stopWorker(worker: Worker) {
  const stopped = new Promise<void>((resolve) => {
    worker.once('message', () => resolve())
    worker.once('exit', () => resolve())
  })
  worker.postMessage('stop')
  await stopped
  await worker.terminate()
}
