import type { ReactNode } from 'react'
import { classes } from '~/components/classes'

export function Card({
  title,
  actions,
  children,
  className,
  id,
}: {
  id?: string
  title?: ReactNode
  actions?: ReactNode
  children: ReactNode
  className?: string
}) {
  return (
    <section id={id} className={classes('card p-4 sm:p-5', className)}>
      {title || actions ? (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
          {title ? <h2>{title}</h2> : null}
          {actions}
        </div>
      ) : null}
      {children}
    </section>
  )
}
