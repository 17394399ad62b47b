/**
 * A date whose local time is UTC. date-fns reads and moves dates in local time; in UTC no hour is skipped or repeated,
 * so days never shift, wherever the server or a phone is.
 */
export class UtcDate extends Date {
  override getTimezoneOffset(): number {
    return 0
  }
}

/** The parts of a date that date-fns reads and sets. */
const OWN = ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'] as const
for (const part of OWN) {
  const of = Date.prototype
  Object.defineProperty(UtcDate.prototype, `get${part}`, { value: of[`getUTC${part}`] })
  if (part !== 'Day') Object.defineProperty(UtcDate.prototype, `set${part}`, { value: of[`setUTC${part}`] })
}
