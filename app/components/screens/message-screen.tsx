import { createContext, type ReactNode, useContext } from 'react'
import { Mark } from '~/components/nav/mark'

/** True inside a layout that already renders the page's `main`. */
export const Framed = createContext(false)

/** A screen with one message and one link to continue. */
export function MessageScreen({
  title,
  children,
  actions,
}: {
  title: string
  children: ReactNode
  actions?: ReactNode
}) {
  const framed = useContext(Framed)
  const Tag = framed ? 'div' : 'main'
  return (
    <Tag
      id={framed ? undefined : 'main'}
      className="mx-auto grid w-full max-w-lg flex-1 content-center justify-items-center gap-3 px-4 py-12 text-center"
    >
      <Mark className="size-14 text-saddle" />
      <h1 className="text-2xl">{title}</h1>
      <div className="grid gap-2 text-muted">{children}</div>
      {actions ? <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </Tag>
  )
}
