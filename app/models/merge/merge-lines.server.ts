import { Prisma } from '~/generated/prisma/client'
import type { Tx } from '~/platform/tx.server'

/** Payments whose lines named one rider, and now name another. */
export type MovedLines = {
  ids: number[]
  from: string
  to: string
}

/**
 * Replaces a rider in payments' lines, which name riders in JSON, without a foreign key. `within` are IDs of payments;
 * all if it is left out.
 */
export async function moveLines(tx: Tx, from: string, to: string, within?: number[]): Promise<MovedLines> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    UPDATE payment_transactions SET lines = (
      SELECT jsonb_agg(CASE WHEN line->>'riderId' = ${from} THEN jsonb_set(line, '{riderId}', to_jsonb(${to}::text)) ELSE line END ORDER BY n)
      FROM jsonb_array_elements(lines) WITH ORDINALITY each (line, n))
    WHERE lines @> jsonb_build_array(jsonb_build_object('riderId', ${from}::text))
      AND ${within ? Prisma.sql`id = ANY(${within})` : Prisma.sql`true`}
    RETURNING id`
  return { ids: rows.map(({ id }) => id), from, to }
}
