import type { Metric, Sample } from '~/platform/metrics/metric'
import type { Answered } from '../request-log'

/** The upper bounds of the buckets, in seconds. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

interface Latency {
  /** How many requests took at most as long as each bound. */
  buckets: number[]
  sum: number
  count: number
}

/** Counts what this process answers. `patternOf` returns the route of a path, so that there are only as many labels as routes. */
export class RequestMetrics {
  readonly #counts = new Map<string, Sample>()
  readonly #latencies = new Map<string, Latency>()

  constructor(readonly patternOf: (pathname: string) => string) {}

  metrics(): Metric[] {
    return [
      {
        name: 'stirrup_http_requests_total',
        help: 'Requests answered, but for files of the build and /healthz. 4xx includes those that were given up.',
        type: 'counter',
        samples: [...this.#counts.values()].map((sample) => ({ ...sample })),
      },
      {
        name: 'stirrup_http_request_duration_seconds',
        help: 'From the first byte of a request to the last of its answer, by route.',
        type: 'histogram',
        samples: [...this.#latencies].flatMap(([route, latency]) => samplesOf(route, latency)),
      },
    ]
  }

  add({ method: given, path, status: code, ms }: Answered) {
    const [route, seconds] = [this.patternOf(path), ms / 1000]
    const method = METHODS.has(given) ? given : 'other'
    const status = `${Math.floor(code / 100)}xx`
    const key = `${method} ${status}`
    const sample = this.#counts.get(key) ?? { labels: { method, status }, value: 0 }
    sample.value++
    this.#counts.set(key, sample)
    const latency = this.#latencies.get(route) ?? { buckets: BUCKETS.map(() => 0), sum: 0, count: 0 }
    for (const [index, most] of BUCKETS.entries()) if (seconds <= most) latency.buckets[index]!++
    latency.sum += seconds
    latency.count++
    this.#latencies.set(route, latency)
  }
}

function samplesOf(route: string, { buckets, sum, count }: Latency): Sample[] {
  const bucket = (le: string, value: number): Sample => ({ suffix: '_bucket', labels: { route, le }, value })
  return [
    ...BUCKETS.map((most, index) => bucket(String(most), buckets[index] ?? 0)),
    bucket('+Inf', count),
    { suffix: '_sum', labels: { route }, value: sum },
    { suffix: '_count', labels: { route }, value: count },
  ]
}
