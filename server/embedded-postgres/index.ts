import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { lockDataDir } from './lock'
import { Room } from './room'
import { supervise } from './supervisor'
import { copyTemplate } from './template'
import { startWorker } from './worker-thread'

export { DataDirInUse } from './lock'

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
  /** Called if the database ended by itself and cannot be restarted. */
  onFailure?: (error: Error) => void
}

/** Linux allows 107 bytes for a socket's path, macOS 103; `pg` adds the file name below. */
const longestSocketPath = 100
const socketName = '.s.PGSQL.5432'

/**
 * Starts PGlite in a worker thread and lets PostgreSQL clients connect to it: by a Unix socket in the data folder, in a
 * private temporary folder if that path is too long, or on 127.0.0.1 on systems without such sockets. A database that
 * ends by itself is restarted. Needs the bundle.
 * @throws DataDirInUse if another process has the folder.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir)
  const fsync = options.fsync ?? true
  const room = fsync ? new Room(dataDir) : undefined
  // The lock is a file too.
  room?.prepare()
  const release = await lockDataDir(dataDir)
  try {
    const folder = path.join(dataDir, 'pg')
    if (options.template && !existsSync(folder)) await copyTemplate(options.template, folder)
    const socketDir = process.platform === 'win32' ? undefined : prepareSocketDir(dataDir)
    let port = 0
    const database = await supervise({
      start: async (readOnly) => {
        const running = await startWorker({ folder, address: addressOf(socketDir, port), fsync, readOnly })
        port = running.port ?? 0
        return running
      },
      room,
      onFailure: (error) => options.onFailure?.(error),
    })
    let stopping = false
    return {
      url: socketDir
        ? `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(socketDir)}`
        : `postgresql://postgres@127.0.0.1:${port}/postgres`,
      async stop() {
        if (stopping) return
        stopping = true
        await database.stop()
        if (socketDir) rmSync(socketDir, { recursive: true, force: true })
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

/** Returns the address to listen on. The port is that of the previous start, or 0. */
const addressOf = (socketDir: string | undefined, port: number) =>
  socketDir ? { path: path.join(socketDir, socketName) } : { host: '127.0.0.1', port }

/** Creates the folder that only this user can enter, because the database asks for no password. */
function prepareSocketDir(dataDir: string): string {
  const dir = path.join(dataDir, 'socket')
  if (path.join(dir, socketName).length > longestSocketPath) return mkdtempSync(path.join(tmpdir(), 'stirrup-'))
  mkdirSync(dir, { recursive: true })
  chmodSync(dir, 0o700)
  return dir
}
