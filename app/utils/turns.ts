/** Whose work it is. Work without a turn belongs to a known user. */
export interface Turn {
  /** The network source of the request. */
  source: string
  /** Whether it belongs to a known user, who goes before strangers. */
  isKnown: boolean
}

interface Waiting {
  turn: Turn
  start(): void
  refuse(): void
}

/**
 * Limits work: `running` pieces run at a time, `waiting` more wait for their turn. Known users come first; among equals
 * whoever has the least work running and waiting, then the earliest. So nobody waits behind the many requests of one
 * source, and once no place is left, the last piece of the source with the most is refused in favor of one with less.
 * Returns a function that runs work; refused work is not begun and throws the error of `refuse`.
 */
export function takeTurns({ running, waiting, refuse }: { running: number; waiting: number; refuse: () => Error }) {
  const busy: string[] = []
  const queue: Waiting[] = []

  /** Sorts by rank, lower being sooner: strangers last, then by how much of the same source is ahead. */
  const ranked = () => {
    const seen = new Map<string, number>()
    for (const source of busy) seen.set(source, (seen.get(source) ?? 0) + 1)
    return queue.map((one) => {
      const before = seen.get(one.turn.source) ?? 0
      seen.set(one.turn.source, before + 1)
      return { one, rank: before + (one.turn.isKnown ? 0 : MANY) }
    })
  }

  const next = () => {
    const order = ranked()
    const soonest = order.reduce<(typeof order)[number] | undefined>(
      (best, one) => (best && best.rank <= one.rank ? best : one),
      undefined,
    )
    if (!soonest) return
    queue.splice(queue.indexOf(soonest.one), 1)
    busy.push(soonest.one.turn.source)
    soonest.one.start()
  }

  const wait = (turn: Turn) =>
    new Promise<void>((resolve, reject) => {
      queue.push({ turn, start: resolve, refuse: () => reject(refuse()) })
      if (queue.length <= waiting) return
      const last = ranked().reduce((worst, one) => (one.rank >= worst.rank ? one : worst))
      queue.splice(queue.indexOf(last.one), 1)
      last.one.refuse()
    })

  return async <T>(work: () => Promise<T>, turn: Turn = OWN): Promise<T> => {
    if (busy.length < running) busy.push(turn.source)
    // Finished work hands its turn directly to the next, so that no newcomer takes it.
    else await wait(turn)
    try {
      return await work()
    } finally {
      busy.splice(busy.indexOf(turn.source), 1)
      next()
    }
  }
}

const OWN: Turn = { source: '', isKnown: true }
/** More than ever wait. */
const MANY = 1_000_000
