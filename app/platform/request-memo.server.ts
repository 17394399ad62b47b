import { AsyncLocalStorage } from 'node:async_hooks'
import type { Unavailable } from './unavailable.server'

type Answers = Map<string, Promise<unknown>>

interface Current {
  id: string | undefined
  answers: Answers
  /** What kept it from an answer, if the database was away or full. */
  unavailable?: Unavailable
  /** The form that was sent and came to nothing by that. */
  unsaved?: FormData
}

const current = new AsyncLocalStorage<Current>()
const byRequest = new WeakMap<Request, Answers>()

/**
 * Remix gives each loader its own Request, so data shared by a page's loaders is kept here. `id` names the request in
 * the log and on the error page.
 */
export const inRequest = <T>(id: string | undefined, work: () => T): T => current.run({ id, answers: new Map() }, work)

/** Undefined outside a request. */
export const requestId = (): string | undefined => current.getStore()?.id

/** Keeps that the database was away or full, for whoever makes the answer. */
export function noteUnavailable(unavailable: Unavailable): void {
  const request = current.getStore()
  if (request) request.unavailable ??= unavailable
}

export const notedUnavailable = (): Unavailable | undefined => current.getStore()?.unavailable

/** Keeps a form of ours that could not be saved: the answer lets it be sent again. */
export function noteUnsaved(form: FormData): void {
  const request = current.getStore()
  if (request) request.unsaved = form
}

export const notedUnsaved = (): FormData | undefined => current.getStore()?.unsaved

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
