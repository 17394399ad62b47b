import { useRevalidator } from '@remix-run/react'
import { useEffect, useState } from 'react'

const EVERY_MS = 3000
const AT_MOST_MS = 60_000

/**
 * Reads the page's data again every three seconds while the payment provider's page is open in another tab, until this
 * one is looked at again or a minute has passed. Returns what starts it.
 */
export function useRefetchWhileAway(): () => void {
  const { revalidate } = useRevalidator()
  const [away, setAway] = useState(false)
  useEffect(() => {
    if (!away) return
    const stop = () => setAway(false)
    const back = () => {
      if (document.visibilityState !== 'visible') return
      revalidate()
      stop()
    }
    const tick = setInterval(revalidate, EVERY_MS)
    const end = setTimeout(stop, AT_MOST_MS)
    document.addEventListener('visibilitychange', back)
    return () => {
      clearInterval(tick)
      clearTimeout(end)
      document.removeEventListener('visibilitychange', back)
    }
  }, [away, revalidate])
  return () => setAway(true)
}
