import type { AnchorHTMLAttributes } from 'react'

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A path of ours; an absolute address leads away. */
  to: string
  /** What it leads to belongs to this screen: scripts swap it in, and the window stays where it is. */
  stay?: boolean
  /** It takes the place of this address in the browser's history. */
  replace?: boolean
}

/** A plain link. `app/browser` makes those that stay faster. */
export function Link({ to, stay, replace, children, ...rest }: LinkProps) {
  return (
    <a href={to} data-stay={stay ? (replace ? 'replace' : '') : undefined} {...rest}>
      {children}
    </a>
  )
}
