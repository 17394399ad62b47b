/** A metric in Prometheus's terms, with one sample per set of labels. */
export interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: Sample[]
}

export interface Sample {
  labels?: Record<string, string>
  value: number
  /** The suffix of a histogram's sample: `_bucket`, `_sum` or `_count`. */
  suffix?: string
}

export const gauge = (name: string, help: string, samples: Sample[] | number): Metric => ({
  name,
  help,
  type: 'gauge',
  samples: typeof samples === 'number' ? [{ value: samples }] : samples,
})
