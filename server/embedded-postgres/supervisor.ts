import { setTimeout } from 'node:timers/promises'
import { log } from '~/platform/log.server'
import type { Room } from './room'
import type { RunningWorker } from './worker-thread'

/** Pauses before the first, second, … restart, in milliseconds. */
const PAUSES = [0, 1_000, 2_000, 4_000, 8_000, 15_000]
/** The most restarts in a row; on a full disk they do not count, because space comes back. */
const MAX = 5
/** The uptime in milliseconds after which the failure count resets. */
const LIVED_MS = 60_000
const LOOK_MS = 1_000

interface Supervised {
  start(readOnly: boolean): Promise<RunningWorker>
  room: Pick<Room, 'isFull' | 'look' | 'giveUpSpare'> | undefined
  /** Called if the database cannot be restarted. */
  onFailure(error: Error): void
  pauses?: readonly number[]
}

const isFullDisk = (error: Error) => /No space left on device|ENOSPC/.test(error.message)

/**
 * Runs the database and restarts it whenever it ends by itself. While the disk is full it is read-only. Resolves once
 * it runs.
 * @throws Error if the first start fails.
 */
export async function supervise({ start, room, onFailure, pauses = PAUSES }: Supervised) {
  let stopping = false
  let failures = 0
  let worker: RunningWorker | undefined

  const lookAtRoom = () => {
    try {
      if (!room?.look()) return
      log(room.isFull ? 'error' : 'info', room.isFull ? 'disk full: read-only' : 'disk has room: read and write')
      worker?.order(room.isFull ? 'read-only' : 'read-write')
    } catch (error) {
      log('error', 'disk', { reason: String(error) })
    }
  }

  async function run() {
    const startedFull = room?.isFull ?? false
    const running = await start(startedFull)
    const since = Date.now()
    worker = running
    if (room && room.isFull !== startedFull) running.order(room.isFull ? 'read-only' : 'read-write')
    void running.died.then((error) => {
      if (worker !== running || stopping) return
      worker = undefined
      if (Date.now() - since > LIVED_MS) failures = 0
      log('error', 'database stopped', { reason: error.message })
      void revive(error)
    })
    return running
  }

  async function revive(reason: Error) {
    let error = reason
    for (;;) {
      if (isFullDisk(error)) room?.giveUpSpare()
      if (!room?.isFull && failures >= MAX) return onFailure(error)
      await setTimeout(pauses[Math.min(failures, pauses.length - 1)])
      if (stopping) return
      failures++
      try {
        await run()
        log('info', 'database restarted', { readOnly: room?.isFull ?? false })
        if (stopping) await worker?.stop()
        return
      } catch (failed) {
        error = failed instanceof Error ? failed : new Error(String(failed))
        log('error', 'database did not start', { reason: error.message })
      }
    }
  }

  lookAtRoom()
  const { port } = await run()
  const looking = room && setInterval(lookAtRoom, LOOK_MS).unref()
  return {
    port,
    async stop() {
      stopping = true
      clearInterval(looking)
      await worker?.stop()
    },
  }
}
