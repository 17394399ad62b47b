export interface Change {
  id: number
  who: string
  what: string
  /** The moment, as people read it. */
  at: string
}

/** Who changed what and when, the newest first. */
export function ChangeList({ changes }: { changes: Change[] }) {
  return (
    <ol>
      {changes.map(({ id, who, what, at }) => (
        <li key={id} className="border-b border-line py-2 last:border-b-0">
          <p className="[overflow-wrap:anywhere]">
            <strong>{who}</strong> {what}
          </p>
          <p className="num text-sm text-muted">{at}</p>
        </li>
      ))}
    </ol>
  )
}
