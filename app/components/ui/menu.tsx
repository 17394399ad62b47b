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
 * Links and forms of the class `menu-item` behind a button; `data-tone="bad"` makes one red. The browser itself opens it above
 * everything and closes it by Escape and by a click elsewhere. On a phone it lies at the thumb.
 */
export function Menu({
  label,
  button,
  className,
  children,
}: {
  /** What the button is called, if it is no text. */
  label?: string
  button: ReactNode
  className: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className="menu no-print">
      <button type="button" popovertarget={id} aria-label={label} title={label} className={className}>
        {button}
      </button>
      <div id={id} popover="auto" className="menu-list">
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
