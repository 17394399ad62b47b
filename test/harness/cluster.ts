import { execFile, execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../scripts/free-port.mjs'

const ROOM = '/usr/lib/postgresql'

function findBinaries(): string | undefined {
  if (!existsSync(ROOM)) return undefined
  const versions = readdirSync(ROOM).sort((a, b) => Number(b) - Number(a))
  return versions.map((version) => path.join(ROOM, version, 'bin')).find((bin) => existsSync(path.join(bin, 'initdb')))
}

/** A separate PostgreSQL that may be killed. */
export interface Cluster {
  /** The address of its maintenance database. */
  url: string
  kill(): void
  /** Suspends its processes, while connections stay open. */
  hang(): void
  /** Resumes the suspended processes. */
  goOn(): void
  start(): Promise<void>
  remove(): Promise<void>
}

/** Starts PostgreSQL; null if it is not installed. It does not sync to the disk: only its processes are killed, never the machine. */
export async function startCluster(): Promise<Cluster | null> {
  const bin = findBinaries()
  if (!bin) return null
  const folder = mkdtempSync(path.join(tmpdir(), 'stirrup-kill-pg-'))
  const data = path.join(folder, 'db')
  const port = await freePort()
  const asRoot = process.getuid?.() === 0
  if (asRoot) chownSync(folder, Number(execFileSync('id', ['-u', 'postgres'])), -1)
  const run = (command: string, args: string[]) => {
    const program = path.join(bin, command)
    const [name, ...rest] = asRoot ? ['runuser', '-u', 'postgres', '--', program, ...args] : [program, ...args]
    return promisify(execFile)(name!, rest)
  }
  await run('initdb', ['-D', data, '-U', 'stirrup', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'])
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -k ${folder} -c fsync=off -c max_connections=60`
  // Processes of a killed server may still hold its memory.
  const start = async (attempts = 20): Promise<void> => {
    try {
      await run('pg_ctl', ['-D', data, '-w', '-l', path.join(folder, 'log'), '-o', options, 'start'])
    } catch (error) {
      if (attempts === 1) throw error
      await wait(500)
      await start(attempts - 1)
    }
  }
  await start()
  const postmaster = () => Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const signalAll = (signal: 'SIGSTOP' | 'SIGCONT') => {
    const parent = postmaster()
    const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').split(' ').filter(Boolean)
    for (const pid of [parent, ...children.map(Number)]) {
      try {
        process.kill(pid, signal)
      } catch (error) {
        // A worker that has just ended needs no signal.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
  }
  return {
    url: `postgresql://stirrup@127.0.0.1:${port}/postgres`,
    start: () => start(),
    kill: () => process.kill(postmaster(), 'SIGKILL'),
    hang: () => signalAll('SIGSTOP'),
    goOn: () => signalAll('SIGCONT'),
    async remove() {
      // It may have been killed and not started again.
      await run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']).catch(() => undefined)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
