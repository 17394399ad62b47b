import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { loadOfficeWeek } from '~/models/office-week/week.server'
import { loadHorseWeek } from '~/models/schedule/horses/horse-week.server'
import { loadDayPlan } from '~/models/schedule/horses/plan/day-plan.server'
import { loadDaySheet } from '~/models/schedule/rides/day-sheet.server'
import { loadWorkloads } from '~/models/schedule/workload/workload.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { loader as plans } from '~/routes/office/day/plans/change-of-plans'
import { action as confirm, loader as hotDay } from '~/routes/office/day/plans/hot-day'
import { loader as changes } from '~/routes/office/week/changes'
import { undoAndTell } from '~/services/mail/day-closed-mail.server'
import { paths } from '~/utils/paths'
import { openOffice, signedIn, weeklyRider } from '../../../../../test/factories'
import { emptySchedule, refusal } from '../../../../../test/schedule'
import { closeDay } from '../close-day.server'
import { loadHotPlan, saveHotDay } from './hot-day.server'
import { assignHorse } from './set-horse.server'

const tuesday = '2026-11-24'
let riders: string[]
let bella: { id: number; name: string }

const { office, officeId: id } = await openOffice('2026-11-24T11:00:00Z')

const twiceADay = () => prisma.horse.create({ data: { name: randomUUID(), dayLimit: 2 } })
const times = ['14:00', '16:00', '18:00']
const give = (i: number, horseId = bella.id) =>
  assignHorse(id, { riderId: riders[i] ?? '', date: tuesday, time: times[i] ?? '' }, { horseId })

/** Bella, who may go out twice a day, has the rides at 2:00 and 4:00; a third rider comes at 6:00. */
beforeEach(async () => {
  await emptySchedule()
  await prisma.horse.updateMany({ data: { isActive: false } })
  riders = []
  for (const time of times) riders.push((await weeklyRider({}, { startDate: tuesday, time })).id)
  bella = await twiceADay()
  for (const i of [0, 1]) await give(i)
})

const address = (fewer = 1) => paths.hotDay({ date: tuesday, fewer })
const planned = async (fewer = 1) => (await office.get(hotDay, address(fewer))).body.plan
const form = ({ day, version }: Awaited<ReturnType<typeof loadHotPlan>>) => ({
  days: [day],
  version,
  overReason: undefined,
})
const save = async (fewer = 1) => saveHotDay(id, tuesday, fewer, form(await loadHotPlan(tuesday, fewer)))
const horses = async () =>
  (await prisma.horseUsage.findMany({ orderBy: { lessonTime: 'asc' } })).map(({ horseId }) => horseId)
const red = async () =>
  (await loadDaySheet(tuesday)).flatMap((lesson) =>
    lesson.riders.flatMap(({ concerns }) => concerns.map(({ text }) => text)),
  )
const redInWeek = async () =>
  (await loadOfficeWeek(tuesday, { today: tuesday, time: '06:00' })).days.flatMap(({ lessons }) =>
    lessons.flatMap((lesson) => lesson.riders.flatMap(({ wrong }) => (wrong ? [wrong] : []))),
  )

test('One form gives a ride another horse and lowers the limits of that day; one Undo takes back both', async () => {
  const max = await twiceADay()
  const plan = await planned()
  expect(plan.day.rides).toMatchObject([{ horseId: max.id, proposed: true, note: `Changes from ${bella.name}` }])
  expect(await prisma.hotDay.count()).toBe(0)
  const [ride] = plan.day.rides
  const sent = await office.post(confirm, address(), {
    ...{ version: plan.version, 'days[0].date': tuesday },
    'days[0].rides[0].ride': `${ride.time} ${ride.version} ${ride.riderId}`,
    'days[0].rides[0].horseId': String(max.id),
  })
  expect(sent).toRedirect(paths.daySheet({ date: tuesday }))
  expect((await horses()).sort()).toEqual([bella.id, max.id].sort())
  expect([await red(), await redInWeek()]).toEqual([[], []])
  // What remains of the day is at its limit for everyone.
  await expect(give(2)).rejects.toEqual(refusal(409, 'max 1 per day'))
  expect((await loadDayPlan(tuesday)).rides[2]?.horseId).toBeNull()
  expect((await office.get(plans, paths.changeOfPlans({ date: tuesday }))).body.fewer).toBe(1)
  const [line] = (await office.get(changes, paths.changes())).body.changes
  expect(line.what).toBe('made Nov 24 a hot day, 1 fewer ride for each horse (1 ride changed)')
  const undone = await undoAndTell(id, line.ids)
  expect([await horses(), await prisma.hotDay.count()]).toEqual([[bella.id, bella.id], 0])
  await expect(undoAndTell(id, line.ids)).rejects.toEqual(refusal(409, 'undone already'))
  await undoAndTell(id, undone.changes)
  expect((await horses()).sort()).toEqual([bella.id, max.id].sort())
  expect(await prisma.hotDay.count()).toBe(1)
})

