import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Toast } from '~/utils/toast'
import { Csrf } from './form/csrf'

/** Specification, section 9. */
const SWIPE_PX = 50

/**
 * The one notification of a page. It leaves after five seconds and can be dismissed without scripts; with them F8 moves
 * the focus to it and a swipe to the side dismisses it.
 */
export function ToastRegion({ toast }: { toast: Toast | null | undefined }) {
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key === 'F8') region.current?.focus()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])
  return (
    <section ref={region} className="toasts" aria-label="Notifications (F8)" tabIndex={-1}>
      {toast ? <ToastCard key={toast.id} toast={toast} /> : null}
    </section>
  )
}

function ToastCard({ toast: { type, title, description, undo } }: { toast: Toast }) {
  const [gone, setGone] = useState(false)
  const [moved, setMoved] = useState(0)
  const from = useRef<number | null>(null)
  if (gone) return null

  const release = () => {
    from.current = null
    if (Math.abs(moved) >= SWIPE_PX) setGone(true)
    else setMoved(0)
  }
  const swipe = {
    onPointerDown: (event: PointerEvent) => {
      from.current = event.clientX
    },
    onPointerMove: (event: PointerEvent) => {
      if (from.current !== null) setMoved(event.clientX - from.current)
    },
    onPointerUp: release,
    onPointerCancel: release,
    onPointerLeave: release,
  }
  return (
    <div
      className="toast"
      data-type={type}
      role={type === 'error' ? 'alert' : 'status'}
      style={moved ? { translate: `${moved}px` } : undefined}
      {...swipe}
    >
      <div className="min-w-0 flex-1 py-1">
        <p className="font-semibold">{title}</p>
        {description ? <p>{description}</p> : null}
        {undo ? (
          <form method="post" action={undo.action}>
            <Csrf />
            {Object.entries(undo.fields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <button type="submit" className="link min-h-11">
              {undo.label}
            </button>
          </form>
        ) : null}
      </div>
      <input type="checkbox" className="toast-close" aria-label="Dismiss" onChange={() => setGone(true)} />
    </div>
  )
}
