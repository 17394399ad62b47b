import { prisma } from '~/platform/db.server'

/** The office's limits for its smallest pony and its liveliest horse. */
const LIMITS = {
  Biscuit: { maxWeightLb: 150 },
  Duke: { maxWeightLb: 220, minLevel: 'intermediate' },
} as const

/** What it has said of a rider with a horse, by the rider's place. */
const FITS = [
  { place: 2, horse: 'Bella', good: true, reason: 'Gives her confidence' },
  { place: 4, horse: 'Duke', good: false, reason: 'Fell off in spring, still afraid of him' },
]

const LIGHTEST = 68
const SPREAD = 76

/** Of most riders, in pounds; two grown-ups are too heavy for the pony, and every seventh rider's weight nobody has asked for. */
export async function seedLimits(studentIds: readonly string[], byId: string): Promise<void> {
  for (const [name, limits] of Object.entries(LIMITS)) await prisma.horse.update({ where: { name }, data: limits })
  for (const [place, id] of studentIds.entries()) {
    const grownUp = place === 7 || place === 23
    const weightLb = grownUp ? 165 + place : LIGHTEST + ((place * 29) % SPREAD)
    if (place % 7 !== 6) await prisma.user.update({ where: { id }, data: { weightLb } })
  }
  for (const { place, horse: name, ...said } of FITS) {
    const { id: horseId } = await prisma.horse.findUniqueOrThrow({ where: { name }, select: { id: true } })
    await prisma.horseWish.create({ data: { studentId: studentIds[place] ?? '', horseId, ...said, byId } })
  }
}
