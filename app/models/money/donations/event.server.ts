import type { Event, Prisma } from '~/generated/prisma/client'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { withTx } from '~/platform/tx.server'
import { type Cents, centsOf, decimalOf } from '~/utils/money'
import { pageCount, rowsOfPage } from '~/utils/paging'
import type { PlatformEvent, PlatformTicket } from './event.schema'
import { type Comparison, compareRows, type ExternalRow, type ExternalTable, saveRows } from './external-rows.server'
import { matchTicketsNamed, matchTicketsOf } from './ticket-match.server'

const events: ExternalTable = {
  name: 'events',
  externalColumn: 'zeffy_event_id',
  async find(db, ids) {
    const rows = await db.event.findMany({ where: { zeffyEventId: { in: ids } } })
    return rows.map((row) => ({ ...row, externalId: row.zeffyEventId ?? '' }))
  },
  defaults: () => ({ status: 'active', currentAttendees: 0 }),
  update: (tx, id, data) => tx.event.update({ where: { id }, data, select: { id: true } }),
}

const tickets: ExternalTable = {
  name: 'event_tickets',
  externalColumn: 'zeffy_id',
  async find(db, ids) {
    const rows = await db.eventTicket.findMany({ where: { zeffyId: { in: ids } } })
    return rows.map((row) => ({ ...row, externalId: row.zeffyId }))
  },
  defaults: () => ({ currency: 'USD', status: 'completed', purchasedAt: now() }),
  update: (tx, id, data) => tx.eventTicket.update({ where: { id }, data, select: { id: true } }),
}

const eventRow = ({ zeffyEventId, ticketPrice, extra, ...data }: PlatformEvent): ExternalRow => ({
  externalId: zeffyEventId,
  data: { ...data, ticketPrice: ticketPrice === undefined ? undefined : decimalOf(ticketPrice) },
  extra,
})

const ticketRow = ({ zeffyId, zeffyEventId: _, amount, extra, ...data }: PlatformTicket): ExternalRow => ({
  externalId: zeffyId,
  data: { ...data, amount: decimalOf(amount) },
  extra,
})

export const compareEvents = (rows: PlatformEvent[]): Promise<Comparison[]> =>
  compareRows(prisma, events, rows.map(eventRow))

export const saveEvents = (rows: PlatformEvent[]): Promise<Comparison[]> =>
  withTx(async (tx) => {
    const saved = await saveRows(tx, events, rows.map(eventRow))
    await matchTicketsNamed(
      tx,
      rows.map(({ name }) => name),
    )
    return saved
  })

export const compareTickets = (rows: PlatformTicket[]): Promise<Comparison[]> =>
  compareRows(prisma, tickets, rows.map(ticketRow))

/** Saves tickets. The first ticket with an event's ID creates its event; a ticket without one finds its event by name. */
export const saveTickets = (rows: PlatformTicket[]): Promise<Comparison[]> =>
  withTx(async (tx) => {
    const named = new Map<string, string>()
    for (const { zeffyEventId, eventName } of rows) {
      if (zeffyEventId) named.set(zeffyEventId, named.get(zeffyEventId) ?? eventName ?? 'Event')
    }
    const ids = [...named.keys()].sort()
    await tx.event.createMany({
      data: ids.map((zeffyEventId) => ({ zeffyEventId, name: named.get(zeffyEventId) ?? 'Event' })),
      skipDuplicates: true,
    })
    const found = await tx.event.findMany({
      where: { zeffyEventId: { in: ids } },
      select: { id: true, zeffyEventId: true },
    })
    const eventIds = new Map(found.map(({ id, zeffyEventId }) => [zeffyEventId, id]))
    const saved = await saveRows(
      tx,
      tickets,
      rows.map((ticket) => {
        const row = ticketRow(ticket)
        const eventId = ticket.zeffyEventId ? eventIds.get(ticket.zeffyEventId) : undefined
        return { ...row, data: { ...row.data, eventId } }
      }),
    )
    await matchTicketsOf(
      tx,
      rows.map(({ zeffyId }) => zeffyId),
    )
    return saved
  })

export interface EventWithTickets {
  id: number
  name: string
  eventDate: Date | null
  location: string | null
  status: string
  canceled: boolean
  ticketPrice: Cents | null
  maxAttendees: number | null
  /** The platform's number, or the number of completed tickets if that is larger. */
  attendees: number
  ticketsSold: number
  /** The income in cents. */
  ticketTotal: Cents
  types: { type: string; count: number; total: Cents }[]
}

const PAGE = 10

const latestFirst = [
  { eventDate: { sort: 'desc', nulls: 'first' } },
  { id: 'desc' },
] satisfies Prisma.EventOrderByWithRelationInput[]

/** Lists events: those without a day first, then newest first. */
export async function listEvents(page: number): Promise<{ pages: number; events: EventWithTickets[] }> {
  const [count, rows] = await Promise.all([
    prisma.event.count(),
    prisma.event.findMany({ orderBy: latestFirst, ...rowsOfPage(page, PAGE) }),
  ])
  return { pages: pageCount(count, PAGE), events: await withTickets(rows) }
}

/** Lists all events in the same order. */
export const allEvents = async (): Promise<EventWithTickets[]> =>
  withTickets(await prisma.event.findMany({ orderBy: latestFirst }))

async function withTickets(rows: Event[]): Promise<EventWithTickets[]> {
  const sold = await prisma.eventTicket.groupBy({
    by: ['eventId', 'ticketType'],
    where: { status: 'completed', eventId: { in: rows.map(({ id }) => id) } },
    _count: true,
    _sum: { amount: true },
    orderBy: { ticketType: 'asc' },
  })
  return rows.map(({ id, ticketPrice, currentAttendees, canceledAt, ...event }) => {
    const types = sold
      .filter(({ eventId }) => eventId === id)
      .map(({ ticketType, _count, _sum }) => ({
        type: ticketType ?? 'Ticket',
        count: _count,
        total: centsOf(_sum.amount ?? '0'),
      }))
    const ticketsSold = types.reduce((sum, { count }) => sum + count, 0)
    return {
      id,
      name: event.name,
      eventDate: event.eventDate,
      location: event.location,
      status: event.status,
      canceled: canceledAt !== null || event.status === 'cancelled',
      ticketPrice: ticketPrice && centsOf(ticketPrice),
      maxAttendees: event.maxAttendees,
      attendees: Math.max(currentAttendees, ticketsSold),
      ticketsSold,
      ticketTotal: types.reduce((sum, { total }) => sum + total, 0),
      types,
    }
  })
}
