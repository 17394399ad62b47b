/**
 * A date whose own clock is UTC. date-fns reads and moves dates by the clock of the machine; in UTC no hour is skipped or comes twice, so
 * days never slip, wherever the server or a phone stands.
 */
export class UtcDate extends Date {
  override getTimezoneOffset(): number {
    return 0
  }
}

/** What date-fns asks of a date. */
const OWN = ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'] as const
for (const part of OWN) {
  const of = Date.prototype
  Object.defineProperty(UtcDate.prototype, `get${part}`, { value: of[`getUTC${part}`] })
  if (part !== 'Day') Object.defineProperty(UtcDate.prototype, `set${part}`, { value: of[`setUTC${part}`] })
}
