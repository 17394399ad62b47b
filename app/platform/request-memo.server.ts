import { AsyncLocalStorage } from 'node:async_hooks'

type Answers = Map<string, Promise<unknown>>

const current = new AsyncLocalStorage<{ id: string | undefined; answers: Answers }>()
const byRequest = new WeakMap<Request, Answers>()

/**
 * Runs the handling of one HTTP request. Remix gives each loader a Request object of its own, so what the loaders of one
 * page share is kept here, beside them. `id` is how the log and the person name the request.
 */
export const inRequest = <T>(id: string | undefined, work: () => T): T => current.run({ id, answers: new Map() }, work)

/** The id of the request being handled; undefined outside of one. */
export const requestId = (): string | undefined => current.getStore()?.id

/** The same answer for everybody who asks during one request. A failure is not kept. */
export function oncePerRequest<T>(request: Request, key: string, find: () => Promise<T>): Promise<T> {
  const answers = current.getStore()?.answers ?? byRequest.get(request) ?? new Map<string, Promise<unknown>>()
  if (!current.getStore()) byRequest.set(request, answers)
  return once(answers, key, find)
}

/** As `oncePerRequest`, for code that does not know its request; outside of one, such as in a job, it is found each time. */
export const onceInRequest = <T>(key: string, find: () => Promise<T>): Promise<T> =>
  once(current.getStore()?.answers ?? new Map(), key, find)

function once<T>(answers: Answers, key: string, find: () => Promise<T>): Promise<T> {
  const known = answers.get(key)
  // The key names one finder, so the type of its answer is known.
  if (known) return known as Promise<T>
  const answer = find()
  answers.set(key, answer)
  answer.catch(() => answers.delete(key))
  return answer
}
