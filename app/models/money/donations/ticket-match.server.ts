import { Prisma } from '~/generated/prisma/client'
import { prisma } from '~/platform/db.server'
import type { Tx } from '~/platform/tx.server'
import { type Cents, centsOf } from '~/utils/money'

const plainName = (column: string) => Prisma.raw(`lower(btrim(${column}))`)

/**
 * Assigns tickets without an event to the one of their name, if there is one: the next after the purchase, or the last
 * before it. `which` narrows the tickets.
 */
async function matchTickets(tx: Tx, which: Prisma.Sql): Promise<void> {
  const [ticketName, eventName] = [plainName('t.event_name'), plainName('e.name')]
  await tx.$executeRaw(Prisma.sql`
    UPDATE event_tickets t SET event_id = found.event_id
    FROM (SELECT DISTINCT ON (t.id) t.id, e.id AS event_id
          FROM event_tickets t JOIN events e ON ${eventName} = ${ticketName}
          WHERE t.event_id IS NULL AND ${which}
          ORDER BY t.id, (e.event_date > t.purchased_at - interval '1 day') DESC NULLS LAST,
                   abs(extract(epoch FROM e.event_date - t.purchased_at)), e.id) found
    WHERE t.id = found.id`)
}

/** Matches tickets by the platform's IDs. */
export const matchTicketsOf = (tx: Tx, zeffyIds: readonly string[]): Promise<void> =>
  matchTickets(tx, Prisma.sql`t.zeffy_id = ANY(${[...zeffyIds]})`)

/** Matches tickets that came before their event. */
export const matchTicketsNamed = (tx: Tx, eventNames: readonly string[]): Promise<void> =>
  matchTickets(
    tx,
    Prisma.sql`${plainName('t.event_name')} = ANY(SELECT lower(btrim(n)) FROM unnest(${[...eventNames]}::text[]) n)`,
  )

export interface LooseTickets {
  /** Null for tickets that name no event. */
  eventName: string | null
  count: number
  total: Cents
}

/** Lists tickets without an event, by the name that they give, the most first. */
export async function looseTickets(): Promise<LooseTickets[]> {
  const rows = await prisma.eventTicket.groupBy({
    by: ['eventName'],
    where: { eventId: null },
    _count: true,
    _sum: { amount: true },
    orderBy: [{ _count: { eventName: 'desc' } }, { eventName: 'asc' }],
  })
  return rows.map(({ eventName, _count, _sum }) => ({ eventName, count: _count, total: centsOf(_sum.amount ?? '0') }))
}
