import type { ReactNode } from 'react'

/** One figure with its name. */
export function Stat({ label, value, hint }: { label: ReactNode; value: ReactNode; hint?: ReactNode }) {
  return (
    <div className="card grid content-start gap-0.5 p-4">
      <p className="text-sm text-muted">{label}</p>
      <p className="num font-display text-xl font-bold">{value}</p>
      {hint ? <p className="text-sm text-muted">{hint}</p> : null}
    </div>
  )
}
