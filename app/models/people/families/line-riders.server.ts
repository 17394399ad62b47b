import { Prisma } from '~/generated/prisma/client'
import { displayName, given } from '~/models/vocabulary/user'
import type { Db } from '~/platform/tx.server'

/** Riders by ID, in the order of the names; null if nobody is to be named. */
export type LineRiders = Record<
  string,
  { firstName: string | null; lastName: string | null; email: string | null }
> | null

interface OfRider {
  riderId?: string
}

/** A line with its rider's name, if it is to be named. */
export type Named<Line> = Line & { rider?: string }

/**
 * Selects the riders to name on a payment's lines: those who are not the payer, and the payer beside children. One
 * value of a statement.
 */
export const lineRidersSql = (lines: Prisma.Sql, payer: Prisma.Sql) => Prisma.sql`(
  SELECT json_object_agg(r.id, json_build_object('firstName', r.first_name, 'lastName', r.last_name, 'email', r.email)
                         ORDER BY r.first_name, r.id)
  FROM users r WHERE r.id IN (SELECT line->>'riderId' FROM jsonb_array_elements(${lines}) line)
    AND (r.id <> ${payer} OR EXISTS (SELECT FROM users c WHERE c.guardian_id = ${payer})))`

export const nameLines = <Line extends OfRider>(lines: readonly Line[], riders: LineRiders): Named<Line>[] =>
  lines.map((line) => {
    const rider = line.riderId ? riders?.[line.riderId] : undefined
    return rider ? { ...line, rider: given(rider.firstName) || displayName(rider) } : line
  })

/** Returns the lines with the riders to name, by first name. */
export async function namedLines<Line extends OfRider>(
  db: Db,
  payerId: string,
  lines: readonly Line[],
): Promise<Named<Line>[]> {
  const text = JSON.stringify(lines.map(({ riderId }) => ({ riderId })))
  const [row] = await db.$queryRaw<{ riders: LineRiders }[]>(Prisma.sql`
    SELECT ${lineRidersSql(Prisma.sql`${text}::jsonb`, Prisma.sql`${payerId}`)} AS riders`)
  return nameLines(lines, row?.riders ?? null)
}
