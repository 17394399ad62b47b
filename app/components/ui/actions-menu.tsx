import { type ReactNode, useId } from 'react'
import { Icon } from './icon'

declare module 'react' {
  interface HTMLAttributes<T> {
    popover?: 'auto' | 'manual' | undefined
  }
  interface ButtonHTMLAttributes<T> {
    popovertarget?: string | undefined
  }
}

/**
 * What can be done with one row, behind a button with three dots; the children are links and forms with the class `menu-item`, red with
 * `data-tone="bad"`. The browser itself opens it above everything and closes it by Escape and by a click elsewhere.
 */
export function ActionsMenu({
  label,
  children,
}: {
  /** For screen readers: whose actions. */ label: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <span className="menu no-print">
      <button type="button" popovertarget={id} aria-label={label} title={label} className="btn btn-quiet w-11 px-0">
        <Icon name="dots" />
      </button>
      <div id={id} popover="auto" className="menu-list" data-menu="">
        {children}
      </div>
    </span>
  )
}
