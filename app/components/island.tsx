import type { ReactNode } from 'react'
import type { IslandProps } from '~/browser/islands'

interface Props<Name extends keyof IslandProps> {
  name: Name
  props: IslandProps[Name]
  children?: ReactNode
}

/**
 * A part of a page that becomes interactive in the browser: `app/browser/islands` starts the file with this name with
 * these props. `children` is the same part as rendered by the server, complete without scripts. IDs inside are passed
 * in, not made by `useId`.
 */
export function Island<Name extends keyof IslandProps>({ name, props, children }: Props<Name>) {
  return (
    <div data-island={name} data-props={JSON.stringify(props)} className="contents">
      {children}
    </div>
  )
}
