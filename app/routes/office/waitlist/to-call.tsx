import type { WaitingEntry } from '~/models/schedule/waitlist/waiting-lists.server'
import { formatDayShort } from '~/utils/dates'

/** Says that the office has to call: no email reached the family about its offer, or about the last one, which expired. */
export function ToCall({ unreached, missed }: Pick<WaitingEntry, 'unreached' | 'missed'>) {
  const said = unreached
    ? 'No email reaches them. Please call.'
    : missed && `The offer for ${formatDayShort(missed)} expired before any email reached them.`
  return said ? <b className="text-bad"> · {said}</b> : null
}
