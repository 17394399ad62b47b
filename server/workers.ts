import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { log } from '~/platform/log.server'
import { gatherForWorkers } from './metrics/gather'

/** The message by which the primary process stops a worker; a signal may have reached it already. */
export const STOP = 'stop'

/** The longest wait for a worker to end, in milliseconds: more than open requests get. */
const mostMs = 12_000
/** A worker that dies younger than this, in milliseconds, is replaced after a pause. */
const youngMs = 10_000
const pauseMs = 1_000

interface Workers {
  /** Resolves once all of them listen. */
  ready: Promise<void>
  /** Lets them finish, including those that are only starting: alone, they would report that the primary process is gone. */
  stop(): Promise<void>
}

/** Starts this program `count` more times, on one port, and replaces workers that die; one that dies before all listen is a failure. */
export function startWorkers(count: number, onFailure: (error: Error) => void): Workers {
  let started = false
  let stopping = false
  const listening = new Set<Worker>()
  const start = (): Worker => {
    const begun = Date.now()
    const worker = cluster.fork().once('listening', () => listening.add(worker))
    // A connection was being handed to it as it died: its end is reported below.
    worker.on('error', (error) => log('warn', 'worker unreachable', { worker: worker.id, reason: error.message }))
    worker.once('exit', (code, signal) => {
      listening.delete(worker)
      if (stopping) return
      const reason = signal ?? `exit code ${code}`
      if (!started) return onFailure(new Error(`A worker could not start: ${reason}`))
      log('error', 'worker replaced', { worker: worker.id, reason })
      setTimeout(() => stopping || start(), Date.now() - begun < youngMs ? pauseMs : 0)
    })
    return worker
  }
  const stop = async () => {
    stopping = true
    await Promise.all(
      Object.values(cluster.workers ?? {}).map((worker) => worker && end(worker, listening.has(worker))),
    )
  }
  gatherForWorkers()
  const all = Array.from({ length: count }, () => once(start(), 'listening'))
  const ready = Promise.all(all).then(() => {
    started = true
  })
  return { ready, stop }
}

/** Stops a worker. One that is only starting receives no messages yet. */
async function end(worker: Worker, hears: boolean) {
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), mostMs)
  const ended = once(worker, 'exit')
  if (!hears) worker.process.kill('SIGTERM')
  else if (worker.isConnected()) worker.send(STOP, () => undefined)
  if (!worker.isDead()) await ended
  clearTimeout(timer)
}
