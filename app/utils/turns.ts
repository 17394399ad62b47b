/**
 * Lets so many pieces of work run at a time, and so many more wait for their turn, first come first served. Returns a function that
 * runs work; what it is given beyond that is refused with the error of `refuse`, and nothing of it is done.
 */
export function takeTurns({ running, waiting, refuse }: { running: number; waiting: number; refuse: () => Error }) {
  let busy = 0
  const queue: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (busy < running) busy++
    else if (queue.length >= waiting) throw refuse()
    // Whoever ends hands the turn over, so that nobody who comes later takes it.
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else busy--
    }
  }
}
