import { type Column, DataTable } from '~/components/ui/data-table'
import type { LedgerEntry } from '~/models/allowance/allowance-ledger.server'
import { counterLabel } from '~/models/vocabulary/counters'
import { formatDayShort } from '~/utils/dates'

/** Formats `+2` or `−1`; empty for 0. */
const signed = (n: number) => (n < 0 ? `−${-n}` : n > 0 && `+${n}`)

const columns: Column<LedgerEntry>[] = [
  { header: 'Date', cell: ({ day }) => <span className="num whitespace-nowrap">{formatDayShort(day)}</span> },
  {
    header: 'Item',
    cell: ({ what, note, undone }) => (
      <span>
        <span className={undone ? 'line-through' : undefined}>{what}</span>
        {undone ? ' (undone)' : ''}
        {note ? <span className="block text-sm text-muted">{note}</span> : null}
      </span>
    ),
  },
  { header: 'Counter', cell: ({ counter }) => counterLabel(counter) },
  { header: 'Allowed', align: 'end', cell: ({ allowed }) => <span className="num">{signed(allowed)}</span> },
  {
    header: 'Used',
    align: 'end',
    cell: ({ used, undone }) => <span className={undone ? 'num line-through' : 'num'}>{signed(used)}</span>,
  },
]

/** The entries that make up a counter, by day. */
export function Ledger({ entries }: { entries: LedgerEntry[] }) {
  return (
    <details className="ledger mt-4" open>
      <summary className="link inline-flex min-h-11 items-center">How this adds up</summary>
      {entries.length ? (
        <DataTable caption="How these counts add up" columns={columns} rows={entries} rowKey={({ key }) => key} />
      ) : (
        <p className="text-muted">No purchases, rides, or changes this month.</p>
      )}
    </details>
  )
}
