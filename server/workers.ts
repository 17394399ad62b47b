import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { log } from '~/platform/log.server'
import { gatherForWorkers } from './metrics/gather'

/** What the primary process says to a worker; a signal may have reached it already. */
export const STOP = 'stop'

/** Longer than open requests get. */
const mostMs = 12_000
/** A worker that dies younger than this waits a moment before it is replaced. */
const youngMs = 10_000
const pauseMs = 1_000

/**
 * Starts this program `count` times more, on one port, and replaces workers that die. Resolves once all listen; a worker
 * that dies before that is a failure. Returns a function that lets them finish.
 */
export async function startWorkers(count: number, onFailure: (error: Error) => void): Promise<() => Promise<void>> {
  let started = false
  let stopping = false
  const start = (): Worker => {
    const begun = Date.now()
    const worker = cluster.fork()
    // A connection was being handed to it as it died: its end is told below.
    worker.on('error', (error) => log('warn', 'worker unreachable', { worker: worker.id, reason: error.message }))
    worker.once('exit', (code, signal) => {
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
    await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && end(worker)))
  }
  gatherForWorkers()
  const listening = Array.from({ length: count }, () => once(start(), 'listening'))
  await Promise.all(listening)
  started = true
  return stop
}

async function end(worker: Worker) {
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), mostMs)
  const ended = once(worker, 'exit')
  if (worker.isConnected()) worker.send(STOP, () => undefined)
  if (!worker.isDead()) await ended
  clearTimeout(timer)
}
