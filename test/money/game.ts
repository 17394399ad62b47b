import { Refused } from '~/platform/refused'

/** Whether an error is expected: a refusal by the rules, or a decline or lost answer of the provider. */
const isGame = (error: unknown) =>
  error instanceof Refused || (error instanceof Error && error.constructor.name.startsWith('Stripe'))

/** Runs a step and ignores expected errors. @throws any other error */
export async function playing(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isGame(error)) throw error
  }
}

/** Waits for all of them, even if one fails: what keeps running would change things after the last comparison. */
export async function together(works: (() => Promise<unknown>)[]): Promise<void> {
  const ended = await Promise.allSettled(works.map(playing))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
}

export const atOnce = (times: number, work: () => Promise<unknown>) =>
  together(Array.from({ length: times }, () => work))
