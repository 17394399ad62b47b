import { prisma } from '~/platform/db.server'
import type { Random } from './random'

/** Each horse's popularity with riders, and its limits per day and week. */
const HORSES = [
  { name: 'Apollo', liked: 4, dayLimit: 3, weekLimit: 14 },
  { name: 'Bella', liked: 5, dayLimit: 3, weekLimit: 14 },
  { name: 'Biscuit', liked: 3, dayLimit: 2, weekLimit: 9 },
  { name: 'Clover', liked: 2, dayLimit: 2, weekLimit: 9 },
  { name: 'Duke', liked: 1, dayLimit: 2, weekLimit: 6 },
  { name: 'Ginger', liked: 3, dayLimit: 3, weekLimit: 12 },
  { name: 'Jasper', liked: 2, dayLimit: 3, weekLimit: 12 },
  { name: 'Maple', liked: 4, dayLimit: 3, weekLimit: 14 },
  { name: 'Pepper', liked: 2, dayLimit: 3, weekLimit: 12 },
  { name: 'Rosie', liked: 3, dayLimit: 2, weekLimit: 10 },
  { name: 'Scout', liked: 1, dayLimit: 3, weekLimit: 12 },
  { name: 'Willow', liked: 2, dayLimit: 2, weekLimit: 10 },
]
/** A horse that has not gone out for the last days. */
export const RESTING = 'Pepper'

export interface SeededHorse {
  id: number
  name: string
  liked: number
  dayLimit: number
  weekLimit: number
}

/** Adds twelve horses. */
export async function seedHorses(): Promise<SeededHorse[]> {
  await prisma.horse.createMany({
    data: HORSES.map(({ name, dayLimit, weekLimit }) => ({ name, dayLimit, weekLimit })),
  })
  const rows = await prisma.horse.findMany({ orderBy: { id: 'asc' }, select: { id: true, name: true } })
  return rows.flatMap(({ id, name }) => {
    const horse = HORSES.find((one) => one.name === name)
    return horse ? [{ id, ...horse }] : []
  })
}

/** Returns a random horse, popular ones more often. */
export function pickLiked(horses: readonly SeededHorse[], random: Random): SeededHorse | undefined {
  let left = random.below(horses.reduce((sum, { liked }) => sum + liked, 0))
  return horses.find(({ liked }) => {
    left -= liked
    return left < 0
  })
}
