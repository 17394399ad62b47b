import { randomUUID } from 'node:crypto'
import {
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'

interface Holder {
  pid: number
  host: string
  /** The process ID namespace, which differs between containers with the same host name; empty without /proc. */
  namespace: string
  /** Start time of the process in clock ticks since boot; empty without /proc. */
  started: string
}

const heartbeatMs = 5_000
const silentMs = 4 * heartbeatMs
/**
 * How long to wait for the lock, in milliseconds: a stopping process usually releases it by then, and one of another
 * container that was killed stops touching it.
 */
const patienceMs = (holder: Holder) => (isHere(holder) ? 1_500 : silentMs)
const pauseMs = 50

const processNamespace = () => {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/** The message says who holds the folder and what to do. */
export class DataDirInUse extends Error {
  override name = 'DataDirInUse'
  readonly holder: Holder
  constructor(dataDir: string, holder: Holder) {
    const { pid, host } = holder
    const where = host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`
    super(`The data folder ${dataDir} is in use by ${where}. Stop it, or set DATA_DIR to another folder.`)
    this.holder = holder
  }
}

/**
 * Fields 3 and 22 of /proc/<pid>/stat (proc(5)): the start time tells a process from a later one with the same id.
 * Undefined without /proc.
 */
function inspect(pid: number): { ended: boolean; started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { ended: fields[0] === 'Z' || fields[0] === 'X', started: fields[19] ?? '' }
  } catch {
    return undefined
  }
}

/** Whether process IDs of the holder mean the same here: same machine and container. */
const isHere = ({ host, namespace }: Holder) => host === hostname() && namespace === processNamespace()

function isAlive(holder: Holder, lockFile: string): boolean {
  // Processes of another machine or container cannot be looked up: they count as alive while they touch their lock.
  if (!isHere(holder)) return Date.now() - statSync(lockFile).mtimeMs < silentMs
  const { pid, started } = holder
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const found = inspect(pid)
  // A killed process keeps its ID until its parent has collected its exit status.
  return !found || (!found.ended && found.started === started)
}

/** Runs `work`; false if it fails with `code`. */
function unless(code: string, work: () => void): boolean {
  try {
    work()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== code) throw error
    return false
  }
}

const lastTouched = (lock: string) => statSync(lock, { throwIfNoEntry: false })?.mtimeMs

const readHolder = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Holder

/** Removes the lock of a process that is gone. @throws DataDirInUse if its holder lives. */
function removeStale(dataDir: string, file: string) {
  const refuseWhileAlive = (lock: string) => {
    const holder = readHolder(lock)
    if (isAlive(holder, lock)) throw new DataDirInUse(dataDir, holder)
  }
  const aside = `${file}.${randomUUID()}`
  unless('ENOENT', () => {
    refuseWhileAlive(file)
    // Checked again after the move: another process may have replaced the lock in between.
    renameSync(file, aside)
    try {
      refuseWhileAlive(aside)
    } catch (error) {
      renameSync(aside, file)
      throw error
    }
    rmSync(aside)
  })
}

/**
 * Locks the data folder for this process: PGlite does not protect it, and a second process that opens it destroys the
 * data. Takes over the lock of a process that is gone. Returns a function that releases it.
 * @throws DataDirInUse
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = path.join(dataDir, 'lock.json')
  const mine = `${file}.new.${randomUUID()}`
  const holder: Holder = {
    pid: process.pid,
    host: hostname(),
    namespace: processNamespace(),
    started: inspect(process.pid)?.started ?? '',
  }
  writeFileSync(mine, JSON.stringify(holder), { mode: 0o600 })
  const began = Date.now()
  const touched = lastTouched(file)
  try {
    // A link appears with its content, or not at all.
    while (!unless('EEXIST', () => linkSync(mine, file))) {
      try {
        removeStale(dataDir, file)
      } catch (error) {
        if (!(error instanceof DataDirInUse) || Date.now() > began + patienceMs(error.holder)) throw error
        // A holder in another container that touches its lock while we wait is alive.
        if (!isHere(error.holder) && lastTouched(file) !== touched) throw error
        await setTimeout(pauseMs)
      }
    }
  } finally {
    rmSync(mine, { force: true })
  }
  const heartbeat = setInterval(() => utimesSync(file, new Date(), new Date()), heartbeatMs)
  heartbeat.unref()
  const release = () => {
    clearInterval(heartbeat)
    process.off('exit', release)
    rmSync(file, { force: true })
  }
  process.once('exit', release)
  return release
}
