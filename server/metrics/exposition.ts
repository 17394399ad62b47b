import type { Metric, Sample } from '~/platform/metrics/metric'

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/**
 * Returns Prometheus's text format (https://prometheus.io/docs/instrumenting/exposition_formats/). Metrics of the same
 * name are grouped.
 */
export function toText(metrics: Metric[]): string {
  const byName = new Map<string, Metric>()
  for (const metric of metrics) {
    const known = byName.get(metric.name)
    byName.set(metric.name, known ? { ...known, samples: [...known.samples, ...metric.samples] } : metric)
  }
  return [...byName.values()].map(textOf).join('')
}

function textOf({ name, help, type, samples }: Metric): string {
  const lines = samples.map(
    ({ suffix = '', labels, value }) => `${name}${suffix}${labelsOf(labels)} ${numberOf(value)}\n`,
  )
  return `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function labelsOf(labels: Sample['labels']): string {
  const pairs = Object.entries(labels ?? {}).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length ? `{${pairs.join(',')}}` : ''
}

const escaped = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

function numberOf(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf'
  if (value === Number.NEGATIVE_INFINITY) return '-Inf'
  return String(value)
}
