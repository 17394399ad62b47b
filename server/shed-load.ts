import { getHeapStatistics } from 'node:v8'
import type { RequestHandler, Response } from 'express'
import { log } from '~/platform/log.server'
import { refuseWith } from './refusal'

/**
 * The share of the heap above which requests are refused. Garbage collection starts long before: a school's pages need
 * a quarter of what `npm run demo` allows.
 */
const MAX_HEAP = 0.85
/** The most open requests: what a process answers in a few seconds. */
const MAX_OPEN = 250
const RETRY_AFTER_SECONDS = 2
const TELL_EVERY_MS = 10_000

const heapShare = () => {
  const { used_heap_size, heap_size_limit } = getHeapStatistics()
  return used_heap_size / heap_size_limit
}

/**
 * Whether a request is being worked on. Those whose sender is slow to send or to read don't count: waiting for them
 * costs nothing, and a few would keep everyone else out.
 */
const isWorkedOn = ({ req, writableEnded }: Response) => req.complete && !writableEnded

/**
 * Refuses requests with 503 before the process runs out of memory, or has more to do than anyone waits for: some are
 * told to try again, and the server stays up. The log says so once in ten seconds. `measure` returns the share of the
 * heap that is used.
 */
export function shedLoad(measure = heapShare): RequestHandler {
  const answers = new Set<Response>()
  let told = Number.NEGATIVE_INFINITY
  return (req, res, next) => {
    const heap = measure()
    // Usually there are few, and they need no closer look.
    const open = answers.size <= MAX_OPEN ? answers.size : [...answers].filter(isWorkedOn).length
    if (heap <= MAX_HEAP && open <= MAX_OPEN) {
      answers.add(res)
      res.once('close', () => answers.delete(res))
      return next()
    }
    if (performance.now() - told > TELL_EVERY_MS) {
      told = performance.now()
      log('warn', 'too much at once', { heap, open })
    }
    res.set('Retry-After', String(RETRY_AFTER_SECONDS))
    refuseWith(req, res, { code: 'busy', message: 'A lot is going on right now. Please try again in a moment.' })
  }
}
