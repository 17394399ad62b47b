import { prisma } from '~/platform/db.server'
import { bare, listStatement, queryLists, rowList, text } from '~/platform/row-lists.server'
import type { Db } from '~/platform/tx.server'
import type { RiderFacts } from './match'

export const NOTHING_KNOWN: RiderFacts = { weightLb: null, level: null, wishes: [] }

type Row = { id: string } & RiderFacts

/** Selects what the choice of a horse asks about riders, an array as SQL, for a statement with other lists. */
export const factList = (riders: string) =>
  rowList<Row>(
    {
      id: text('u.id'),
      weightLb: bare('u.weight_lb'),
      level: text('u.level'),
      wishes: bare(`coalesce((SELECT json_agg(json_build_object('horseId', w.horse_id, 'good', w.good) ORDER BY w.id)
                     FROM horse_wishes w WHERE w.student_id = u.id), '[]')`),
    },
    `users u WHERE u.id = ANY(${riders})`,
  )
const FACTS = listStatement({ facts: factList('$1::text[]') })

export const factsFound = (rows: readonly Row[]): Map<string, RiderFacts> =>
  new Map(rows.map(({ id, ...facts }) => [id, facts]))

/** What the choice of a horse asks about riders, by their ids. */
export async function factsOf(riderIds: readonly string[], db: Db = prisma): Promise<Map<string, RiderFacts>> {
  return factsFound((await queryLists(FACTS, [[...riderIds]], db)).facts)
}
