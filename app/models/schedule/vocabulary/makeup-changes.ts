import { formatDayShort } from '~/utils/dates'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

const day = (value: unknown) => formatDayShort(text(value))

const because = (reason: unknown) => (text(reason) ? `: ${text(reason)}` : '')

/** Returns a sentence without its subject: `added a makeup for Emma Stone, good until Dec 22: The pony was lame`. `name` is the rider's. */
export function describeMakeupChange(action: string, detail: Record<string, unknown>, name: string): string {
  const { reason, until, from } = detail
  switch (action) {
    case 'makeup.grant':
      return `added a makeup for ${name}${until ? `, good until ${day(until)}` : ''}${because(reason)}`
    case 'makeup.revoke':
      return `removed ${name}’s makeup${because(reason)}`
    case 'makeup.restore':
      return `restored ${name}’s makeup`
    case 'makeup.extend':
      return `extended ${name}’s makeup${until && from ? ` from ${day(from)} to ${day(until)}` : ''}${because(reason)}`
    case 'makeup.extend-undo':
      return `undid the extension of ${name}’s makeup`
    case 'makeup.ask':
      return `sent a makeup request for ${name}`
    case 'makeup.ask-no-more':
      return `withdrew the makeup request for ${name}`
    case 'makeup.decline':
      return `declined ${name}’s makeup request`
    default:
      return action
  }
}
