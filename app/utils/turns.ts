/** Whose work it is. Work without one is that of somebody who is known. */
export interface Turn {
  /** Where it comes from. */
  source: string
  /** Known ones go before strangers. */
  isKnown: boolean
}

interface Waiting {
  turn: Turn
  start(): void
  refuse(): void
}

/**
 * Lets so many pieces of work run at a time, and so many more wait for their turn. Known ones come first; among equals whoever has the
 * least running and waiting, then who came first. So nobody waits behind the many of one source, and once no place is left, the last of
 * whoever has the most is refused for one who has less. Returns a function that runs work; of what is refused, with the error of
 * `refuse`, nothing is done.
 */
export function takeTurns({ running, waiting, refuse }: { running: number; waiting: number; refuse: () => Error }) {
  const busy: string[] = []
  const queue: Waiting[] = []

  /** Lower is sooner: strangers last, then by how much of the same source comes before it. */
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
    // Whoever ends hands the turn over, so that nobody who comes later takes it.
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
