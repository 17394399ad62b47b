import { prisma } from '~/platform/db.server'
import type { Db } from '~/platform/tx.server'
import type { RiderFacts } from './match'

export const NOTHING_KNOWN: RiderFacts = { weightLb: null, level: null, wishes: [] }

/** What the choice of a horse asks about riders, by their ids. */
export async function factsOf(riderIds: readonly string[], db: Db = prisma): Promise<Map<string, RiderFacts>> {
  const rows = await db.$queryRaw<({ id: string } & RiderFacts)[]>`
    SELECT u.id, u.weight_lb AS "weightLb", u.level,
           coalesce((SELECT json_agg(json_build_object('horseId', w.horse_id, 'good', w.good) ORDER BY w.id)
                     FROM horse_wishes w WHERE w.student_id = u.id), '[]') AS wishes
    FROM users u WHERE u.id = ANY(${[...riderIds]})`
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}
