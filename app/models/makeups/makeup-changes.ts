import { formatDayShort } from '~/utils/dates'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

const day = (value: unknown) => formatDayShort(text(value))

const because = (reason: unknown) => (text(reason) ? `: ${text(reason)}` : '')

/** A sentence without its subject: `gave Emma Stone a makeup until Dec 22: The pony was lame`. `name` is the rider's. */
export function describeMakeupChange(action: string, detail: Record<string, unknown>, name: string): string {
  const { reason, until, from } = detail
  switch (action) {
    case 'makeup.grant':
      return `gave ${name} a makeup${until ? ` until ${day(until)}` : ''}${because(reason)}`
    case 'makeup.revoke':
      return `took a makeup of ${name} back${because(reason)}`
    case 'makeup.restore':
      return `gave ${name} back a makeup that was taken back`
    case 'makeup.extend':
      return `extended a makeup of ${name}${until && from ? ` from ${day(from)} to ${day(until)}` : ''}${because(reason)}`
    case 'makeup.extend-undo':
      return `undid the extension of a makeup of ${name}`
    case 'makeup.ask':
      return `asked the office for a makeup of ${name}`
    case 'makeup.ask-no-more':
      return `no longer asks for a makeup of ${name}`
    case 'makeup.decline':
      return `declined what was asked for a makeup of ${name}`
    default:
      return action
  }
}
