import { Refused } from '~/platform/refused'

/** What the rules refuse, and what the provider declines or loses, is part of the game. */
const isGame = (error: unknown) =>
  error instanceof Refused || (error instanceof Error && error.constructor.name.startsWith('Stripe'))

/** @throws whatever is neither a refusal nor the provider's */
export async function playing(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isGame(error)) throw error
  }
}

/** Waits for all of them, also if one fails: what runs on would change things after the last comparison. */
export async function together(works: (() => Promise<unknown>)[]): Promise<void> {
  const ended = await Promise.allSettled(works.map(playing))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
}

export const atOnce = (times: number, work: () => Promise<unknown>) =>
  together(Array.from({ length: times }, () => work))
