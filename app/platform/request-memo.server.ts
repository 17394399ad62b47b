import { AsyncLocalStorage } from 'node:async_hooks'
import type { Unavailable } from './unavailable.server'

type Answers = Map<string, Promise<unknown>>

interface Current {
  id: string | undefined
  answers: Answers
  /** Set if the database could not be reached or was full, so that there is no answer. */
  unavailable?: Unavailable
  /** The submitted form that could not be saved for that reason. */
  unsaved?: FormData
}

const current = new AsyncLocalStorage<Current>()
const byRequest = new WeakMap<Request, Answers>()

/**
 * Runs work as one request. Remix gives each loader its own Request, so data that a page's loaders share is stored
 * here. `id` names the request in the log and on the error page.
 */
export const inRequest = <T>(id: string | undefined, work: () => T): T => current.run({ id, answers: new Map() }, work)

/** Undefined outside a request. */
export const requestId = (): string | undefined => current.getStore()?.id

/** Records that the database could not be reached or was full, for whoever builds the answer. */
export function recordUnavailable(unavailable: Unavailable): void {
  const request = current.getStore()
  if (request) request.unavailable ??= unavailable
}

export const notedUnavailable = (): Unavailable | undefined => current.getStore()?.unavailable

/** Records a form that could not be saved: the answer offers to send it again. */
export function recordUnsaved(form: FormData): void {
  const request = current.getStore()
  if (request) request.unsaved = form
}

export const notedUnsaved = (): FormData | undefined => current.getStore()?.unsaved

/** Computes an answer once per request. A failure is not cached. */
export function oncePerRequest<T>(request: Request, key: string, find: () => Promise<T>): Promise<T> {
  const answers = current.getStore()?.answers ?? byRequest.get(request) ?? new Map<string, Promise<unknown>>()
  if (!current.getStore()) byRequest.set(request, answers)
  return once(answers, key, find)
}

/** Works like `oncePerRequest`, for code without the request. Outside of one, as in a job, it computes the answer each time. */
export const onceInRequest = <T>(key: string, find: () => Promise<T>): Promise<T> =>
  once(current.getStore()?.answers ?? new Map(), key, find)

/** Stores an answer that was found along the way. */
export function rememberInRequest(key: string, answer: unknown): void {
  const answers = current.getStore()?.answers
  if (answers && !answers.has(key)) answers.set(key, Promise.resolve(answer))
}

function once<T>(answers: Answers, key: string, find: () => Promise<T>): Promise<T> {
  const known = answers.get(key)
  // Each key belongs to one function, so the type of its answer is known.
  if (known) return known as Promise<T>
  const answer = find()
  answers.set(key, answer)
  answer.catch(() => answers.delete(key))
  return answer
}
