import { Island } from '~/components/island'

import { formatWeekday, type LocalDate } from '~/utils/dates'
import type { KeptSheet } from './kept-sheet.server'

/** What makes a sheet work without a signal, and the line that says that it is a copy. */
export function SheetIsland({ date, kept: { asOf, barn } }: { date: LocalDate; kept: KeptSheet }) {
  return (
    <Island name="sheet" props={barn}>
      <div className="no-print">
        <p className="sheet-kept">
          <strong>No signal.</strong> Sheet of {formatWeekday(date)} as of {asOf}. Your marks are kept on this device.
        </p>
      </div>
    </Island>
  )
}

export const SheetCopied = () => (
  <p className="sheet-copied no-print">This sheet is kept on this device and opens without a signal.</p>
)
