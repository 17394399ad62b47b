import { beforeEach, expect, test } from 'vitest'
import { restHorse, undoRest } from '~/models/schedule/change/horses/rest-horse.server'
import { audit } from '~/platform/audit.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { action as addAction, loader as addLoader } from '~/routes/office/horses/workload/add-work'
import { loader as exportLoader } from '~/routes/office/horses/workload/export'
import { loader as pdfLoader } from '~/routes/office/horses/workload/pdf'
import { action, loader } from '~/routes/office/horses/workload/workload'
import { toDbDate } from '~/utils/dates'
import { admin, horse, openOffice, rider, signedIn } from '../../../../test/factories'
import { linesOfPdf } from '../../../../test/pdf-text'
import { formatLimit } from './workload'
import { loadTotals, loadWorkloads } from './workload.server'
import { workloadPdf } from './workload-pdf.server'

const TODAY = '2026-11-20'

setClock('2026-11-20T15:00:00Z')
await prisma.horseUsage.deleteMany()
await prisma.horse.deleteMany()
const { office } = await openOffice()
const emma = await rider()
const bella = await horse('Bella')
const max = await horse('Max')
await horse('Newcomer')
const out = (on: { id: number; name: string }, usageDate: string, lessonTime: string, duration = 60) =>
  prisma.horseUsage.create({
    data: {
      horseId: on.id,
      horseName: on.name,
      usageDate: toDbDate(usageDate),
      lessonTime,
      duration,
      studentId: emma.id,
      studentName: 'Emma Stone',
      lessonType: 'Group Lesson',
    },
  })
await out(bella, '2026-10-31', '09:00')
await out(bella, '2026-11-02', '16:00', 45)
await out(bella, '2026-11-02', '09:00')
await out(bella, '2026-11-20', '09:00')
await out(bella, '2026-11-21', '09:00')
await out(max, '2026-11-05', '10:00')
await out(max, '2026-11-06', '10:00')
await prisma.horse.update({ where: { id: max.id }, data: { isActive: false } })

beforeEach(async () => {
  await prisma.horseWork.deleteMany()
})

test('A horse has a record from its first ride on, a former horse up to its last, and coming rides are left out', async () => {
  const loads = await loadWorkloads('2026-11-01', '2026-11-30', TODAY)
  const figures = loads.map(({ horse, days, rides, minutes, restDays, longestRun }) => ({
    horse,
    rides,
    minutes,
    restDays,
    longestRun,
    first: days[0]?.date,
    last: days.at(-1)?.date,
  }))
  expect(figures).toEqual([
    { horse: 'Bella', rides: 3, minutes: 165, restDays: 18, longestRun: 1, first: '2026-11-01', last: TODAY },
    { horse: 'Max', rides: 2, minutes: 120, restDays: 0, longestRun: 2, first: '2026-11-05', last: '2026-11-06' },
  ])
})

test('The totals of all horses equal those of their daily records, without their rides', async () => {
  await prisma.horseWork.create({
    data: { horseId: bella.id, workDate: toDbDate('2026-11-03'), time: '07:30', duration: 40, kind: 'Lunging' },
  })
  for (const [from, to] of [
    ['2026-11-01', '2026-11-30'],
    ['2026-10-01', '2026-11-05'],
    ['2025-12-01', '2026-11-20'],
  ] as const) {
    const records = await loadWorkloads(from, to, TODAY)
    const totals = records.map(({ days, ...rest }) => ({ ...rest, daysWorked: days.length - rest.restDays }))
    expect(await loadTotals(from, to, TODAY)).toEqual(totals)
  }
  const { body } = await office.get(loader, '/horses/workload?from=2026-11-01&to=2026-11-30')
  expect(body.all).toMatchObject([{ horse: 'Bella', rides: 3, otherWork: 1, longestRun: 2 }, { horse: 'Max' }])
  expect(JSON.stringify(body)).not.toContain('Emma')
})

test('A call for all horses returns a month at most, for one horse a year', async () => {
  const days = async (horse: string) => {
    const path = `/api/horses/workload?from=2026-01-01&to=2026-12-10${horse}`
    return (await office.api(path)).body.flatMap((one: { days: object[] }) => one.days.length)
  }
  // From November 10 on, of which eleven days are over.
  expect(await days('')).toEqual([11])
  expect(await days(`&horse=${bella.id}`)).toEqual([21])
})

test('The screen shows the requested days of one horse, and this month for an invalid address', async () => {
  const asked = async (query: string) => (await office.get(loader, `/horses/workload${query}`)).body
  const one = await asked(`?from=2026-10-01&to=2026-11-10&horse=${bella.id}`)
  expect(one.one).toMatchObject({ horse: 'Bella', rides: 3 })
  expect(one.all).toEqual([])
  for (const query of ['', '?from=2026-11-30&to=2026-11-01', '?from=x&to=2026-11-01&horse=-1', '?horse=x']) {
    expect((await asked(query)).asked).toEqual({ from: '2026-11-01', to: TODAY })
  }
  expect((await asked('?from=2000-01-01&to=2026-11-20')).asked.from).toBe('2025-11-20')
  expect(await asked('?horse=2147483647')).toMatchObject({ one: null, all: [] })
})

