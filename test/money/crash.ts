import pg from 'pg'
import type { Sandbox } from '../../sandbox/stripe'

/** The error of every statement and provider call after the crash, as for a process that is gone. */
class ProcessDied extends Error {
  override name = 'ProcessDied'
  readonly code = 'ECONNRESET'
}

const textOf = (statement: unknown): string =>
  typeof statement === 'object' && statement !== null && 'text' in statement
    ? String(statement.text)
    : String(statement)

/**
 * Runs `work` in a process that dies before its n-th step, where each statement to the database and each call to the
 * provider is a step: an open transaction is rolled back, as the database does when a connection breaks. Resolves when
 * the work has given up. Returns whether it got that far, and the steps it took.
 */
export async function dyingAfter(
  sandbox: Pick<Sandbox, 'handle'>,
  steps: number,
  work: () => Promise<unknown>,
): Promise<{ died: boolean; steps: string[] }> {
  const taken: string[] = []
  let died = false
  const isGone = (step: string) => {
    if (taken.length >= steps) died = true
    else taken.push(step)
    return died
  }
  const { query } = pg.Client.prototype
  const { handle } = sandbox
  const original = query as unknown as (this: pg.Client, ...args: unknown[]) => Promise<unknown>
  function dying(this: pg.Client, ...args: unknown[]) {
    const text = textOf(args[0])
    if (/^rollback/i.test(text) || !isGone(text)) return original.apply(this, args)
    const gone = new ProcessDied(text)
    // The pool calls with a callback.
    const callback = args.at(-1)
    if (typeof callback === 'function') return void setImmediate(() => callback(gone))
    // The process that would commit is gone, so the database rolls back.
    const left = /^commit/i.test(text) ? original.call(this, 'ROLLBACK') : Promise.resolve()
    return left.then(() => {
      throw gone
    })
  }
  pg.Client.prototype.query = dying as unknown as typeof query
  sandbox.handle = async (request) => {
    const step = `${request.method} ${new URL(request.url).pathname}`
    if (isGone(step)) throw new ProcessDied(step)
    return handle(request)
  }
  try {
    await work().catch((error) => {
      if (!died) throw error
    })
    return { died, steps: taken }
  } finally {
    pg.Client.prototype.query = query
    sandbox.handle = handle
  }
}
