import { Card } from '../ui/card'

/** The last changes of a part of the settings, the newest first. */
export function Changes({ changes }: { changes: { id: number; who: string; what: string; at: string }[] }) {
  return (
    <Card title="Last changes">
      {changes.length === 0 ? <p className="text-muted">Nobody has changed anything here yet.</p> : null}
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
    </Card>
  )
}
