/** How calls name what a rule of the school names its own way, the likeliest first. */
const CALLED = new Map([
  ['type', ['newType', 'lessonType', 'rideType']],
  ['time', ['newTime', 'scheduledTime', 'lessonTime']],
  ['duration', ['newDuration']],
  ['date', ['newDate', 'lessonDate', 'usageDate', 'startDate', 'fromDate']],
  ['riderId', ['studentId', 'studentName']],
  ['horseId', ['horseName']],
  // Two shapes of one order.
  ['items', ['packageId', 'addOns']],
])

/**
 * The input at fault as the caller named it: the one that was sent, else the one that could have been. Undefined if the call has
 * no such input.
 */
export function sentField(field: string, sent: ReadonlySet<string>, known: ReadonlySet<string>): string | undefined {
  const [head = '', ...rest] = field.split('.')
  const names = [head, ...(CALLED.get(head) ?? [])]
  const name = names.find((one) => sent.has(one)) ?? names.find((one) => known.has(one))
  if (name === undefined) return undefined
  return name === head ? [head, ...rest].join('.') : name
}
