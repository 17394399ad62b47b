import type { ReactNode } from 'react'

export interface Change {
  id: number
  who: string
  what: string
  /** The formatted moment. */
  at: string
}

/** A list of changes, newest first: who changed what and when, with what can be done about each. */
export function ChangeList<Row extends Change>({
  changes,
  children,
}: {
  changes: Row[]
  children?: (change: Row) => ReactNode
}) {
  return (
    <ol>
      {changes.map((change) => (
        <li
          key={change.id}
          id={`change-${change.id}`}
          className="flex items-center gap-3 border-b border-line py-2 last:border-b-0"
        >
          <div className="min-w-0 flex-1">
            <p className="[overflow-wrap:anywhere]">
              <strong>{change.who}</strong> {change.what}
            </p>
            <p className="num text-sm text-muted">{change.at}</p>
          </div>
          {children?.(change)}
        </li>
      ))}
    </ol>
  )
}
