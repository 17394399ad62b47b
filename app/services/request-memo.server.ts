import { AsyncLocalStorage } from 'node:async_hooks'

type Answers = Map<string, Promise<unknown>>

const current = new AsyncLocalStorage<Answers>()
const byRequest = new WeakMap<Request, Answers>()

/**
 * Runs the handling of one HTTP request. Remix gives each loader a Request object of its own, so what the loaders of one
 * page share is kept here, beside them.
 */
export const inRequest = <T>(work: () => T): T => current.run(new Map(), work)

/** The same answer for everybody who asks during one request. A failure is not kept. */
export function oncePerRequest<T>(request: Request, key: string, find: () => Promise<T>): Promise<T> {
  const answers = current.getStore() ?? byRequest.get(request) ?? new Map<string, Promise<unknown>>()
  if (!current.getStore()) byRequest.set(request, answers)
  const known = answers.get(key)
  // The key names one finder, so the type of its answer is known.
  if (known) return known as Promise<T>
  const answer = find()
  answers.set(key, answer)
  answer.catch(() => answers.delete(key))
  return answer
}
