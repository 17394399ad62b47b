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
 * Links and forms of the class `menu-item` behind a button, and notes of the class `menu-note`; `data-tone="bad"` makes one red. The
 * browser itself opens it above everything and closes it by Escape and by a click elsewhere. On a phone it lies at the thumb.
 */
export function Menu({
  id,
  label,
  button,
  className,
  children,
}: {
  /** Given where a part of a page is rendered by itself: made ones would meet there. */
  id?: string
  /** What the button is called, if it is no text. */
  label?: string
  button: ReactNode
  className: string
  children: ReactNode
}) {
  const made = useId()
  const list = id ?? made
  return (
    <div className="menu no-print">
      <button type="button" popovertarget={list} aria-label={label} title={label} className={className}>
        {button}
      </button>
      <div id={list} popover="auto" className="menu-list">
        {children}
      </div>
    </div>
  )
}

/** What can be done with one row, behind three dots. */
export function ActionsMenu({
  label,
  children,
}: {
  /** Whose actions they are. */ label: string
  children: ReactNode
}) {
  return (
    <Menu label={label} button={<Icon name="dots" />} className="btn btn-quiet w-11 px-0">
      {children}
    </Menu>
  )
}
