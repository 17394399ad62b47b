import { beforeEach, describe, expect, test } from 'vitest'
import { CANCEL } from '~/models/schedule/instructors/cover/cover.schema'
import { loadCoverPlan } from '~/models/schedule/instructors/cover/cover-plan.server'
import { listReports, reportAbsence } from '~/models/schedule/instructors/cover/report.server'
import { addInstructor } from '~/models/schedule/instructors/instructor.server'
import { addSeasonLesson, endSeasonLesson, joinSeason, saveRide } from '~/models/schedule/season/edit-season.server'
import { seatKey } from '~/models/schedule/season/season'
import { addSeason, loadPlan } from '~/models/schedule/season/season.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { withTx } from '~/platform/tx.server'
import { closeDayAndTell, closeDaysAndTell, undoAndTell } from '~/services/mail/day-closed-mail.server'
import { coverAndTell } from '~/services/mail/plan-mail.server'
import { grant, horse, officeAndKelly, rider, weeklyPlace } from '../../../../test/factories'
import { sums } from '../../../../test/import-desk'
import { callOff } from '../makeups/absence.server'
import { loadHotPlan, saveHotDay } from './horses/hot-day.server'
import { restWithPlan } from './horses/rest-horse.server'
import { loadRestPlan } from './horses/rest-plan.server'
import { assignHorse } from './horses/set-horse.server'
import { publishSeason } from './publish-season.server'

const tuesday = '2026-11-24'
const later = '2026-12-01'
const type = 'Group Lesson'
let office: string
let ann: string
let ben: string
let kelly: string
let bella: number

/** Ann and Ben ride with Kelly on Tuesdays, on Bella and Max; Ann also at 6 PM, and Ben has called off in a week. */
beforeEach(async () => {
  ;({ office, kelly } = await officeAndKelly('2026-11-24T11:00:00Z'))
  await addInstructor(office, { firstName: 'Beth' })
  ;[ann, ben] = [(await rider()).id, (await rider()).id]
  for (const riderId of [ann, ben]) {
    await weeklyPlace({ riderId, startDate: '2026-11-03', instructorId: kelly })
    await grant(riderId, '2026-11-01', '2026-11-30')
  }
  await weeklyPlace({ riderId: ann, startDate: '2026-11-03', time: '18:00', instructorId: kelly })
  bella = (await prisma.horse.create({ data: { name: 'Bella', dayLimit: 2 } })).id
  const max = await horse('Max')
  for (const date of [tuesday, later]) {
    for (const [riderId, time, horseId] of [
      [ann, '16:00', bella],
      [ann, '18:00', bella],
      [ben, '16:00', max.id],
    ] as const)
      await assignHorse(office, { riderId, date, time }, { horseId })
  }
  await callOff(ben, { riderId: ben, date: later, time: '16:00' })
  await weeklyPlace({ riderId: ben, startDate: '2026-11-05' })
  return () => setClock(null)
})

/** Undo leaves rows here that say of a day what people knew and what is so by now, which is the same; `toBeTold` are the others. */
const KNOWN = ['told_rides']
const toBeTold = async () =>
  (await prisma.toldRide.findMany({ select: { studentId: true, date: true, known: true, present: true } })).filter(
    ({ known, present }) => known !== present,
  )

/** The tables that a change wrote, and those of which Undo has not left every row as it was. */
async function tablesOf(change: () => Promise<{ changes: number[] }>) {
  const [before, told] = [await sums(), await toBeTold()]
  const differ = async () => {
    const now = await sums()
    return Object.keys(now).filter((table) => now[table] !== before[table])
  }
  const { changes } = await change()
  const written = await differ()
  await undoAndTell(office, changes)
  expect(await toBeTold()).toEqual(told)
  return { written, left: await differ() }
}

describe('every row of every table but the log is as before after Undo of', () => {
  test('a published season', async () => {
    const season = await addSeason({ name: 'Spring', startsOn: later })
    const at = (dayOfWeek: number, time: string) => ({ dayOfWeek, time, type })
    const terms = { duration: 60, capacity: 4, level: null, arena: null, instructorId: kelly }
    await addSeasonLesson(office, season, { ...at(6, '10:00'), ...terms })
    for (const riderId of [ann, ben]) {
      await saveRide(season, seatKey(riderId, at(2, '16:00')), { to: at(6, '10:00'), times: [] })
    }
    await joinSeason(season, ann, at(4, '16:00'))
    await endSeasonLesson(season, at(2, '18:00'))
    const { version } = await loadPlan(season)
    expect(await tablesOf(() => publishSeason(office, season, { version, beyond: false }))).toEqual({
      written: ['horse_usage', 'lessons', 'seasons', 'told_rides', 'weekly_schedule'],
      left: KNOWN,
    })
  })

  test('a horse’s rest with other horses for its rides', async () => {
    const rest = { from: tuesday, until: later, reason: 'abscess' }
    const plan = await loadRestPlan(bella, rest)
    expect(plan.days.map(({ rides }) => rides.length)).toEqual([2, 2])
    expect(await tablesOf(() => restWithPlan(office, bella, rest, plan))).toEqual({
      written: ['horse_usage', 'horses'],
      left: [],
    })
  })

  test('lessons that someone else teaches or that are canceled, while their instructor is away', async () => {
    const absence = { instructor: kelly, from: tuesday, through: later, time: undefined }
    await withTx((tx) => reportAbsence(kelly, { from: tuesday, through: later, time: undefined, reason: 'ill' }, tx))
    const { lessons, version } = await loadCoverPlan(absence)
    const chosen = lessons.map(({ date, time, proposed }, i) => ({
      slot: { date, time, type },
      cover: i % 2 === 0 ? proposed : CANCEL,
    }))
    expect(chosen.map(({ cover }) => cover === CANCEL)).toEqual([false, true, false, true])
    const form = { version, reason: 'Kelly is ill', lessons: chosen }
    expect(await tablesOf(() => coverAndTell(office, absence, form))).toEqual({
      written: [
        'email_outbox',
        'horse_usage',
        'instructor_absences',
        'lesson_removals',
        'lessons',
        'makeups',
        'told_rides',
      ],
      // What the instructor said is a task again as of now, and without its reason, which the log does not keep.
      left: ['instructor_absences', ...KNOWN],
    })
    expect(await listReports()).toMatchObject([{ instructor: kelly, from: tuesday, through: later, reason: null }])
  })

  test('a hot day with the horses of its rides', async () => {
    const { day, version } = await loadHotPlan(tuesday, 1)
    expect(
      await tablesOf(() => saveHotDay(office, tuesday, 1, { days: [day], version, overReason: undefined })),
    ).toEqual({
      written: ['horse_usage', 'hot_days'],
      left: [],
    })
  })

  test('the closing of some lessons, and of several days', async () => {
    const only = [{ time: '16:00', type }]
    const ill = { from: null, reason: 'Kelly is ill', only }
    const written = ['email_outbox', 'horse_usage', 'lesson_removals', 'lessons', 'makeups', 'told_rides']
    expect(await tablesOf(() => closeDayAndTell(office, later, ill))).toEqual({ written, left: KNOWN })
    const snow = { from: null, reason: 'Snow' }
    expect(await tablesOf(() => closeDaysAndTell(office, { date: tuesday, through: later }, snow))).toEqual({
      written,
      left: KNOWN,
    })
  })
})
