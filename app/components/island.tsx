import type { ReactNode } from 'react'

/**
 * A part that goes on in the browser: `app/browser/islands` starts the file of this name with these props. `children` is the same part as
 * the server renders it, complete without scripts. Ids inside are given, not made by `useId`.
 */
export function Island<Props>({ name, props, children }: { name: string; props: Props; children?: ReactNode }) {
  return (
    <div data-island={name} data-props={JSON.stringify(props)} className="contents">
      {children}
    </div>
  )
}
