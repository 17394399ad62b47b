import { Island } from '~/components/island'

import { formatWeekday, type LocalDate } from '~/utils/dates'
import type { KeptSheet } from './kept-sheet.server'

/** The island that makes a sheet work offline, and the line that marks a copy as one. */
export function SheetIsland({ date, kept: { asOf, barn } }: { date: LocalDate; kept: KeptSheet }) {
  return (
    <Island name="sheet" props={barn}>
      <div className="no-print">
        <p className="sheet-kept">
          <strong>No signal.</strong> Sheet of {formatWeekday(date)} as of {asOf}.{' '}
          <span className="sheet-keeps">Your changes are saved on this device.</span>
          <strong className="sheet-keeps-nothing">
            This browser keeps no marks without a signal. Please write them down.
          </strong>
        </p>
      </div>
    </Island>
  )
}

/**
 * Says that this device has a copy of the sheet, and can delete it on a shared device. Shown by the script, which makes
 * the copies.
 */
export const SheetCopied = ({ kept: { barn } }: { kept: KeptSheet }) => (
  <p className="sheet-copied no-print">
    {barn.keeps
      ? 'Available offline on this device.'
      : 'Sheets are not kept on this device and do not open without a signal.'}{' '}
    <button type="button" className="link min-h-11" data-keep-sheets={barn.keeps ? 'no' : 'yes'}>
      {barn.keeps ? 'Shared computer? Don’t keep sheets here' : 'Keep sheets here'}
    </button>
  </p>
)
