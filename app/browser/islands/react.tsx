import type { ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { Start } from '../islands'

/** React goes on with what the server rendered of a part. */
export const startReact =
  <Props extends object>(Part: ComponentType<Props>): Start =>
  (element, props) => {
    const root = hydrateRoot(element, <Part {...(props as Props)} />)
    return () => root.unmount()
  }
