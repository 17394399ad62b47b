import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { gauge, type Metric } from '~/platform/metrics/metric'

const NANOSECONDS = 1e9
const RESOLUTION_MS = 20
let delay: IntervalHistogram | undefined

/** Starts measuring the delay of the event loop. */
export function watchEventLoop(): void {
  delay ??= monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
}

/** Returns memory and the delay of the event loop since the last call. */
export function processMetrics(): Metric[] {
  const { rss, heapUsed } = process.memoryUsage()
  const metrics = [
    gauge('process_start_time_seconds', 'When the process started.', Math.round(Date.now() / 1000 - process.uptime())),
    gauge('process_resident_memory_bytes', 'Memory that the process holds.', rss),
    gauge('stirrup_heap_used_bytes', 'Memory that JavaScript uses.', heapUsed),
  ]
  if (!delay?.count) return metrics
  // Percentiles are of the time since the last reading.
  const at = (percentile: number) =>
    Math.max(0, (delay?.percentile(percentile) ?? 0) / NANOSECONDS - RESOLUTION_MS / 1000)
  const samples = [50, 99, 100].map((percentile) => ({
    labels: { percentile: String(percentile) },
    value: at(percentile),
  }))
  delay.reset()
  const help = 'How late timers ran since this was last asked for. Looked at every 20 ms.'
  return [...metrics, gauge('stirrup_event_loop_delay_seconds', help, samples)]
}
