import { Link, useNavigate } from '@remix-run/react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { classes } from '~/components/classes'

/**
 * The frame of a child route. Without scripts it is a page of its own; with scripts a modal over its parent that Esc, the
 * backdrop and the cross close by going to `closeTo`, and that gives the focus back to where it was.
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
  const frame = useRef<HTMLDialogElement>(null)
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const close = () => navigate(closeTo, { preventScrollReset: true })

  useEffect(() => {
    const dialog = frame.current
    const before = document.activeElement
    if (!hydrated || !dialog) return
    // An open dialog cannot become modal; it has to be closed first.
    dialog.close()
    dialog.showModal()
    return () => {
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [hydrated])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it with Esc, which is the cancel event
    <dialog
      ref={frame}
      open={hydrated ? undefined : true}
      data-page={hydrated ? undefined : ''}
      aria-labelledby={titleId}
      className={classes('dialog', wide && 'dialog-wide')}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) close()
      }}
    >
      <div className="relative p-4 sm:p-6">
        <h2 id={titleId} className="mb-4 pe-12 text-xl">
          {title}
        </h2>
        {children}
        {/* Last, so that a dialog opens with the focus on what it is about. */}
        <Link
          to={closeTo}
          preventScrollReset
          className="btn btn-quiet no-print absolute end-2 top-2 w-11 px-0 sm:end-4 sm:top-4"
          aria-label="Close"
        >
          <span aria-hidden="true">✕</span>
        </Link>
      </div>
    </dialog>
  )
}
