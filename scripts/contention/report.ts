/** Every change that was sent, with its answer. */
export type Tally = { name: string; status: number; message: string }[]

export function printFigures(tally: Tally, times: number[], seconds: number): void {
  const accepted = tally.filter(({ status }) => status < 400).length
  console.log(`${tally.length} changes in ${seconds} s, ${accepted} accepted`)
  console.table(counted(tally.map(({ status }) => String(status))))
  console.table(counted(tally.filter(({ status }) => status < 400).map(({ name }) => name)))
  const refused = tally.filter(({ status }) => status >= 400)
  console.table(counted(refused.map(({ status, message }) => `${status} ${withoutNames(message)}`)))
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => `${Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)} ms`
  console.log(`p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, longest ${at(0.999999)}`)
}

function counted(values: string[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1]))
}

/** Removes names, days and times from refusals, so that they can be counted by kind. */
const withoutNames = (message: string): string =>
  message
    .replace(/\b(Ann|Ben|Cy|Dee|Eve|Fay|Gus|Hal)\b/g, 'Rider')
    .replace(/\b(Bella|Max|Luna)\b/g, 'Horse')
    .replace(/Admin \d+/g, 'Somebody')
    .replace(/[A-Z][a-z]{2} \d+, \d{4}/g, 'day')
    .replace(/\d+:\d\d(:\d\d)?\s?[AP]M/g, 'time')
    .replace(/(Group|Private) Lesson/g, 'type')
    .replace(/\s+/g, ' ')
    .trim()
