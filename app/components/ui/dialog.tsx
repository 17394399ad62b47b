import { useLocation } from '@remix-run/react'
import { type ReactNode, useId } from 'react'
import { t } from '#text'
import { classes } from '~/components/classes'
import { Link } from './link'

/**
 * The frame of a child route. Without scripts it is a page; with scripts it is a modal over its parent, which Esc, the
 * backdrop and every link to `closeTo` close, and which returns the focus to what opened it.
 */
export function Dialog({
  title,
  closeTo,
  children,
  wide,
}: {
  title: ReactNode
  closeTo: string
  children: ReactNode
  wide?: boolean
}) {
  const titleId = useId()
  const { pathname } = useLocation()
  return (
    <dialog
      open
      data-page=""
      data-key={pathname}
      data-stay=""
      aria-labelledby={titleId}
      className={classes('dialog', wide && 'dialog-wide')}
    >
      <div className="relative p-4 sm:p-6">
        <h2 id={titleId} className="mb-4 pe-10 text-xl">
          {title}
        </h2>
        {children}
        {/* Last, so that a dialog opens with the focus on its content. */}
        <Link
          to={closeTo}
          data-close=""
          className="btn btn-quiet no-print absolute end-2 top-2 w-11 px-0 sm:end-4 sm:top-4"
          aria-label={t('Close')}
        >
          <span aria-hidden="true">✕</span>
        </Link>
      </div>
    </dialog>
  )
}
