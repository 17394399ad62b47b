import type { Exchange } from './exchange'
import { MAX_MS } from './exchange'
import type { Input } from './inputs'

const METHODS = /^(GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE)$/
/** Internals of the program, which no answer may reveal. */
const INSIDE = /\bat [\w.<>]+ \(?(file|node|\/)[^)\n]*:\d+:\d+|PrismaClient\w+Error|node_modules\//

/** Returns what is wrong with the answers to an input. */
export function findingsOf({ methods, leavesAfter }: Input, { answers, ms, missing }: Exchange): string[] {
  const found: string[] = []
  if (missing) found.push(missing)
  if (leavesAfter === undefined && ms > MAX_MS) found.push(`answered after ${Math.round(ms)} ms`)
  for (const [n, { status, headers, body }] of answers.entries()) {
    const unknown = status === 501 && !METHODS.test(methods[n] ?? '')
    const away = status === 503 && headers.has('retry-after')
    if (status >= 500 && !unknown && !away) found.push(`answered ${status}`)
    if (INSIDE.test(body.toString('latin1'))) found.push('the answer shows the inside of the program')
  }
  return found
}
