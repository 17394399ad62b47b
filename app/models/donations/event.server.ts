import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { withTx } from '~/platform/tx.server'
import { instantInZone } from '~/utils/dates'
import { type Cents, centsOf, decimalOf } from '~/utils/money'
import { pageCount, rowsOfPage } from '~/utils/paging'
import type { NewEvent, PlatformEvent, PlatformTicket } from './event.schema'
import { type Comparison, compareRows, type ExternalRow, type ExternalTable, saveRows } from './external-rows.server'

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
  withTx((tx) => saveRows(tx, events, rows.map(eventRow)))

export const compareTickets = (rows: PlatformTicket[]): Promise<Comparison[]> =>
  compareRows(prisma, tickets, rows.map(ticketRow))

/** The first ticket creates its event. */
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
    return saveRows(
      tx,
      tickets,
      rows.map((ticket) => {
        const row = ticketRow(ticket)
        const eventId = ticket.zeffyEventId ? eventIds.get(ticket.zeffyEventId) : undefined
        return { ...row, data: { ...row.data, eventId } }
      }),
    )
  })

/** Returns the id. */
export const createEvent = (actorId: string, event: NewEvent, zone: string): Promise<number> =>
  withTx(async (tx) => {
    const { date, time, ticketPrice, ...rest } = event
    const data = {
      ...rest,
      eventDate: instantInZone(date, time, zone),
      ticketPrice: ticketPrice === undefined ? null : decimalOf(ticketPrice),
    }
    const { id } = await tx.event.create({ data, select: { id: true } })
    await audit(tx, {
      actorId,
      action: 'event.add',
      entity: 'event',
      entityId: id,
      detail: { name: event.name, date, time },
    })
    return id
  })

export interface EventWithTickets {
  id: number
  name: string
  eventDate: Date | null
  location: string | null
  status: string
  ticketPrice: Cents | null
  maxAttendees: number | null
  /** The platform's number, or the completed tickets we know if they are more. */
  attendees: number
  ticketsSold: number
  /** In cents. */
  ticketTotal: Cents
  types: { type: string; count: number; total: Cents }[]
}

const PAGE = 10

/** Those without a day first, then the latest. */
export async function listEvents(page: number): Promise<{ pages: number; events: EventWithTickets[] }> {
  const [count, rows] = await Promise.all([
    prisma.event.count(),
    prisma.event.findMany({
      orderBy: [{ eventDate: { sort: 'desc', nulls: 'first' } }, { id: 'desc' }],
      ...rowsOfPage(page, PAGE),
    }),
  ])
  const sold = await prisma.eventTicket.groupBy({
    by: ['eventId', 'ticketType'],
    where: { status: 'completed', eventId: { in: rows.map(({ id }) => id) } },
    _count: true,
    _sum: { amount: true },
    orderBy: { ticketType: 'asc' },
  })
  const events = rows.map(({ id, name, eventDate, location, status, ticketPrice, maxAttendees, currentAttendees }) => {
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
      name,
      eventDate,
      location,
      status,
      ticketPrice: ticketPrice && centsOf(ticketPrice),
      maxAttendees,
      attendees: Math.max(currentAttendees, ticketsSold),
      ticketsSold,
      ticketTotal: types.reduce((sum, { total }) => sum + total, 0),
      types,
    }
  })
  return { pages: pageCount(count, PAGE), events }
}
