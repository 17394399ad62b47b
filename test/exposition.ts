/**
 * Parses Prometheus's text format, strictly: https://prometheus.io/docs/instrumenting/exposition_formats/.
 * @throws Error if it is violated.
 */
export function parseExposition(text: string): Map<string, { type: string; samples: Map<string, number> }> {
  if (!text.endsWith('\n')) throw new Error('The last line has no end')
  const metrics = new Map<string, { type: string; samples: Map<string, number> }>()
  let helped = ''
  let current = ''
  for (const line of text.slice(0, -1).split('\n')) {
    const help = /^# HELP ([a-zA-Z_:][\w:]*) \S.*$/.exec(line)
    const type = /^# TYPE ([a-zA-Z_:][\w:]*) (counter|gauge|histogram)$/.exec(line)
    if (help?.[1]) helped = help[1]
    else if (type?.[1] && type[2]) {
      if (type[1] !== helped) throw new Error(`${type[1]} has no help`)
      if (metrics.has(type[1])) throw new Error(`${type[1]} comes twice`)
      current = type[1]
      metrics.set(current, { type: type[2], samples: new Map() })
    } else addSample(metrics.get(current), current, line)
  }
  return metrics
}

const LABEL = '[a-zA-Z_]\\w*="(?:[^"\\\\\\n]|\\\\[\\\\"n])*"'
const SAMPLE = new RegExp(`^([a-zA-Z_:][\\w:]*)({${LABEL}(?:,${LABEL})*})? (\\S+)$`)

function addSample(metric: { type: string; samples: Map<string, number> } | undefined, of: string, line: string) {
  const [, name, labels = '', value] = SAMPLE.exec(line) ?? []
  if (!metric || !name || !value) throw new Error(`Not a sample: ${line}`)
  const suffix = name.slice(of.length)
  const known = metric.type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
  if (!name.startsWith(of) || !known.includes(suffix)) throw new Error(`${name} is not of ${of}`)
  const key = `${suffix}${labels}`
  if (metric.samples.has(key)) throw new Error(`${line} comes twice`)
  const number = value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value)
  if (Number.isNaN(number)) throw new Error(`Not a number: ${line}`)
  metric.samples.set(key, number)
}
