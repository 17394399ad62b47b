import { prisma } from '~/platform/db.server'
import type { RiderFacts } from './match'

export const NOTHING_KNOWN: RiderFacts = { weightLb: null, level: null }

/** What the choice of a horse asks about riders, by their ids. */
export async function factsOf(riderIds: readonly string[]): Promise<Map<string, RiderFacts>> {
  const rows = await prisma.user.findMany({
    where: { id: { in: [...riderIds] } },
    select: { id: true, weightLb: true, level: true },
  })
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}
