import { z } from 'zod'
import { eventChangeSchema, newEventSchema } from '~/models/money/donations/event.schema'
import { allEvents, type EventWithTickets } from '~/models/money/donations/event.server'
import { createEvent, deleteEvent, editEvent, setCanceled } from '~/models/money/donations/event-edit.server'
import { looseTickets } from '~/models/money/donations/ticket-match.server'
import { getEnv } from '~/platform/env.server'
import { withTx } from '~/platform/tx.server'
import { idField } from '~/utils/fields'
import { decimalOf } from '~/utils/money'
import { call } from './table/call'
import { count, done, instant } from './table/fields'

const event = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    eventDate: instant.nullable(),
    location: z.string().nullable(),
    status: z.string(),
    canceled: z.boolean(),
    ticketPrice: z.string().nullable(),
    maxAttendees: count.nullable(),
    attendees: count,
    ticketsSold: count,
    ticketTotal: z.string(),
  })
  .meta({ id: 'Event' })
const toEvent = ({ types: _, ticketPrice, ticketTotal, ...row }: EventWithTickets) => ({
  ...row,
  ticketPrice: ticketPrice === null ? null : decimalOf(ticketPrice),
  ticketTotal: decimalOf(ticketTotal),
})
const params = z.object({ id: idField })
const zone = () => getEnv().schoolTimezone
const missing = 'Event not found'

/** Events with their tickets. Amounts are text; `date` and `time` are in the school's time zone. */
export const events = [
  call({
    method: 'get',
    path: '/events',
    for: 'admin',
    summary: 'Every event with its tickets, and the tickets that fit none by the name that they give.',
    answer: z.strictObject({
      events: z.array(event),
      looseTickets: z.array(z.strictObject({ eventName: z.string().nullable(), count, total: z.string() })),
    }),
    async run() {
      const [events, loose] = await Promise.all([allEvents(), looseTickets()])
      return {
        events: events.map(toEvent),
        looseTickets: loose.map(({ total, ...row }) => ({ ...row, total: decimalOf(total) })),
      }
    },
  }),
  call({
    method: 'post',
    path: '/events',
    for: 'admin',
    summary: 'Adds an event.',
    body: newEventSchema,
    answer: done.extend({ id: z.int() }),
    status: 201,
    async run({ viewer, body }) {
      return { message: 'Event Created', id: await createEvent(viewer.id, body, zone()) }
    },
  }),
  call({
    method: 'patch',
    path: '/events/{id}',
    for: 'admin',
    summary: 'Changes an event, cancels it or puts it back on; what is left out stays, null empties a field.',
    params,
    missing,
    body: eventChangeSchema.extend({ canceled: z.boolean().optional() }),
    answer: done,
    async run({ viewer, params: { id }, body: { canceled, ...change } }) {
      await withTx(async () => {
        await editEvent(viewer.id, id, change, { zone: zone() })
        if (canceled !== undefined) await setCanceled(viewer.id, id, canceled)
      })
      return { message: 'Event Updated' }
    },
  }),
  call({
    method: 'delete',
    path: '/events/{id}',
    for: 'admin',
    summary: 'Deletes an event without tickets; one with tickets can only be canceled.',
    params,
    missing,
    answer: done,
    async run({ viewer, params: { id } }) {
      await deleteEvent(viewer.id, id, zone())
      return { message: 'Event Deleted' }
    },
  }),
]
