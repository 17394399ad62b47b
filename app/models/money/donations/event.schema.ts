import { z } from 'zod'
import { perZone } from '~/utils/cache-by'
import { dayWith } from '~/utils/fields'
import {
  amount,
  byOurNames,
  currency,
  extra,
  type FieldNames,
  instant,
  type PlatformRecord,
  status,
  text,
} from './zeffy-record'

export const EVENT_NAMES = {
  zeffyEventId: ['zeffyeventid', 'eventid', 'campaignid', 'id'],
  name: ['name', 'eventname', 'title', 'eventtitle', 'campaignname', 'campaigntitle'],
  description: ['description', 'details'],
  eventDate: ['eventdate', 'startdate', 'startsat', 'start', 'date'],
  location: ['location', 'venue', 'address'],
  maxAttendees: ['maxattendees', 'capacity'],
  currentAttendees: ['currentattendees', 'attendees', 'ticketssold'],
  ticketPrice: ['ticketprice', 'price'],
  eventType: ['eventtype', 'category', 'type'],
  status: ['status', 'eventstatus'],
} satisfies FieldNames

export const TICKET_NAMES = {
  zeffyId: ['zeffyid', 'ticketid', 'ticketnumber', 'id'],
  zeffyEventId: ['zeffyeventid', 'eventid', 'campaignid'],
  eventName: ['eventname', 'event', 'eventtitle', 'campaignname', 'campaigntitle'],
  ticketType: ['tickettype', 'ratetitle', 'rate', 'type'],
  amount: ['amount', 'ticketamount', 'ticketprice', 'price', 'totalamount', 'total'],
  currency: ['currency'],
  attendeeId: ['attendeeid', 'attendeeemail', 'attendee', 'email'],
  status: ['status', 'ticketstatus', 'paymentstatus'],
  purchasedAt: ['purchasedat', 'purchasedate', 'paymentdate', 'date', 'createdat', 'created'],
} satisfies FieldNames

const count = z.coerce.number('must be a number').int('must be a whole number').min(0, 'must not be negative')
const people = count.max(1_000_000, 'is too large')

const eventFields = perZone((zone) =>
  z.object({
    zeffyEventId: text(200),
    name: text(),
    description: text(5000).optional(),
    eventDate: instant(zone).optional(),
    location: text().optional(),
    maxAttendees: people.optional(),
    currentAttendees: people.optional(),
    ticketPrice: amount.optional(),
    eventType: text().optional(),
    status: status.optional(),
    extra,
  }),
)

const ticketFields = perZone((zone) =>
  z.object({
    zeffyId: text(200),
    zeffyEventId: text(200).optional(),
    eventName: text().optional(),
    ticketType: text().optional(),
    amount,
    currency: currency.optional(),
    attendeeId: text(320).optional(),
    status: status.optional(),
    purchasedAt: instant(zone).optional(),
    extra,
  }),
)

export type PlatformEvent = z.output<ReturnType<typeof eventFields>>
export type PlatformTicket = z.output<ReturnType<typeof ticketFields>>

export const readEvent = (record: PlatformRecord, zone: string) =>
  eventFields(zone).safeParse(byOurNames(record, EVENT_NAMES))

export const readTicket = (record: PlatformRecord, zone: string) =>
  ticketFields(zone).safeParse(byOurNames(record, TICKET_NAMES))

const eventName = z.string('Please give the event a name').trim().min(1, 'Please give the event a name')
const eventDay = dayWith('Please enter a valid date', 'Please choose a day')
const eventTime = z.string('Please choose a time').regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time like 14:30')
const most = people.min(1, 'must be at least 1')
const line = (max: number) => z.string().trim().max(max, `At most ${max} characters`)

/** A new event. The day and time are the school's; the price is in cents. */
export const newEventSchema = z.object({
  name: eventName.max(200, 'At most 200 characters'),
  date: eventDay,
  time: eventTime,
  location: line(200).optional(),
  description: line(2000).optional(),
  maxAttendees: most.optional(),
  ticketPrice: amount.optional(),
})
export type NewEvent = z.output<typeof newEventSchema>

const orNone = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? null)

/** The whole form: empty fields are cleared. A platform's event may have no day. */
export const eventFormSchema = z.object({
  name: newEventSchema.shape.name,
  date: orNone(eventDay),
  time: orNone(eventTime),
  location: orNone(line(200)),
  description: orNone(line(2000)),
  maxAttendees: orNone(most),
  ticketPrice: orNone(amount),
})

/** The change in the API: missing fields stay unchanged. */
export const eventChangeSchema = z.object({
  name: newEventSchema.shape.name.optional(),
  date: eventDay.nullish(),
  time: eventTime.nullish(),
  location: line(200).nullish(),
  description: line(2000).nullish(),
  maxAttendees: most.nullish(),
  ticketPrice: amount.nullish(),
})
export type EventEdit = z.output<typeof eventChangeSchema>
