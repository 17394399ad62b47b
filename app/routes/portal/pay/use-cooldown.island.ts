import { useEffect, useState } from 'react'

/** Seconds for which further clicks on a payment button are ignored. */
export const COOLDOWN_SECONDS = 10

/** Counts down after a click. It is only a convenience: the server makes one charge of any number of clicks. */
export function useCooldown() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  return { seconds, start: () => setSeconds(COOLDOWN_SECONDS), reset: () => setSeconds(0) }
}
