import type { ReactNode } from 'react'
import { Link } from '~/components/ui/link'

/** The heading of a screen, with a link back and the screen's actions. */
export function PageHeader({
  title,
  back,
  actions,
  children,
}: {
  title: ReactNode
  back?: { to: string; label: string }
  actions?: ReactNode
  children?: ReactNode
}) {
  return (
    <header className="stitched mb-4 sm:mb-6">
      {back ? (
        <Link to={back.to} className="link no-print -ms-1 inline-flex min-h-11 items-center gap-1 px-1">
          <span aria-hidden="true">←</span> {back.label}
        </Link>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h1 className="sm:text-2xl">{title}</h1>
          {children ? <div className="mt-1 max-w-prose text-muted">{children}</div> : null}
        </div>
        {actions ? <div className="actions max-[30rem]:w-full">{actions}</div> : null}
      </div>
    </header>
  )
}
