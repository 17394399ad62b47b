import type { z } from 'zod'
import { addWish, type listWishes, removeWish } from '~/models/schedule/horses/wish.server'
import type { wishSchema } from '~/models/schedule/match/wish.schema'
import { getEnv } from '~/platform/env.server'
import { formatInstant } from '~/utils/dates'
import type { Toast } from '~/utils/toast'

/** What a form of either side asks for; `to` is the page with the form. Returns the toast. @throws Refused as the model does. */
export async function changeWish(
  viewerId: string,
  value: z.output<typeof wishSchema>,
  to: string,
): Promise<Pick<Toast, 'title' | 'description' | 'undo'>> {
  if (value.intent === 'add') return { title: 'Saved', description: await addWish(viewerId, value) }
  const removed = await removeWish(viewerId, value)
  if (!removed) return { title: 'Removed already' }
  const { said, fit, reason } = removed
  const fields = { intent: 'add', riderId: value.riderId, horseId: String(value.horseId), fit, reason }
  return { title: 'Removed', description: said, undo: { label: 'Undo', action: to, fields } }
}

export const shownWishes = (wishes: Awaited<ReturnType<typeof listWishes>>) =>
  wishes.map((wish) => ({ ...wish, at: formatInstant(wish.at, getEnv().schoolTimezone) }))
