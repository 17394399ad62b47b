import type { ReactNode } from 'react'

/** A line that asks for an answer, with its button beside it. */
export function Ask({
  label,
  title,
  children,
  action,
}: {
  label: string
  title: ReactNode
  children?: ReactNode
  action: ReactNode
}) {
  return (
    <section aria-label={label} className="ask">
      <p>
        <strong>{title}</strong> {children ? <span className="text-muted">{children}</span> : null}
      </p>
      {action}
    </section>
  )
}
