import type { z } from 'zod'
import { prisma } from '~/platform/db.server'
import { formatCents } from '~/utils/money'
import { donorName } from './donation'
import { DONATION_NAMES, type PlatformDonation, readDonation } from './donation.schema'
import { compareDonations, saveDonations, UNKNOWN_STUDENT, unknownStudents } from './donation.server'
import {
  EVENT_NAMES,
  type PlatformEvent,
  type PlatformTicket,
  readEvent,
  readTicket,
  TICKET_NAMES,
} from './event.schema'
import { compareEvents, compareTickets, saveEvents, saveTickets } from './event.server'
import type { Comparison } from './external-rows.server'
import type { FieldNames, PlatformRecord } from './zeffy-record'

export interface ZeffyKind<Row> {
  names: FieldNames
  /** The name of the missing column to report, by field. */
  columns: Record<string, string>
  read(record: PlatformRecord, zone: string): z.ZodSafeParseResult<Row>
  idOf(row: Row): string
  describe(row: Row): string
  /** Returns reasons to refuse a row, by its ID. */
  refusals(rows: Row[]): Promise<Map<string, string>>
  compare(rows: Row[]): Promise<Comparison[]>
  save(rows: Row[]): Promise<Comparison[]>
}

const none = async () => new Map<string, string>()

const donations: ZeffyKind<PlatformDonation> = {
  names: DONATION_NAMES,
  columns: { zeffyId: 'Payment ID', amount: 'Amount', donatedAt: 'Payment Date' },
  read: readDonation,
  idOf: ({ zeffyId }) => zeffyId,
  describe: ({ amount, donorFirstName = null, donorLastName = null, donorEmail }) =>
    `${formatCents(amount)} from ${donorFirstName || donorLastName ? donorName({ donorFirstName, donorLastName }) : (donorEmail ?? 'Anonymous')}`,
  async refusals(rows) {
    const unknown = await unknownStudents(prisma, rows)
    const refused = rows.filter(({ studentId }) => studentId && unknown.has(studentId))
    return new Map(refused.map(({ zeffyId, studentId }) => [zeffyId, `${UNKNOWN_STUDENT}: ${studentId}`]))
  },
  compare: compareDonations,
  save: saveDonations,
}

const tickets: ZeffyKind<PlatformTicket> = {
  names: TICKET_NAMES,
  columns: { zeffyId: 'Ticket ID', amount: 'Amount', eventName: 'Event' },
  read: readTicket,
  idOf: ({ zeffyId }) => zeffyId,
  describe: ({ amount, ticketType = 'Ticket', eventName }) =>
    `${ticketType}${eventName ? ` for ${eventName}` : ''}, ${formatCents(amount)}`,
  refusals: none,
  compare: compareTickets,
  save: saveTickets,
}

const events: ZeffyKind<PlatformEvent> = {
  names: EVENT_NAMES,
  columns: { zeffyEventId: 'Event ID', name: 'Event Name' },
  read: readEvent,
  idOf: ({ zeffyEventId }) => zeffyEventId,
  describe: ({ name }) => name,
  refusals: none,
  compare: compareEvents,
  save: saveEvents,
}

export const ZEFFY_KINDS = { donations, tickets, events }
export type ZeffyKindName = keyof typeof ZEFFY_KINDS

export const isKindName = (name: string): name is ZeffyKindName => Object.hasOwn(ZEFFY_KINDS, name)

/** Returns a kind; only the kind itself knows the type of its rows. */
export const kindOf = (name: ZeffyKindName): ZeffyKind<unknown> => ZEFFY_KINDS[name] as ZeffyKind<unknown>

/** Returns `amount must not be negative`. */
export function problemOf(error: z.ZodError): { field: string; message: string } {
  const [issue] = error.issues
  const field = String(issue?.path[0] ?? '')
  return { field, message: `${field} ${issue?.message ?? 'is not valid'}`.trim() }
}
