import { beforeEach, describe, expect, test } from 'vitest'
import { findActiveHorse } from '~/models/schedule/horses/horse.server'
import { CANCEL } from '~/models/schedule/instructors/cover/cover.schema'
import { loadCoverPlan } from '~/models/schedule/instructors/cover/cover-plan.server'
import { endSeasonLesson, saveRide } from '~/models/schedule/season/edit-season.server'
import { seatKey } from '~/models/schedule/season/season'
import { addSeason, loadPlan } from '~/models/schedule/season/season.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { coverAndTell } from '~/services/mail/plan-mail.server'
import { fromDbDate } from '~/utils/dates'
import { horse, officeAndKelly, rider, weeklyPlace } from '../../../../test/factories'
import { scheduleLines } from '../../../../test/schedule'
import { callOff } from '../makeups/absence.server'
import { restWithPlan } from './horses/rest-horse.server'
import { loadRestPlan } from './horses/rest-plan.server'
import { assignHorse } from './horses/set-horse.server'
import { publishSeason } from './publish-season.server'
import { takePlace } from './take-place.server'

const tuesday = '2026-12-01'
const type = 'Group Lesson'
const slot = { date: tuesday, time: '16:00', type }
let office: string
let ann: string
let dee: string
let kelly: string
let bella: number

beforeEach(async () => {
  ;({ office, kelly } = await officeAndKelly('2026-11-26T15:00:00Z'))
  ann = (await rider({ firstName: 'Ann', lastName: null })).id
  dee = (await rider({ firstName: 'Dee', lastName: null })).id
  await weeklyPlace({ riderId: ann, startDate: '2026-11-03', instructorId: kelly })
  await weeklyPlace({ startDate: '2026-11-04' })
  bella = (await horse('Bella')).id
  await horse('Max')
  await assignHorse(office, { riderId: ann, date: tuesday, time: '16:00' }, { horseId: bella })
  return () => setClock(null)
})

const books = () => takePlace(dee, dee, slot)
const callsOff = () => callOff(ann, { riderId: ann, date: tuesday, time: '16:00' })

/** Plans as the office was shown them, to be confirmed. */
const season = async () => {
  const id = await addSeason({ name: 'Spring', startsOn: tuesday })
  const tue4 = { dayOfWeek: 2, time: '16:00', type }
  await saveRide(id, seatKey(ann, tue4), { to: { dayOfWeek: 3, time: '16:00', type }, times: [] })
  await endSeasonLesson(id, tue4)
  const { version } = await loadPlan(id)
  return () => publishSeason(office, id, { version, beyond: false })
}
const cover = async () => {
  const absence = { instructor: kelly, from: tuesday, through: undefined, time: undefined }
  const { version } = await loadCoverPlan(absence)
  return () => coverAndTell(office, absence, { version, reason: 'Ill', lessons: [{ slot, cover: CANCEL }] })
}
const rest = async () => {
  const lame = { from: tuesday, until: null, reason: 'lame' }
  const plan = await loadRestPlan(bella, lame)
  return () => restWithPlan(office, bella, lame, plan)
}

const ORDERS = {
  'the office first': (family: Act, confirm: Act) =>
    Promise.allSettled([confirm(), family()]).then((all) => all.reverse()),
  'the family first': (family: Act, confirm: Act) => Promise.allSettled([family(), confirm()]),
  'once the family is done': async (family: Act, confirm: Act) => [
    ...(await Promise.allSettled([family()])),
    ...(await Promise.allSettled([confirm()])),
  ],
}
type Act = () => Promise<unknown>

/** Runs both: whoever comes second is done too, or refused by a rule. @returns whether the family and the office are done. */
async function atOnce(order: keyof typeof ORDERS, family: Act, confirm: Act): Promise<[boolean, boolean]> {
  const results = await ORDERS[order](family, confirm)
  const reasons = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(reasons.filter((reason) => !(reason instanceof Refused && [404, 409].includes(reason.status)))).toEqual([])
  const [isFamilyDone = false, isOfficeDone = false] = results.map(({ status }) => status === 'fulfilled')
  expect(isFamilyDone || isOfficeDone).toBe(true)
  if (order === 'once the family is done') expect(isFamilyDone).toBe(true)
  return [isFamilyDone, isOfficeDone]
}

