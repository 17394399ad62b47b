import cluster, { type Worker } from 'node:cluster'
import type { Metric } from '~/platform/metrics/metric'

const LATEST_MS = 1_000

/** A worker asks for the metrics of all; the primary process asks each worker for its own and returns the answers. */
type Message =
  | { metrics: 'everyone'; id: number }
  | { metrics: 'yours'; id: number }
  | { metrics: 'mine'; id: number; own: Metric[] }
  | { metrics: 'all'; id: number; all: Metric[] }

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message

/** Adds a label for the process: each counts for itself, and starts at 0 when it is replaced. */
const labeled = (metrics: Metric[]): Metric[] => {
  const worker = String(cluster.worker?.id ?? 0)
  return metrics.map((metric) => ({
    ...metric,
    samples: metric.samples.map((sample) => ({ ...sample, labels: { worker, ...sample.labels } })),
  }))
}

/** For a process that answers requests: returns a function that gathers the metrics of all of them. */
export function joinMetrics(own: () => Metric[]): () => Promise<Metric[]> {
  if (!cluster.isWorker) return async () => labeled(own())
  const waiting = new Map<number, (all: Metric[]) => void>()
  let last = 0
  process.on('message', (message) => {
    if (!isMessage(message)) return
    if (message.metrics === 'yours') tell({ metrics: 'mine', id: message.id, own: labeled(own()) })
    if (message.metrics === 'all') waiting.get(message.id)?.(message.all)
  })
  return () =>
    new Promise((resolve) => {
      const id = ++last
      const answer = (all: Metric[]) => {
        clearTimeout(late)
        waiting.delete(id)
        resolve(all)
      }
      const late = setTimeout(() => answer(labeled(own())), 2 * LATEST_MS)
      waiting.set(id, answer)
      tell({ metrics: 'everyone', id })
    })
}

const tell = (message: Message) => process.send?.(message, undefined, undefined, () => undefined)

/** For the primary process. A worker that does not answer within a second is left out. */
export function gatherForWorkers(): void {
  let last = 0
  const rounds = new Map<number, (own: Metric[]) => void>()
  cluster.on('message', (asker: Worker, message: unknown) => {
    if (!isMessage(message)) return
    if (message.metrics === 'mine') rounds.get(message.id)?.(message.own)
    if (message.metrics !== 'everyone') return
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected())
    const round = ++last
    const all: Metric[] = []
    let missing = workers.length
    const end = () => {
      clearTimeout(late)
      if (!rounds.delete(round) || !asker.isConnected()) return
      asker.send({ metrics: 'all', id: message.id, all } satisfies Message, () => undefined)
    }
    const late = setTimeout(end, LATEST_MS)
    rounds.set(round, (own) => {
      all.push(...own)
      if (--missing === 0) end()
    })
    for (const worker of workers) worker?.send({ metrics: 'yours', id: round } satisfies Message, () => undefined)
  })
}
