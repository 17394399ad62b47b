import type { ReactNode } from 'react'
import { classes } from '~/components/classes'
import { Link } from '~/components/ui/link'

/** A figure with its label; with `to`, a link to what it counts. */
export function Stat({
  label,
  value,
  hint,
  to,
  lead,
}: {
  label: ReactNode
  value: ReactNode
  hint?: ReactNode
  to?: string
  /** Whether it is the most important of several. */
  lead?: boolean
}) {
  const figure = (
    <>
      <p className="text-sm text-muted">{label}</p>
      <p className={classes('num whitespace-nowrap font-bold', lead ? 'text-xl sm:text-2xl' : 'text-lg sm:text-xl')}>
        {value}
      </p>
      {hint ? <p className={classes('text-sm', to ? 'link' : 'text-muted')}>{hint}</p> : null}
    </>
  )
  const look = 'card grid content-start gap-0.5 px-4 py-2 sm:py-4'
  if (!to) return <div className={look}>{figure}</div>
  return (
    <Link to={to} className={classes(look, 'hover:bg-sunk')}>
      {figure}
    </Link>
  )
}
