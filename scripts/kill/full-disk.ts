import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Round } from './rounds'

const MB = 2 ** 20
const COMES_BACK_MS = 120_000

/** Mounts a small disk in memory. Returns the reason if it cannot. */
export function mountSmallDisk(folder: string): string | null {
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=120m', 'tmpfs', folder], { stdio: 'pipe' })
    return null
  } catch (error) {
    return String((error as { stderr?: Buffer }).stderr ?? error).trim()
  }
}

export const unmount = (folder: string) => execFileSync('umount', ['-l', folder], { stdio: 'pipe' })

/** Fills the disk except for this many bytes. */
function fill(file: string) {
  const descriptor = openSync(file, 'w')
  try {
    for (const size of [MB, 4096, 512]) {
      try {
        for (;;) writeSync(descriptor, Buffer.alloc(size))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    }
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Fills the disk while everyone writes: writes are refused with a message, reading continues, and writing resumes by
 * itself once there is space. With `kill`, the server also dies on the full disk.
 */
export const fullDisk = (folder: string, kill: boolean): Round => ({
  name: kill ? 'disk full, and killed on it' : 'disk full',
  async run(under) {
    const { servers, problems, school } = under
    const [url] = servers.urls
    const cookie = school.admins[0]!.cookie
    const file = path.join(folder, 'fill')
    const read = () => fetch(`${url}/api/horses`, { headers: { cookie } }).then(({ status }) => status)
    const write = () =>
      fetch(`${url}/api/horses`, {
        method: 'POST',
        headers: { cookie, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: `Full ${Date.now()}` }),
      }).then(({ status }) => status)
    under.resume()
    await wait(1_500)
    fill(file)
    await wait(3_000)
    if (kill) {
      await servers.kill(0)
      await servers.restart(0)
    }
    const statuses = { read: await eventually(read, 200), write: await eventually(write, 503) }
    if (statuses.read !== 200) problems.push(`disk full: reading answers ${statuses.read}`)
    if (statuses.write !== 503) problems.push(`disk full: writing answers ${statuses.write}`)
    rmSync(file)
    const back = await eventually(write, 200)
    if (back !== 200) problems.push(`room again: writing answers ${back}`)
    await wait(1_000)
    await under.pause()
  },
})

/** Retries until the answer is the wanted one, for two minutes at most. */
async function eventually(ask: () => Promise<number>, wanted: number): Promise<number> {
  const last = performance.now() + COMES_BACK_MS
  for (;;) {
    const status = await ask().catch(() => 0)
    if (status === wanted || performance.now() > last) return status
    await wait(300)
  }
}
