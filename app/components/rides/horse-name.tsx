import type { ReactNode } from 'react'
import { useRoot } from '~/components/use-root'

/**
 * A horse's name, with its coat as a dot before it; `children` are what the page says instead of the name alone. It can't be
 * used in an option, which holds text alone, or in an island, which knows nothing of the page.
 */
export function HorseName({
  name,
  className,
  children = name,
}: {
  name: string | null | undefined
  className?: string
  children?: ReactNode
}) {
  const coats = useRoot()?.coats
  const coat = name && coats && Object.hasOwn(coats, name) ? coats[name] : undefined
  if (!coat && !className) return children
  return (
    <span data-coat={coat} className={className}>
      {children}
    </span>
  )
}
