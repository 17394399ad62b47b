import type { ReactNode } from 'react'
import type { IslandProps } from '~/browser/islands'

interface Props<Name extends keyof IslandProps> {
  name: Name
  props: IslandProps[Name]
  children?: ReactNode
}

/**
 * A part that goes on in the browser: `app/browser/islands` starts the file of this name with these props. `children` is the same part as
 * the server renders it, complete without scripts. Ids inside are given, not made by `useId`.
 */
export function Island<Name extends keyof IslandProps>({ name, props, children }: Props<Name>) {
  return (
    <div data-island={name} data-props={JSON.stringify(props)} className="contents">
      {children}
    </div>
  )
}
