import { prisma } from '~/platform/db.server'
import type { Random } from './random'

/** Each horse's coat, popularity with riders, and limits per day and week. */
const HORSES = [
  { name: 'Apollo', coat: 'chestnut', liked: 4, dayLimit: 3, weekLimit: 14 },
  { name: 'Bella', coat: 'bay', liked: 5, dayLimit: 3, weekLimit: 14 },
  { name: 'Biscuit', coat: 'palomino', liked: 3, dayLimit: 2, weekLimit: 9 },
  { name: 'Clover', coat: 'buckskin', liked: 2, dayLimit: 2, weekLimit: 9 },
  { name: 'Duke', coat: 'dark-bay', liked: 1, dayLimit: 2, weekLimit: 6 },
  { name: 'Ginger', coat: 'chestnut', liked: 3, dayLimit: 3, weekLimit: 12 },
  { name: 'Jasper', coat: 'black', liked: 2, dayLimit: 3, weekLimit: 12 },
  { name: 'Maple', coat: 'bay', liked: 4, dayLimit: 3, weekLimit: 14 },
  { name: 'Pepper', coat: 'roan', liked: 2, dayLimit: 3, weekLimit: 12 },
  { name: 'Rosie', coat: 'pinto', liked: 3, dayLimit: 2, weekLimit: 10 },
  { name: 'Scout', coat: 'white', liked: 1, dayLimit: 3, weekLimit: 12 },
  { name: 'Willow', coat: 'gray', liked: 2, dayLimit: 2, weekLimit: 10 },
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
    data: HORSES.map(({ name, coat, dayLimit, weekLimit }) => ({ name, coat, dayLimit, weekLimit })),
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
