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
 * Links and forms with the class `menu-item`, and notes with the class `menu-note`, behind a button; `data-tone="bad"`
 * makes an item red. The browser itself opens the menu on top of everything, and closes it on Escape and on clicks
 * elsewhere. On a phone it opens at the bottom, near the thumb.
 */
export function Menu({
  id,
  label,
  button,
  className,
  children,
}: {
  /** Passed where a part of a page is rendered separately, because generated IDs would collide. */
  id?: string
  /** The button's accessible name, if it isn't text. */
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

/** A row's actions, behind three dots. */
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
