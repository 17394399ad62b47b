import { beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { action as editAction, loader as editLoader } from '~/routes/office/donations/event'
import { action as removeAction } from '~/routes/office/donations/remove-event'
import { admin, emptyOnly, rider, signedIn } from '../../../../test/factories'
import { readEvent, readTicket } from './event.schema'
import { listEvents, saveEvents, saveTickets } from './event.server'
import { createEvent } from './event-edit.server'
import { looseTickets } from './ticket-match.server'

const ZONE = 'America/New_York'
const office = await signedIn(await admin())
const { id: officeId } = await admin()

beforeEach(async () => {
  setClock('2026-11-20T12:00:00-05:00')
  await emptyOnly('events', 'event_tickets', 'audit_log')
})

const read = <Row>({ data, error }: { data?: Row; error?: Error }): Row => {
  if (!data) throw error
  return data
}
const ticket = (id: string, part = {}) =>
  read(readTicket({ ticketId: id, event: 'Open Barn', rate: 'Adult', amount: '10', date: '2026-11-10', ...part }, ZONE))
const event = (change: { name?: string; date?: string } = {}) =>
  createEvent(officeId, { name: 'Open Barn', date: '2026-12-12', time: '14:00', ...change }, ZONE)
const sold = async () => (await listEvents(1)).events.map(({ name, ticketsSold }) => [name, ticketsSold])

describe('A ticket without an event’s ID', () => {
  test('A ticket without an ID belongs to the event of its name, and its income counts', async () => {
    await event()
    await saveTickets([ticket('t1'), ticket('t2', { event: ' open barn ' })])
    expect((await listEvents(1)).events).toMatchObject([{ ticketsSold: 2, ticketTotal: 2000, attendees: 2 }])
    expect(await looseTickets()).toEqual([])
  })

  test('A ticket with several events of its name belongs to the next one after the purchase', async () => {
    await event({ date: '2025-12-12' })
    const next = await event({ date: '2026-12-12' })
    await event({ date: '2027-12-12' })
    await saveTickets([ticket('t1')])
    expect(await prisma.eventTicket.findMany()).toMatchObject([{ eventId: next }])
  })

  test('A ticket without a matching event is listed, until there is one', async () => {
    await saveTickets([ticket('t1'), ticket('t2'), ticket('t3', { event: '' }), ticket('t4', { event: 'Gala' })])
    expect(await looseTickets()).toEqual([
      { eventName: 'Open Barn', count: 2, total: 2000 },
      { eventName: 'Gala', count: 1, total: 1000 },
      { eventName: null, count: 1, total: 1000 },
    ])
    await event()
    await saveEvents([read(readEvent({ eventId: 'e9', name: 'Gala' }, ZONE))])
    expect(await sold()).toEqual(
      expect.arrayContaining([
        ['Open Barn', 2],
        ['Gala', 1],
      ]),
    )
    expect(await looseTickets()).toEqual([{ eventName: null, count: 1, total: 1000 }])
  })

  test('A ticket keeps its event if it is reported again', async () => {
    await event()
    await saveTickets([ticket('t1')])
    await event({ name: 'Gala' })
    await saveTickets([ticket('t1', { event: 'Gala', status: 'refunded' })])
    const [row] = await prisma.eventTicket.findMany({ include: { event: true } })
    expect([row?.event?.name, row?.status]).toEqual(['Open Barn', 'refunded'])
  })
})

describe('An event of the school', () => {
  const form = {
    name: 'Open Barn',
    date: '2026-12-12',
    time: '14:00',
    location: '',
    description: '',
    maxAttendees: '',
    ticketPrice: '',
  }
  const path = (id: number) => `/donations/events/${id}`
  const shown = async (id: number) => (await office.get(editLoader, path(id), { id: String(id) })).body.version
  const save = async (id: number, change: Record<string, string>, version: string) =>
    office.post(editAction, path(id), { ...form, ...change, version }, { id: String(id) })
  const remove = (id: number, intent: string) =>
    office.post(removeAction, `${path(id)}/remove`, { intent }, { id: String(id) })

  test('The office changes an event, and two desks that change different fields both keep theirs', async () => {
    const id = await event()
    const version = await shown(id)
    await save(id, { date: '2026-12-13', ticketPrice: '15' }, version)
    await save(id, { location: 'Main arena' }, version)
    const [row] = await prisma.event.findMany()
    expect(row).toMatchObject({ location: 'Main arena', eventDate: new Date('2026-12-13T19:00:00Z') })
    expect(row?.ticketPrice?.toFixed(2)).toBe('15.00')
    expect((await save(id, { ticketPrice: '20' }, version)).status).toBe(409)
    expect((await save(id, { date: '', time: '14:00' }, await shown(id))).body.lastResult.error.date).toEqual([
      'Please choose a day and a time',
    ])
    const actions = await prisma.auditEntry.findMany({ where: { action: 'event.edit' } })
    expect(actions).toHaveLength(2)
  })

  test('A new name adds the tickets with that name', async () => {
    const id = await event({ name: 'Barn' })
    await saveTickets([ticket('t1')])
    await save(id, {}, await shown(id))
    expect(await sold()).toEqual([['Open Barn', 1]])
  })

  test('A canceled event stays listed as canceled with its tickets, whatever the platform reports', async () => {
    await saveEvents([read(readEvent({ eventId: 'e1', name: 'Gala', status: 'active' }, ZONE))])
    await saveTickets([ticket('t1', { eventId: 'e1' })])
    const { id } = await prisma.event.findFirstOrThrow()
    expect((await remove(id, 'cancel')).status).toBe(302)
    await saveEvents([read(readEvent({ eventId: 'e1', name: 'Gala', status: 'open' }, ZONE))])
    expect((await listEvents(1)).events).toMatchObject([{ name: 'Gala', canceled: true, ticketsSold: 1 }])
    const { toast } = await office.page()
    await office.post(removeAction, toast?.undo?.action ?? '', toast?.undo?.fields ?? {}, { id: String(id) })
    expect((await listEvents(1)).events).toMatchObject([{ canceled: false }])
  })

  test('An event without tickets can be deleted; with tickets it can only be canceled', async () => {
    const [kept, gone] = [await event(), await event({ name: 'Gala' })]
    await saveTickets([ticket('t1')])
    expect((await remove(kept, 'delete')).body.lastResult.error['']).toEqual([
      'One ticket belongs to this event. Cancel it instead: it stays listed with its tickets.',
    ])
    await remove(gone, 'delete')
    expect(await sold()).toEqual([['Open Barn', 1]])
    expect((await remove(gone, 'cancel')).status).toBe(404)
    expect(await prisma.auditEntry.findFirst({ where: { action: 'event.delete' } })).toMatchObject({
      detail: { name: 'Gala', date: '2026-12-12', time: '14:00' },
    })
  })

  test('Families cannot change an event', async () => {
    const id = await event()
    const family = await signedIn(await rider())
    for (const action of [editAction, removeAction]) {
      expect((await family.post(action, path(id), { ...form, intent: 'delete' }, { id: String(id) })).status).toBe(403)
    }
  })
})
