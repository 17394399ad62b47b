import { type ComponentType, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import type { Start } from '../islands'

/** React goes on with what the server rendered of a part, and with what was chosen there before React had come. */
export const startReact =
  <Props extends object>(Part: ComponentType<Props>): Start<Props> =>
  (element, props, { takeBack }) => {
    const chooseAgain = takeBack(element)
    const Started = () => {
      // The part follows its fields from the render after its first one, whose effects and this one make a single update.
      const [isFollowing, setFollowing] = useState(false)
      useEffect(() => setFollowing(true), [])
      useEffect(() => {
        // Outside the effect, where React would put back what a field held before its part has rendered the new one.
        if (isFollowing) setTimeout(chooseAgain)
      }, [isFollowing])
      return <Part {...props} />
    }
    // At once: what the server rendered must not be swapped for another page before React has seen it.
    const root = flushSync(() => hydrateRoot(element, <Started />))
    return () => root.unmount()
  }