test('Without another horse a ride loses its own; one that stays on it all the same is red that day, and on no other', async () => {
  const note = `Loses ${bella.name}. No horse is left: of 1, 1 is at its limit`
  expect((await planned()).day.rides).toMatchObject([{ horseId: null, proposed: true, note }])
  const { version } = await loadHotPlan(tuesday, 1)
  const { changes: lines } = await saveHotDay(id, tuesday, 1, { days: [], version })
  const said = '2 rides that day (limit 1)'
  expect([await red(), await redInWeek()]).toEqual([
    [said, said],
    [said, said],
  ])
  const row = (await loadHorseWeek(tuesday)).rows.find((one) => one.id === bella.id)
  expect(row).toMatchObject({ dayLimit: 2, dayLimits: [2, 1, 2, 2, 2, 2, 2] })
  await undoAndTell(id, lines)
  expect(await red()).toEqual([])
  await save()
  expect(await horses()).toEqual([bella.id])
  // The other way round its rides stay as they are.
  await save(0)
  expect([await horses(), await prisma.hotDay.count()]).toEqual([[bella.id], 0])
})

test('A ride that keeps its horse beyond the new limit takes a reason, which Undo takes back and Redo gives again', async () => {
  const { day, version } = await loadHotPlan(tuesday, 1)
  const days = [{ ...day, rides: day.rides.map((ride) => ({ ...ride, horseId: bella.id })) }]
  const keep = (overReason?: string) => saveHotDay(id, tuesday, 1, { days, version, overReason })
  await expect(keep()).rejects.toEqual(refusal(409, `${bella.name} has 2 rides that day`))
  expect(await prisma.hotDay.count()).toBe(0)
  const { assigned, changes: lines } = await keep('show practice')
  expect(assigned).toBe(0)
  const reasons = async () =>
    (await prisma.horseUsage.findMany({ orderBy: { overReason: 'asc' } })).map(({ overReason }) => overReason)
  expect([await reasons(), await horses()]).toEqual([
    ['show practice', null],
    [bella.id, bella.id],
  ])
  const work = (await loadWorkloads(tuesday, tuesday, tuesday, bella.id))[0]?.days[0]?.work ?? []
  expect(work.filter(({ overReason }) => overReason).map(({ overBy }) => overBy)).toEqual([
    expect.stringContaining('Ann Office'),
  ])
  const said = (await office.get(changes, paths.changes())).body.changes.map(({ what }: { what: string }) => what)
  expect(said).toContainEqual(expect.stringContaining(`on ${bella.name} beyond its limit: show practice`))
  const undone = await undoAndTell(id, lines)
  expect([await reasons(), await prisma.hotDay.count()]).toEqual([[null, null], 0])
  await undoAndTell(id, undone.changes)
  expect(await reasons()).toEqual(['show practice', null])
})

test('What a hot day has left beyond its limit comes again', async () => {
  const { version } = await loadHotPlan(tuesday, 1)
  await saveHotDay(id, tuesday, 1, { days: [], version, overReason: undefined })
  expect((await planned()).day.rides).toMatchObject([{ horseId: null, proposed: true }])
})

