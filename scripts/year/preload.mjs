// Loaded by the servers and by the run itself: beside the clock of `scripts/kill/preload.mjs`, the jobs' timers follow it, so that a leap of a day
// makes every job due at once.
import '../kill/preload.mjs'

const LONG_MS = 10_000
const LOOK_MS = 100
/** How long a job that a leap made due waits: until the database has the new time too, by which it decides whether the job is due. */
const SETTLE_MS = 600
const realInterval = globalThis.setInterval

globalThis.setInterval = (work, every, ...given) => {
  if (!(every >= LONG_MS)) return realInterval(work, every, ...given)
  let next = Date.now() + every
  let dueSince
  return realInterval(() => {
    const now = Date.now()
    // A clock that was set back must not hold anything back.
    if (now < next && next <= now + every) return
    dueSince ??= performance.now()
    if (performance.now() - dueSince < SETTLE_MS) return
    dueSince = undefined
    next = now + every
    work(...given)
  }, LOOK_MS)
}
