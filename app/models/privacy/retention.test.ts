import { beforeEach, expect, test } from 'vitest'
import { closeDay } from '~/models/schedule/change/close-day.server'
import { assignHorse } from '~/models/schedule/change/horses/set-horse.server'
import { removeFromLesson } from '~/models/schedule/change/remove-rider.server'
import { undoChanges } from '~/models/schedule/change/undo.server'
import { closingsOn } from '~/models/schedule/closing/closings.server'
import { loadWorkloads } from '~/models/schedule/workload/workload.server'
import { DEFAULT_RETENTION } from '~/models/vocabulary/retention'
import { audit } from '~/platform/audit.server'
import { setClock, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { action, loader } from '~/routes/office/settings/privacy'
import { queueEmail } from '~/services/mail/email.server'
import { addMonths, type LocalDate, toDbDate } from '~/utils/dates'
import { admin, emptyTables, grant, horse, rider, rideTypes, signedIn, weeklyPlace } from '../../../test/factories'
import { inactiveFamilies } from './inactive.server'
import { findRetention } from './retention.server'
import { sweepOldData } from './sweep.server'

const goTo = (day: LocalDate) => setClock(new Date(`${day}T17:00:00Z`))

beforeEach(async () => {
  goTo('2026-11-24')
  await emptyTables()
  await rideTypes()
})

const form = { emails: '6', notes: '3', changes: '12', views: '4', waivers: '240', inactive: '24' }

test('The office sets how long data is stored, within limits that undoing needs', async () => {
  const visitor = await signedIn(await admin())
  expect((await visitor.get(loader, '/settings/privacy')).body.retention).toEqual(DEFAULT_RETENTION)
  const saved = await visitor.post(action, '/settings/privacy', form)
  expect(saved.headers.get('Location')).toBe('/settings/privacy')
  expect(await findRetention()).toEqual({
    emails: 6,
    notes: 3,
    changes: 12,
    views: 4,
    waivers: 240,
    inactive: 24,
  })
  for (const [field, months] of Object.entries({
    changes: '5',
    emails: '0',
    views: 'x',
    inactive: '121',
    notes: '1.5',
    waivers: '301',
  })) {
    const refused = await visitor.post(action, '/settings/privacy', { ...form, [field]: months })
    expect(refused.status).toBe(400)
    expect(refused.body.lastResult.error[field][0]).toMatch(/^Please enter \d+ to (120|300) months$/)
  }
  const { changes } = (await visitor.get(loader, '/settings/privacy')).body
  expect(changes[0].what).toMatch(/^changed how long data is kept: .*sent emails 12 months → 6 months/)
  expect((await (await signedIn(await rider())).get(loader, '/settings/privacy')).status).toBe(403)
})

test('Data older than its retention time is deleted, and newer data stays', async () => {
  const [office, emma] = [await admin(), await rider()]
  const kept = { emails: 6, notes: 3, changes: 12, views: 4, inactive: 24 }
  await prisma.retention.create({ data: kept })
  const days: LocalDate[] = ['2025-11-23', '2026-05-23', '2026-07-23', '2026-08-23', '2026-11-23']
  for (const day of days) {
    goTo(day)
    const at = new Date(`${day}T17:00:00Z`)
    const mail = { to: emma.email ?? '', subject: 'Receipt', text: day, html: '<p></p>' }
    await queueEmail(prisma, { ...mail, dedupeKey: `receipt:${day}` })
    await prisma.dataView.create({ data: { viewerId: office.id, subjectId: emma.id, kind: 'rides', hour: at, at } })
    const ride = { studentId: emma.id, type: 'Hack', scheduledDate: toDbDate(day), notes: `ill on ${day}` }
    await prisma.ride.create({ data: { ...ride, attendance: 'absent' } })
    const entry = {
      actorId: office.id,
      action: 'ride.note',
      entity: 'ride',
      entityId: `${day} 09:00 ${emma.id}`,
    } as const
    const { id } = await prisma.auditEntry.create({
      data: { ...entry, at, detail: { name: 'Emma', from: '', to: `ill on ${day}`, rows: {}, spans: [] } },
    })
    expect(id).toBeGreaterThan(0)
  }
  for (const day of days.slice(2)) {
    const { id } = await rider({ role: 'instructor' })
    await prisma.instructorAbsence.create({
      data: { instructorId: id, fromDate: toDbDate(day), reason: `ill on ${day}` },
    })
  }
  goTo('2026-11-24')
  await sweepOldData()
  expect((await prisma.instructorAbsence.findMany()).map(({ reason }) => reason)).toEqual(['ill on 2026-11-23'])
  expect(await sweepOldData()).toEqual({
    email_outbox: 0,
    text_outbox: 0,
    lessons: 0,
    instructor_absences: 0,
    audit_log: 0,
    data_views: 0,
    waiver_signatures: 0,
  })
  const mails = await prisma.outboxEmail.findMany({ orderBy: { id: 'asc' } })
  expect(mails.map(({ text }) => text)).toEqual(['', '', ...days.slice(2)])
  expect(mails[0]).toMatchObject({ recipient: '', subject: '', html: '', dedupeKey: 'receipt:2025-11-23' })
  const rides = await prisma.ride.findMany({ orderBy: { scheduledDate: 'asc' } })
  expect(rides.map(({ notes }) => notes)).toEqual([null, null, null, null, 'ill on 2026-11-23'])
  expect(rides.map(({ attendance }) => attendance)).toEqual(Array(5).fill('absent'))
  const lines = await prisma.auditEntry.findMany({ orderBy: { id: 'asc' } })
  expect(lines.map(({ detail }) => (detail as { to?: string }).to)).toEqual([
    undefined,
    undefined,
    undefined,
    'ill on 2026-11-23',
  ])
  expect((await prisma.dataView.findMany()).length).toBe(2)
})

test('An email of long ago is not sent again once its text is deleted', async () => {
  const mail = { dedupeKey: 'receipt:1', to: 'a@b.example', subject: 'Receipt', text: 'Hi', html: '' }
  goTo('2025-01-01')
  await queueEmail(prisma, mail)
  goTo('2026-11-24')
  await sweepOldData()
  await queueEmail(prisma, mail)
  expect(await prisma.outboxEmail.findMany()).toMatchObject([{ recipient: '', text: '' }])
})

test('A change within the shortest retention time can be undone', async () => {
  const [office, emma] = [await admin(), await rider()]
  await prisma.retention.create({ data: { ...DEFAULT_RETENTION, changes: 6, notes: 1 } })
  await weeklyPlace({ riderId: emma.id, startDate: '2026-05-26' })
  goTo('2026-05-25')
  const slot = { date: '2027-01-05', time: '16:00', type: 'Group Lesson' }
  const { changes } = await removeFromLesson(office.id, emma.id, slot, { scope: 'one-time' })
  goTo('2026-11-24')
  await sweepOldData()
  expect((await undoChanges(office.id, changes)).kept).toBe(0)
  goTo(addMonths(today(), 7))
  await sweepOldData()
  await expect(undoChanges(office.id, changes)).rejects.toThrow('too old to undo')
})

test('Closed days, payments and changes of permissions stay in the log, without the rows that an undo needs', async () => {
  const [office, emma] = [await admin(), await rider()]
  await weeklyPlace({ riderId: emma.id, startDate: '2026-11-24' })
  await closeDay(office.id, '2026-12-01', { from: null, reason: 'Snow' })
  for (const [action, entity] of [
    ['payment.refund', 'payment_transaction'],
    ['admin.add', 'admin'],
    ['student.edit', 'student'],
  ] as const) {
    await audit(prisma, { actorId: office.id, action, entity, entityId: '1' })
  }
  goTo('2030-11-24')
  await prisma.auditEntry.updateMany({ data: { at: new Date('2026-11-24T17:00:00Z') } })
  await sweepOldData()
  const lines = await prisma.auditEntry.findMany({ orderBy: { id: 'asc' } })
  expect(lines.map(({ action }) => action)).toEqual(['lesson.close-day', 'payment.refund', 'admin.add'])
  expect(lines[0]?.detail).not.toHaveProperty('rows')
  expect((await closingsOn('2026-12-01')).closings).toMatchObject([{ reason: 'Snow' }])
})

test('Who let a horse go beyond its limit stays in the log, and can no longer be undone', async () => {
  const [office, emma, bella] = [await admin(), await rider(), await horse()]
  await prisma.horse.update({ where: { id: bella.id }, data: { dayLimit: 1 } })
  for (const time of ['15:00', '16:00']) await weeklyPlace({ riderId: emma.id, startDate: '2026-11-24', time })
  const assign = (time: string, overReason?: string) =>
    assignHorse(office.id, { riderId: emma.id, date: '2026-12-01', time }, { horseId: bella.id, overReason })
  await assign('15:00')
  const { changes } = await assign('16:00', 'Bella is fresh')
  goTo('2030-11-24')
  await prisma.auditEntry.updateMany({ data: { at: new Date('2026-11-24T17:00:00Z') } })
  await sweepOldData()
  expect(await prisma.auditEntry.count()).toBe(1)
  const [record] = await loadWorkloads('2026-12-01', '2026-12-01', today(), bella.id)
  const allowed = record?.days.flatMap(({ work }) => work).filter(({ overReason }) => overReason !== null)
  expect(allowed).toMatchObject([
    { time: '16:00', overReason: 'Bella is fresh', overBy: expect.stringMatching(/Nov 24$/) },
  ])
  await expect(undoChanges(office.id, changes)).rejects.toThrow('too old to undo')
})

test('A run sweeps a limited number of rows, and the next one continues', async () => {
  await prisma.$executeRaw`
    INSERT INTO audit_log (action, entity, entity_id, detail, at)
    SELECT 'student.edit', 'student', n::text, '{}', '2020-01-01' FROM generate_series(1, 1050) n`
  expect((await sweepOldData(50)).audit_log).toBe(1_000)
  expect((await sweepOldData(50)).audit_log).toBe(50)
})

test('Inactive families are proposed, the longest inactive first, and nothing of theirs is erased', async () => {
  const long = new Date('2020-05-01T12:00:00Z')
  const gone = (firstName: string) => rider({ firstName, lastName: 'Gone', createdAt: long })
  const [never, paid, rides, signedInNow, parent] = [
    await gone('Never'),
    await gone('Paid'),
    await gone('Rides'),
    await gone('Here'),
    await gone('Parent'),
  ]
  await grant(paid.id, '2022-03-01', '2022-03-31')
  await weeklyPlace({ riderId: rides.id, startDate: '2021-01-05' })
  await signedIn(signedInNow)
  const child = await rider({ firstName: 'Child', email: null, guardianId: parent.id, createdAt: long })
  await prisma.ride.create({ data: { studentId: child.id, type: 'Hack', scheduledDate: toDbDate('2026-10-01') } })
  await rider({ firstName: 'New' })
  await sweepOldData()
  expect(await inactiveFamilies(36)).toEqual([
    { id: never.id, name: 'Never Gone', lastDay: '2020-05-01' },
    { id: paid.id, name: 'Paid Gone', lastDay: '2022-03-31' },
  ])
  expect(await prisma.user.count({ where: { erasedAt: { not: null } } })).toBe(0)
})
