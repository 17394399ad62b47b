import type { AnchorHTMLAttributes } from 'react'

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A path of ours, or an absolute address elsewhere. */
  to: string
  /** Whether the target belongs to this screen: scripts swap it in without scrolling. */
  stay?: boolean
  /** Whether it replaces this address in the browser's history. */
  replace?: boolean
}

/** A plain link. `app/browser` speeds up those with `stay`. */
export function Link({ to, stay, replace, children, ...rest }: LinkProps) {
  return (
    <a href={to} data-stay={stay ? (replace ? 'replace' : '') : undefined} {...rest}>
      {children}
    </a>
  )
}