const lines = () => scheduleLines({ from: tuesday, to: '2026-12-02' })
const isToBeTold = async (studentId: string) =>
  (await prisma.toldRide.findMany({ where: { studentId } })).some(({ known, present }) => known !== present)
const absences = async () =>
  (await prisma.ride.findMany({ where: { attendance: 'absent' } })).map(
    ({ studentId, scheduledDate }) => `${studentId} ${fromDbDate(scheduledDate)}`,
  )
const outings = async () => (await prisma.horseUsage.findMany()).map(({ horseName }) => horseName)

/** Set `AT_ONCE=20` for a long run, which says more on PostgreSQL (TEST_DATABASE_URL): the embedded database runs one transaction after the other. */
const ROUNDS = Number(process.env.AT_ONCE ?? 1)
const cases = Array.from({ length: ROUNDS }, () => Object.keys(ORDERS) as (keyof typeof ORDERS)[]).flat()

describe.each(cases)('at the same moment, %s', (order) => {
  test('a family books a place and a season is published: it has the place, or is told that it has not', async () => {
    const [isBooked, isPublished] = await atOnce(order, books, await season())
    expect(isPublished).toBe(true)
    expect(await lines()).toEqual(['2026-12-02 16:00 Group Lesson: Ann'])
    expect(await isToBeTold(dee)).toBe(isBooked)
  })

  test('a family calls off a ride and a season moves it: the ride is off on its new day', async () => {
    const [isOff, isPublished] = await atOnce(order, callsOff, await season())
    expect(isPublished).toBe(true)
    expect(await lines()).toEqual(['2026-12-02 16:00 Group Lesson: Ann'])
    expect(await absences()).toEqual(isOff ? [`${ann} 2026-12-02`] : [])
    expect(await outings()).toEqual([])
  })

  test('a family books a place in a lesson that a plan cancels: it has the place and the office plans again, or is told', async () => {
    const [isBooked, isCanceled] = await atOnce(order, books, await cover())
    expect(isBooked).toBe(!isCanceled)
    expect(await lines()).toEqual([
      ...(isBooked ? ['2026-12-01 16:00 Group Lesson: Ann, Dee'] : []),
      '2026-12-02 16:00 Group Lesson: ',
    ])
    expect(await prisma.makeup.count()).toBe(isCanceled ? 1 : 0)
  })

  test('a family calls off a ride of a lesson that a plan cancels: the ride is off and the office plans again, or it has a makeup', async () => {
    const [isOff, isCanceled] = await atOnce(order, callsOff, await cover())
    expect(isOff).toBe(!isCanceled)
    expect(await absences()).toEqual(isOff ? [`${ann} ${tuesday}`] : [])
    expect(await prisma.makeup.count()).toBe(isCanceled ? 1 : 0)
  })

  test('a family books a place while a horse’s rides get others: nobody rides the horse if it rests, or the office plans again', async () => {
    const [isBooked, isConfirmed] = await atOnce(order, books, await rest())
    expect(isBooked).toBe(true)
    expect(await lines()).toContain('2026-12-01 16:00 Group Lesson: Ann, Dee')
    expect(await outings()).toEqual([isConfirmed ? 'Max' : 'Bella'])
    expect((await findActiveHorse(bella)).rest === null).toBe(!isConfirmed)
  })

  test('a family calls off a ride while its horse gets to rest: the ride is off, and no horse goes out for it', async () => {
    const [isOff, isConfirmed] = await atOnce(order, callsOff, await rest())
    expect(isOff).toBe(true)
    expect(await absences()).toEqual([`${ann} ${tuesday}`])
    expect(await outings()).toEqual([])
    expect((await findActiveHorse(bella)).rest === null).toBe(!isConfirmed)
  })
})