test('The file has a line for each ride and each rest day, over several months', async () => {
  const { body } = await office.get(
    exportLoader,
    `/horses/workload/export?from=2026-10-30&to=2026-11-30&horse=${bella.id}`,
  )
  const lines = String(body).trim().split('\r\n')
  expect(lines[0]).toBe(
    'Horse,Date,Rest Day,Time,Work,Minutes,Rider or Handler,Hours That Day,Beyond the Limit,Allowed By,Limit of the Day,Resting,Hot Day,Care Done',
  )
  expect(lines.slice(1, 5)).toEqual([
    'Bella,2026-10-31,No,9:00 AM,Group Lesson,60,Emma Stone,1:00,,,Kept,,,',
    'Bella,2026-11-01,Yes,,,0,,0:00,,,,,,',
    'Bella,2026-11-02,No,9:00 AM,Group Lesson,60,Emma Stone,1:45,,,Kept,,,',
    'Bella,2026-11-02,No,4:00 PM,Group Lesson,45,Emma Stone,1:45,,,Kept,,,',
  ])
  expect(lines).toHaveLength(1 + 1 + 20 + 1)
})

test('The file has the care that was done, also on days before the first ride', async () => {
  const care = (doneOn: string, kind: string, note: string | null = null) =>
    prisma.horseCare.create({ data: { horseId: bella.id, kind, doneOn: toDbDate(doneOn), note } })
  await care('2026-10-20', 'Farrier')
  await care('2026-11-02', 'Farrier', 'front shoes')
  await care('2026-11-02', 'Worming')
  const path = `/horses/workload/export?from=2026-10-01&to=2026-11-03&horse=${bella.id}`
  const lines = String((await office.get(exportLoader, path)).body)
    .trim()
    .split('\r\n')
  await prisma.horseCare.deleteMany()
  expect(lines.filter((line) => line.includes('Farrier'))).toEqual([
    'Bella,2026-10-20,,,,,,,,,,,,Farrier',
    'Bella,2026-11-02,No,9:00 AM,Group Lesson,60,Emma Stone,1:45,,,Kept,,,Farrier: front shoes; Worming',
    'Bella,2026-11-02,No,4:00 PM,Group Lesson,45,Emma Stone,1:45,,,Kept,,,Farrier: front shoes; Worming',
  ])
})

const LUNGING = { date: '2026-11-03', time: '07:30', minutes: '40', kind: ' Lunging ', who: '' }
const addPath = '/horses/workload/add?from=2026-11-10&to=2026-11-20'
const noted = (change: Record<string, string> = {}) =>
  office.post(addAction, addPath, { horseId: String(bella.id), ...LUNGING, ...change })

test.each([
  ['horseId', { horseId: '' }, 400],
  ['date', { date: '2026-11-21' }, 400],
  ['date', { date: '1999-01-01' }, 400],
  ['time', { time: 'noon' }, 400],
  ['time', { date: '2026-11-02', time: '09:30' }, 409],
  ['minutes', { minutes: '4' }, 400],
  ['minutes', { minutes: '481' }, 400],
  ['minutes', { time: '23:30' }, 400],
  ['kind', { kind: ' ' }, 400],
  ['who', { who: 'x'.repeat(101) }, 400],
])(
  'The form for other work shows what is wrong at %s, and keeps the other fields: %o',
  async (field, wrong, status) => {
    const { status: answered, body } = await noted(wrong)
    expect([answered, Object.keys(body.lastResult.error)]).toEqual([status, [field]])
    expect(await prisma.horseWork.count()).toBe(0)
  },
)

test('Other work on a day outside the range leads to its month, is in the file, and is removed with Undo', async () => {
  const shown = (await office.get(addLoader, `${addPath}&horse=${bella.id}`)).body
  expect(shown.horses).toContainEqual({ value: String(bella.id), label: 'Bella' })
  expect(shown.horses.map(({ label }: { label: string }) => label)).not.toContain('Max')
  const record = `/horses/workload?from=2026-11-01&to=2026-11-30&horse=${bella.id}`
  expect(await noted()).toRedirect(record)
  await expect(office).toToast('Work Added', { description: 'Bella, Nov 3, 2026' })
  const { id } = await prisma.horseWork.findFirstOrThrow()
  const day = async () => (await office.get(loader, record)).body.one.days[2]
  const lunging = { time: '07:30', type: 'Lunging', duration: 40, rider: null, otherWorkId: id }
  expect(await day()).toMatchObject({ date: '2026-11-03', minutes: 40, work: [lunging] })
  const { body } = await office.get(exportLoader, record.replace('workload?', 'workload/export?'))
  expect(String(body).split('\r\n')).toContain('Bella,2026-11-03,No,7:30 AM,Lunging,40,,0:40,,,Kept,,,')

  const send = (intent: string) => office.post(action, record, { intent, id: String(id) })
  await send('remove')
  await expect(office).toToast('Work Removed', { undo: { fields: { intent: 'restore', id: String(id) } } })
  expect(await day()).toMatchObject({ minutes: 0, work: [] })
  expect(await send('remove')).toRedirect(record)
  await expect(office).toToast('Work was not removed', { type: 'error' })
  await send('restore')
  await expect(office).toToast('Undone: the work is back')
  expect(await day()).toMatchObject({ work: [lunging] })
})

