/** The calls' names for inputs that the school's rules name differently, the likeliest first. */
const CALLED = new Map([
  ['type', ['newType', 'lessonType', 'rideType']],
  ['time', ['newTime', 'scheduledTime', 'lessonTime']],
  ['duration', ['newDuration']],
  ['date', ['newDate', 'lessonDate', 'usageDate', 'startDate', 'fromDate']],
  ['riderId', ['studentId', 'studentName']],
  ['horseId', ['horseName']],
  // An order has two shapes.
  ['items', ['packageId', 'addOns']],
])

/**
 * Returns the invalid input by the caller's name for it: the one that was sent, or one that could have been. Undefined
 * if the call has no such input.
 */
export function sentField(field: string, sent: ReadonlySet<string>, known: ReadonlySet<string>): string | undefined {
  const [head = '', ...rest] = field.split('.')
  const names = [head, ...(CALLED.get(head) ?? [])]
  const name = names.find((one) => sent.has(one)) ?? names.find((one) => known.has(one))
  if (name === undefined) return undefined
  return name === head ? [head, ...rest].join('.') : name
}