test('A horse whose limit a hot day does not lower keeps its rides', async () => {
  await prisma.horse.update({ where: { id: bella.id }, data: { dayLimit: 1 } })
  expect(await planned()).toMatchObject({ over: [], day: { rides: [] } })
})

test('The horses of a hot day come back by its Undo, also after it was to be as any other', async () => {
  const max = await twiceADay()
  const { changes: lines } = await save()
  await save(0)
  const undone = await undoAndTell(id, lines)
  expect([await horses(), await prisma.hotDay.count()]).toEqual([[bella.id, bella.id], 0])
  await undoAndTell(id, undone.changes)
  expect([(await horses()).sort(), await prisma.hotDay.count()]).toEqual([[bella.id, max.id].sort(), 0])
})

test('A horse goes out once at least, one without a limit as before, and rides that have begun stay and are named', async () => {
  expect((await planned(9)).day.rides).toHaveLength(1)
  setClock('2026-11-24T21:30:00Z')
  expect(await planned()).toMatchObject({ over: [bella.name], day: { rides: [] } })
  setClock('2026-11-24T11:00:00Z')
  await prisma.horse.update({ where: { id: bella.id }, data: { dayLimit: 0 } })
  expect((await planned(9)).day.rides).toEqual([])
})

test('Of two desks the second sees the new plan; a day that is over is refused, and families may do none of it', async () => {
  const max = await twiceADay()
  const plan = form(await loadHotPlan(tuesday, 1))
  const both = await Promise.allSettled([saveHotDay(id, tuesday, 1, plan), saveHotDay(id, tuesday, 1, plan)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await horses()).sort()).toEqual([bella.id, max.id].sort())
  await expect(saveHotDay(id, '2026-11-23', 1, plan)).rejects.toEqual(refusal(400, 'This day is over'))
  expect(await office.get(hotDay, paths.hotDay({ date: '2026-11-23', fewer: 1 }))).toRedirect(
    paths.changeOfPlans({ date: '2026-11-23' }),
  )
  const family = await signedIn({ id: riders[0] ?? '' })
  expect((await family.get(hotDay, address())).status).toBe(403)
  expect((await family.post(confirm, address(), {})).status).toBe(403)
})

test('The database keeps the limit of a hot day too', async () => {
  await prisma.hotDay.create({ data: { date: new Date('2026-12-01'), fewer: 1 } })
  const use = (lessonTime: string, riderId: string) => ({
    ...{ horseId: bella.id, horseName: bella.name, usageDate: new Date('2026-12-01'), lessonTime },
    ...{ studentId: riderId, studentName: 'X', lessonType: 'Group Lesson' },
  })
  await prisma.horseUsage.create({ data: use('10:00', riders[0] ?? '') })
  await expect(prisma.horseUsage.create({ data: use('16:00', riders[1] ?? '') })).rejects.toThrow(
    'horse_usage_within_limits',
  )
})

test('A hot day and a closing of the same day are undone in any order', async () => {
  const max = await twiceADay()
  const both = [bella.id, max.id].sort()
  const close = async () => (await closeDay(id, tuesday, { from: null, reason: 'Storm' })).changes
  const hot = (await save()).changes
  expect((await horses()).sort()).toEqual(both)

  const closed = await close()
  expect(await horses()).toEqual([])
  const opened = await undoAndTell(id, closed)
  expect([(await horses()).sort(), await red()]).toEqual([both, []])

  // The hot day goes while the day is closed.
  const again = await undoAndTell(id, opened.changes)
  await undoAndTell(id, hot)
  expect([await horses(), await prisma.hotDay.count()]).toEqual([[], 0])
  await undoAndTell(id, again.changes)
  expect((await horses()).sort()).toEqual(both)
})

test('A canceled day that is hot by now comes back with as many horses as may go out, and Undo names the others', async () => {
  const closed = (await closeDay(id, tuesday, { from: null, reason: 'Storm' })).changes
  await save()
  const { off } = await undoAndTell(id, closed)
  expect(off).toEqual([
    expect.stringMatching(/ does not go back to .* at 4:00 PM on Nov 24, 2026 \(at its limit that day\)$/),
  ])
  expect([await horses(), await red()]).toEqual([[bella.id], []])
})