test('The record says why a horse was to rest, what became of its limits and by whom, and which days were hot, as page, file, and PDF', async () => {
  const ann = await admin()
  const written = (at: string) =>
    prisma.auditEntry.updateMany({ where: { action: 'horse.rest', at: { gt: new Date('2026-11-20') } }, data: { at } })
  setClock('2026-11-12T15:00:00Z')
  const rest = { from: '2026-11-12', until: '2026-11-30', reason: 'abscess' }
  await restHorse(ann.id, bella.id, rest)
  await written('2026-11-12T15:00:00Z')
  setClock('2026-11-14T15:00:00Z')
  await restHorse(ann.id, bella.id, null)
  await undoRest(ann.id, (await restHorse(ann.id, bella.id, { ...rest, reason: 'by mistake' })).change)
  await written('2026-11-14T15:00:00Z')
  setClock('2026-11-20T15:00:00Z')
  await prisma.hotDay.create({ data: { date: toDbDate('2026-11-02'), fewer: 2 } })
  await prisma.horseUsage.updateMany({ where: { usageDate: toDbDate(TODAY) }, data: { overReason: 'Show' } })
  const [use] = await prisma.horseUsage.findMany({ where: { usageDate: toDbDate(TODAY) } })
  // It has moved since: the log has it at another time.
  await audit(prisma, {
    ...{ actorId: ann.id, action: 'ride.horse', entity: 'ride', entityId: `2026-11-19 10:00 ${use?.studentId}` },
    detail: { reason: 'Show', rows: { horses: { before: [], after: [{ id: use?.id ?? 0 }] } } },
  })
  await prisma.auditEntry.updateMany({ where: { action: 'ride.horse' }, data: { at: '2026-11-20T15:00:00Z' } })
  const range = `from=2026-11-01&to=2026-11-20&horse=${bella.id}`
  const { one } = (await office.get(loader, `/horses/workload?${range}`)).body
  const of = (date: string) => one.days.find((day: { date: string }) => day.date === date)
  const resting = one.days.flatMap((day: { date: string; resting: string }) => (day.resting ? [day.date] : []))
  expect(resting).toEqual(['2026-11-12', '2026-11-13'])
  expect(of('2026-11-12').resting).toBe('abscess, Nov 12 – Nov 30 (Ann Office)')
  expect([formatLimit(of('2026-11-02')), of('2026-11-02').fewer]).toEqual(['Beyond 1, without a reason', 2])
  expect(formatLimit(of(TODAY))).toBe('Beyond: Show (Ann Office, Nov 20)')
  const lines = String((await office.get(exportLoader, `/horses/workload/export?${range}`)).body).split('\r\n')
  expect(lines).toContain('Bella,2026-11-12,Yes,,,0,,0:00,,,,"abscess, Nov 12 – Nov 30 (Ann Office)",,')
  expect(lines).toContain(
    'Bella,2026-11-02,No,9:00 AM,Group Lesson,60,Emma Stone,1:45,,,"Beyond 1, without a reason",,2,',
  )
  const file = await office.get(pdfLoader, `/horses/workload/pdf?${range}`)
  expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
  expect(String(file.body).slice(0, 5)).toBe('%PDF-')
  const text = linesOfPdf((await workloadPdf('2026-11-01', TODAY, TODAY, bella.id)).content).join('\n')
  for (const lines of [
    ['Bella', '3 rides · 0 other work · 2:45 hours · 18 of 20 days without work · at most 1 day in a row'],
    ['Mon, Nov 2', '9:00 AM Group Lesson, 60 min, Emma Stone', '4:00 PM Group Lesson, 45 min, Emma Stone'],
    ['Hot day: 2 fewer rides', 'Beyond 1, without a reason', '1:45', 'Tue, Nov 3', 'Rest day'],
    ['Thu, Nov 12', 'Rest day', 'Resting: abscess, Nov 12 – Nov 30 (Ann Office)', 'Fri, Nov 13'],
    ['Fri, Nov 20', '9:00 AM Group Lesson, 60 min, Emma Stone', 'Beyond: Show (Ann Office, ', 'Nov 20)', '1:00'],
  ])
    expect(text).toContain(lines.join('\n'))
})

test('Only the office may read the record', async () => {
  const family = await signedIn(await rider())
  expect((await family.get(loader, '/horses/workload')).status).toBe(403)
  expect((await family.get(exportLoader, '/horses/workload/export')).status).toBe(403)
  expect((await family.get(pdfLoader, '/horses/workload/pdf')).status).toBe(403)
  expect((await family.get(addLoader, '/horses/workload/add')).status).toBe(403)
  expect((await family.post(addAction, '/horses/workload/add', LUNGING)).status).toBe(403)
  expect((await family.post(action, '/horses/workload', { intent: 'remove', id: '1' })).status).toBe(403)
})
