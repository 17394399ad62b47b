import { Badge } from '~/components/ui/badge'
import { DataTable } from '~/components/ui/data-table'

interface Change {
  line: number
  what: string
  outcome: 'new' | 'changed'
  changes: { field: string; from: string | null; to: string | null }[]
}

/** The lines that will be left out, and why. */
export function ErrorTable({ errors, count }: { errors: { line: number; message: string }[]; count: number }) {
  if (!count) return null
  return (
    <section className="mb-4">
      <h3 className="mb-1 font-semibold">Skipped rows</h3>
      <DataTable
        caption="Skipped rows"
        rows={errors}
        rowKey={(row) => row.line}
        columns={[
          { header: 'Line', cell: (row) => <span className="num">{row.line}</span> },
          { header: 'Problem', cell: (row) => <span className="break-words text-bad">{row.message}</span> },
        ]}
      />
      <More shown={errors.length} count={count} />
    </section>
  )
}

/** The rows that an import adds or changes. */
export function ChangeTable({ rows, count }: { rows: Change[]; count: number }) {
  if (!count) return null
  return (
    <section>
      <h3 className="mb-1 font-semibold">These will be saved</h3>
      <DataTable
        caption="Rows that are new or change"
        rows={rows}
        rowKey={(row) => row.line}
        columns={[
          { header: 'Line', cell: (row) => <span className="num">{row.line}</span> },
          {
            header: 'Status',
            cell: ({ outcome }) => (
              <Badge tone={outcome === 'new' ? 'good' : 'info'}>{outcome === 'new' ? 'New' : 'Changed'}</Badge>
            ),
          },
          { header: 'Row', cell: (row) => <span className="break-words">{row.what}</span> },
          {
            header: 'Changes',
            cell: (row) =>
              row.changes.length
                ? row.changes.map(({ field, from, to }) => (
                    <span key={field} className="block break-words text-sm">
                      {field}
                      {from === null && to === null ? '' : `: ${from ?? 'nothing'} → ${to ?? 'nothing'}`}
                    </span>
                  ))
                : '–',
          },
        ]}
      />
      <More shown={rows.length} count={count} />
    </section>
  )
}

function More({ shown, count }: { shown: number; count: number }) {
  return shown < count ? <p className="mt-2 text-sm text-muted">and {count - shown} more</p> : null
}
