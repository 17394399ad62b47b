import { type ComponentType, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import type { Start } from '../islands'

/** Hydrates a part that the server rendered, and keeps what was chosen before React loaded. */
export const startReact =
  <Props extends object>(Part: ComponentType<Props>): Start<Props> =>
  (element, props, { takeBack }) => {
    const chooseAgain = takeBack(element)
    const Started = () => {
      // The part follows its fields from its second render on; its effects and this one make a single update.
      const [isFollowing, setFollowing] = useState(false)
      useEffect(() => setFollowing(true), [])
      useEffect(() => {
        // Outside the effect, where React would reset a field before the part has rendered its new value.
        if (isFollowing) setTimeout(chooseAgain)
      }, [isFollowing])
      return <Part {...props} />
    }
    // Immediately, because the server's HTML must not be swapped for another page before React has seen it.
    const root = flushSync(() => hydrateRoot(element, <Started />))
    return () => root.unmount()
  }
