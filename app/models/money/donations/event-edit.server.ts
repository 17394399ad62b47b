import type { Event } from '~/generated/prisma/client'
import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { checkEdit, type FieldTexts, versionOf } from '~/platform/version'
import { dayInZone, instantInZone, type LocalDate } from '~/utils/dates'
import { centsOf, decimalOf } from '~/utils/money'
import { type TimeOfDay, timeInZone } from '~/utils/time-of-day'
import type { EventEdit, NewEvent } from './event.schema'
import { matchTicketsNamed } from './ticket-match.server'

interface Values extends Record<string, string | number | null> {
  name: string
  date: LocalDate | null
  time: TimeOfDay | null
  location: string | null
  description: string | null
  maxAttendees: number | null
  ticketPrice: string | null
}

const valuesOf = (event: Event, zone: string): Values => ({
  name: event.name,
  date: event.eventDate && dayInZone(zone, event.eventDate),
  time: event.eventDate && timeInZone(zone, event.eventDate),
  location: event.location,
  description: event.description,
  maxAttendees: event.maxAttendees,
  ticketPrice: event.ticketPrice && decimalOf(centsOf(event.ticketPrice)),
})

const TEXTS: FieldTexts<Values> = {
  name: { label: 'name' },
  date: { label: 'day' },
  time: { label: 'time' },
  location: { label: 'location' },
  description: { label: 'description' },
  maxAttendees: { label: 'most attendees' },
  ticketPrice: { label: 'ticket price', show: (dollars) => (dollars ? `$${dollars}` : 'free') },
}

/** Creates an event. Returns its ID. */
export const createEvent = (actorId: string, event: NewEvent, zone: string): Promise<number> =>
  withTx(async (tx) => {
    const { date, time, ticketPrice, ...rest } = event
    const data = {
      ...rest,
      eventDate: instantInZone(date, time, zone),
      ticketPrice: ticketPrice === undefined ? null : decimalOf(ticketPrice),
    }
    const { id } = await tx.event.create({ data, select: { id: true } })
    await matchTicketsNamed(tx, [event.name])
    const detail = { name: event.name, date, time }
    await audit(tx, { actorId, action: 'event.add', entity: 'event', entityId: id, detail })
    return id
  })

/** Finds an event; null if there is none. */
export async function findEvent(id: number, zone: string) {
  const event = await prisma.event.findUnique({ where: { id }, include: { _count: { select: { tickets: true } } } })
  if (!event) return null
  const values = valuesOf(event, zone)
  return {
    id,
    values,
    version: versionOf(values),
    canceled: event.canceledAt !== null,
    fromPlatform: event.zeffyEventId !== null,
    tickets: event._count.tickets,
  }
}

async function lockEvent(tx: Tx, id: number): Promise<Event> {
  await tx.$queryRaw`SELECT id FROM events WHERE id = ${id} FOR UPDATE`
  const event = await tx.event.findUnique({ where: { id } })
  if (!event) throw notFound('Event not found')
  return event
}

/**
 * Edits an event; with a `version` only what differs from it. Returns a sentence about fields changed in the meantime.
 * @throws Refused 404; Outdated if the same field was changed in the meantime.
 */
export const editEvent = (
  actorId: string,
  id: number,
  { ticketPrice, ...edit }: EventEdit,
  { zone, version }: { zone: string; version?: string },
): Promise<string | undefined> =>
  withTx(async (tx) => {
    const current = valuesOf(await lockEvent(tx, id), zone)
    const price = ticketPrice === null ? null : decimalOf(ticketPrice ?? 0)
    const sent = ticketPrice === undefined ? edit : { ...edit, ticketPrice: price }
    const { write, kept } = checkEdit<Values>(version, sent, current, TEXTS)
    const to = Object.fromEntries(Object.entries(write).filter(([field, value]) => value !== current[field]))
    if (!Object.keys(to).length) return kept
    const { date, time, ...data } = { ...current, ...write }
    if ((date === null) !== (time === null))
      throw new Refused('invalid', 'Please choose a day and a time', date ? 'time' : 'date')
    const eventDate = date && time ? instantInZone(date, time, zone) : null
    await tx.event.update({ where: { id }, data: { ...data, eventDate }, select: { id: true } })
    await matchTicketsNamed(tx, [data.name])
    const from = Object.fromEntries(Object.keys(to).map((field) => [field, current[field] ?? null]))
    await audit(tx, { actorId, action: 'event.edit', entity: 'event', entityId: id, detail: { from, to } })
    return kept
  })

/**
 * Cancels an event or undoes that. A canceled event stays listed and keeps its tickets. Repeating it changes nothing.
 * @throws Refused 404
 */
export const setCanceled = (actorId: string, id: number, canceled: boolean): Promise<string> =>
  withTx(async (tx) => {
    const { name, canceledAt } = await lockEvent(tx, id)
    if ((canceledAt !== null) === canceled) return name
    await tx.event.update({ where: { id }, data: { canceledAt: canceled ? now() : null }, select: { id: true } })
    const action = canceled ? 'event.cancel' : 'event.restore'
    await audit(tx, { actorId, action, entity: 'event', entityId: id, detail: { name } })
    return name
  })

/** @throws Refused 404, or 409 if it has tickets: those keep their event. */
export const deleteEvent = (actorId: string, id: number, zone: string): Promise<string> =>
  withTx(async (tx) => {
    const event = await lockEvent(tx, id)
    const tickets = await tx.eventTicket.count({ where: { eventId: id } })
    if (tickets) {
      const sold = tickets === 1 ? 'One ticket belongs' : `${tickets} tickets belong`
      throw new Refused('in_use', `${sold} to this event. Cancel it instead: it stays listed with its tickets.`)
    }
    await tx.event.delete({ where: { id }, select: { id: true } })
    const detail = { ...valuesOf(event, zone) }
    await audit(tx, { actorId, action: 'event.delete', entity: 'event', entityId: id, detail })
    return event.name
  })
