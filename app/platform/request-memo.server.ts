import { AsyncLocalStorage } from 'node:async_hooks'

type Answers = Map<string, Promise<unknown>>

const current = new AsyncLocalStorage<{ id: string | undefined; answers: Answers }>()
const byRequest = new WeakMap<Request, Answers>()

/**
 * Remix gives each loader its own Request, so data shared by a page's loaders is kept here. `id` names the request in
 * the log and on the error page.
 */
export const inRequest = <T>(id: string | undefined, work: () => T): T => current.run({ id, answers: new Map() }, work)

/** Undefined outside a request. */
export const requestId = (): string | undefined => current.getStore()?.id

/** Finds an answer once a request. A failure is not kept. */
export function oncePerRequest<T>(request: Request, key: string, find: () => Promise<T>): Promise<T> {
  const answers = current.getStore()?.answers ?? byRequest.get(request) ?? new Map<string, Promise<unknown>>()
  if (!current.getStore()) byRequest.set(request, answers)
  return once(answers, key, find)
}

/** As `oncePerRequest`, for code without the request. Outside of one, as in a job, it finds the answer each time. */
export const onceInRequest = <T>(key: string, find: () => Promise<T>): Promise<T> =>
  once(current.getStore()?.answers ?? new Map(), key, find)

/** Keeps an answer that was found by the way. */
export function rememberInRequest(key: string, answer: unknown): void {
  const answers = current.getStore()?.answers
  if (answers && !answers.has(key)) answers.set(key, Promise.resolve(answer))
}

function once<T>(answers: Answers, key: string, find: () => Promise<T>): Promise<T> {
  const known = answers.get(key)
  // A key belongs to one finder, so the type of its answer is known.
  if (known) return known as Promise<T>
  const answer = find()
  answers.set(key, answer)
  answer.catch(() => answers.delete(key))
  return answer
}
