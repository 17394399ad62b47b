const EVERY_MS = 3000
const TIMES = 20

let tick: ReturnType<typeof setInterval> | undefined
let read = () => {}

/**
 * Follows the payment provider's page in another tab. This page is fetched every three seconds for a minute, at once
 * when someone returns to it, however late, and once more after that, for a provider that is slow to report. It
 * belongs to no part of the page, so no answer ends it.
 */
export function follow(readPage: () => void): void {
  read = readPage
  readAgain(TIMES)
  document.addEventListener('visibilitychange', back)
}

function back() {
  if (document.hidden) return
  document.removeEventListener('visibilitychange', back)
  read()
  readAgain(1)
}

function readAgain(times: number) {
  clearInterval(tick)
  tick = setInterval(() => {
    if (--times === 0) clearInterval(tick)
    read()
  }, EVERY_MS)
}
