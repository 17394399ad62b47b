import { allowanceOf } from '~/models/allowance/allowance.server'
import { loadOfficeWeek } from '~/models/office-week/week.server'
import { calendarFeed, calendarKey, renewCalendarKey } from '~/models/schedule/rides/calendar.server'
import { weekPages } from '~/models/schedule/rides/ride-report.server'
import { type Book, lessonsOf } from '~/models/schedule/snapshot/book'
import { RODE } from '~/models/vocabulary/away'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { loader as daySheet } from '~/routes/office/day/day-sheet'
import { dayOfWeek, fromDbDate, weekStart } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { minuteOfDay, parseTimeOfDay, timeInZone } from '~/utils/time-of-day'
import type { Visitor } from '../visitor'
import type { Visitors } from './desk'
import { capacityOf, UNREACHED } from './people-steps'
import { DATES } from './steps'

interface Ride {
  date: string
  time: string
  type: string
  duration: number
  arena?: string | null
  riderId: string
  attendance: string
  horse: string | null
}

type Compare = (view: string, shown: readonly string[], rows: readonly string[]) => void

/** Returns what a screen, a file, a feed or a call for these riders and days shows that the rows do not contain, and what it lacks. */
export async function whatDiffers(
  book: Book,
  visitors: Visitors,
  { riders, dates }: { riders: readonly string[]; dates: readonly string[] },
): Promise<string[]> {
  const rides = DATES.flatMap((date) => ridesOn(book, date))
  const wrong: string[] = []
  const compare: Compare = (view, shown, rows) => {
    wrong.push(...shown.filter((line) => !rows.includes(line)).map((line) => `${view} shows ${line}`))
    wrong.push(...rows.filter((line) => !shown.includes(line)).map((line) => `${view} lacks ${line}`))
    if (shown.length !== new Set(shown).size) wrong.push(`${view} shows a line twice`)
  }
  const rows = await rowsBeside()
  await ofOffice(visitors, rides, compare)
  for (const id of riders.filter((id) => id !== UNREACHED)) await ofFamily(visitors, book, rides, rows, id, compare)
  for (const date of dates) await ofDay(visitors, rides, rows, date, compare)
  for (const week of new Set(dates.map(weekStart))) await ofWeek(book, rides, week, compare)
  return wrong
}

/** Reads the rows that the views show in addition. */
async function rowsBeside() {
  const [notes, horses, offers] = [
    await prisma.studentNote.findMany({ where: { forBarn: true }, orderBy: { id: 'asc' } }),
    await prisma.horse.findMany(),
    await prisma.placeOffer.findMany({ where: { state: 'open' }, include: { waiting: true } }),
  ]
  return { notes, horses, offers }
}

type Beside = Awaited<ReturnType<typeof rowsBeside>>

/** Returns the rides of a day, from its rows. */
const ridesOn = (book: Book, date: string): Ride[] =>
  lessonsOf(book, date).flatMap(({ time, type, duration, arena, riders }) =>
    riders.map(({ riderId }) => {
      const isIt = (row: { riderId: string; date: string; time: string }) =>
        row.riderId === riderId && row.date === date && row.time === time
      const attendance = book.records.find(isIt)?.attendance ?? 'scheduled'
      const horse = book.horses.find(isIt)?.horseName ?? null
      return { date, time, type, duration, arena, riderId, attendance, horse }
    }),
  )

const say = ({ date, time, type, riderId, attendance, horse, arena }: Omit<Ride, 'duration'>): string =>
  `${date} ${time} ${type}: ${riderId} ${attendance} ${horse ?? 'no horse'} in ${arena || 'no arena'}`

const isOff = ({ attendance }: Ride) => attendance === 'absent' || attendance === 'reschedule'

/** A ride as API calls return it. */
interface Called {
  date: string
  scheduledTime: string
  type: string
  studentId: string
  attendance: string
  horseAssignment: string
  arena?: string
}

const linesOf = (called: Called[]): string[] =>
  called
    .filter(({ date }) => DATES.includes(date))
    .map(({ scheduledTime: time, studentId: riderId, horseAssignment, ...ride }) =>
      say({ ...ride, time, riderId, horse: horseAssignment === 'Not assigned' ? null : horseAssignment }),
    )

async function ofOffice({ office }: Visitors, rides: readonly Ride[], compare: Compare) {
  const { status, body } = await office.api(`/api/admin/lessons?startDate=${DATES[0]}&endDate=${DATES.at(-1)}`)
  if (status !== 200) throw new Error(`The call for everybody’s rides was answered ${status}: ${JSON.stringify(body)}`)
  compare('the call for everybody’s rides', linesOf(body), rides.map(say))
}

async function ofFamily(
  { office, families }: Visitors,
  book: Book,
  all: readonly Ride[],
  { offers }: Beside,
  id: string,
  compare: Compare,
) {
  const family = families.get(id)
  if (!family) throw new Error(`${id} is not signed in`)
  const rides = all.filter(({ riderId }) => riderId === id)
  const ahead = rides.filter(({ date }) => date >= today())
  const past = rides.filter(({ date, attendance }) => date < today() || attendance !== 'scheduled')
  compare(`${id}: coming rides`, linesOf((await family.api('/api/lessons/user')).body), ahead.map(say))
  compare(`${id}: history`, linesOf((await family.api('/api/lessons/user?upcoming=false')).body), past.map(say))
  const eventOf = (ride: Ride) =>
    `${ride.date} ${ride.time} ${ride.type} ${isOff(ride) ? 'CANCELLED' : 'CONFIRMED'} in ${ride.arena || 'no arena'}`
  // A lesson that the school canceled stays there too, and has no row.
  const isRide = (line: string) => rides.some(({ date, time }) => line.startsWith(`${date} ${time}`))
  compare(`${id}: calendar`, (await eventsOf(id)).filter(isRide), ahead.map(eventOf))
  const makeupsOf = async (visitor: Visitor, path: string): Promise<string[]> =>
    (await visitor.api(path)).body.map((one: Record<string, unknown>) => `${one.id} ${one.state} until ${one.until}`)
  const known = await makeupsOf(office, `/api/admin/makeups?studentId=${id}`)
  compare(`${id}: makeups`, await makeupsOf(family, '/api/makeups'), known)
  const ids = book.makeups.filter(({ riderId }) => riderId === id).map((row) => String(row.id))
  compare(
    `${id}: makeups by row`,
    known.map((line) => line.split(' ')[0] ?? ''),
    ids,
  )
  await ofCounters(book, rides, id, compare)
  await ofPlaces(family, all, offers, compare)
}

async function keyOf(id: string): Promise<string> {
  const key = await calendarKey(id)
  if (key !== null) return key
  await renewCalendarKey(id)
  return keyOf(id)
}

async function eventsOf(id: string): Promise<string[]> {
  const feed = (await calendarFeed(await keyOf(id))) ?? ''
  return feed
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((event) => {
      const [, year, month, day, hour, minute] = /DTSTART;TZID=.*:(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/.exec(event) ?? []
      const [, type] = /SUMMARY:(.*)\r/.exec(event) ?? []
      const [, status] = /STATUS:(\w+)/.exec(event) ?? []
      const [, arena = 'no arena'] = /LOCATION:(.*)\r/.exec(event) ?? []
      return `${year}-${month}-${day} ${hour}:${minute} ${type} ${status} in ${arena}`
    })
}

/**
 * Checks the counters: a ride booked with a makeup uses that; any other uses its type's counter, if the rider was there
 * or simply did not come.
 */
async function ofCounters(book: Book, rides: readonly Ride[], id: string, compare: Compare) {
  const isBooked = (ride: Ride) =>
    book.bookings.some((row) => row.riderId === id && row.date === ride.date && row.time === ride.time)
  const used = { lessons: 0, hacks: 0, makeups: 0 }
  for (const ride of rides.filter(({ date }) => date < '2027-03-01')) {
    const counts = RODE.includes(ride.attendance) || ride.attendance === 'absent'
    if (!counts) continue
    if (ride.attendance === 'makeup' || isBooked(ride)) used.makeups++
    else if (ride.type === 'Hack') used.hacks++
    else used.lessons++
  }
  const shown = await allowanceOf(id, '2027-02-01')
  const sayUsed = (one: typeof used) => [`lessons ${one.lessons}`, `hacks ${one.hacks}`, `makeups ${one.makeups}`]
  const counted = { lessons: shown.lessons.used, hacks: shown.hacks.used, makeups: shown.makeups.used }
  compare(`${id}: counters`, sayUsed(counted), sayUsed(used))
}

async function ofPlaces(family: Visitor, all: readonly Ride[], offers: Beside['offers'], compare: Compare) {
  const { body } = await family.api(`/api/places?from=${today()}&to=${DATES.at(-1)}`)
  const isHeld = (place: { date: string; time: string; type: string }) => (offer: (typeof offers)[number]) => {
    const { waiting } = offer
    const from = fromDbDate(offer.lessonDate)
    const isOn = waiting.weekly ? from <= place.date && dayOfWeek(from) === dayOfWeek(place.date) : from === place.date
    return isOn && waiting.scheduledTime === place.time && waiting.lessonType === place.type
  }
  for (const { lessonDate: date, scheduledTime, lessonType: type, free } of Array.isArray(body) ? body : []) {
    if (!DATES.includes(date)) continue
    const place = { date, time: parseTimeOfDay(scheduledTime) ?? '', type }
    const riding = all.filter(
      (ride) => ride.date === date && ride.time === place.time && ride.type === type && !isOff(ride),
    )
    const left = capacityOf(type) - riding.length - offers.filter(isHeld(place)).length
    compare('places', [`${date} ${place.time} ${type}: ${free} free`], [`${date} ${place.time} ${type}: ${left} free`])
  }
}

/** Checks the sheets of a day: the office's, with notes for the barn, and each instructor's. */
async function ofDay(
  { office, instructors }: Visitors,
  all: readonly Ride[],
  { notes, horses }: Beside,
  date: string,
  compare: Compare,
) {
  const rides = all.filter((ride) => ride.date === date)
  const barnOf = (id: string) => notes.filter((note) => note.studentId === id).map(({ text }) => text)
  const rests = (name: string | null) =>
    horses.some(({ onRest, restFrom, restUntil, ...horse }) => {
      const [from, until] = [restFrom && fromDbDate(restFrom), restUntil && fromDbDate(restUntil)]
      const isOver = (from !== null && date < from) || (until !== null && date > until)
      return horse.name === name && onRest && !isOver && date >= today()
    })
  const lineOf = (ride: Omit<Ride, 'duration'>, barn: string[], warned: boolean) =>
    [say(ride), ...barn, warned ? 'rests' : ''].join(' | ')
  const expected = rides.map((ride) => lineOf(ride, barnOf(ride.riderId), rests(ride.horse)))
  const isResting = (text: string) => text.includes('rest')
  const { body: sheet } = await office.get(daySheet, paths.daySheet({ date }))
  type SheetRider = {
    riderId: string
    attendance: string
    horse: string | null
    barn: string[]
    concerns: { text: string }[]
  }
  type Sheet = { time: string; type: string; arena: string | null; instructor: string | null; riders: SheetRider[] }
  const lessons: Sheet[] = sheet.lessons
  const shown = lessons.flatMap(({ time, type, arena, riders }) =>
    riders.map(({ barn, concerns, ...rider }) =>
      lineOf(
        { date, time, type, arena, ...rider },
        barn,
        concerns.some(({ text }) => isResting(text)),
      ),
    ),
  )
  compare(`the sheet of ${date}`, shown, expected)
  for (const [id, instructor] of instructors) {
    type Taught = {
      studentId: string
      attendance: string
      horse: string | null
      barnNotes: string[]
      concerns: string[]
    }
    const { body } = await instructor.api(`/api/teaching/day?date=${date}`)
    const own = body.flatMap(
      ({ time, type, arena, riders }: Pick<Sheet, 'time' | 'type' | 'arena'> & { riders: Taught[] }) =>
        riders.map(({ studentId: riderId, barnNotes, concerns, ...ride }) =>
          lineOf({ date, time, type, arena, riderId, ...ride }, barnNotes, concerns.some(isResting)),
        ),
    )
    const taught = lessons.filter((lesson) => lesson.instructor === id)
    const isTaught = (line: string) => taught.some(({ time, type }) => line.startsWith(`${date} ${time} ${type}:`))
    compare(`${id}'s ${date}`, own, expected.filter(isTaught))
  }
}

/** Checks the grid and the file of a week, and the rides that nobody has recorded. */
async function ofWeek({ names }: Book, all: readonly Ride[], week: string, compare: Compare) {
  const at = { today: today(), time: timeInZone(getEnv().schoolTimezone, now()) }
  const { days, unrecorded } = await loadOfficeWeek(week, at)
  const rides = all.filter(({ date }) => weekStart(date) === week)
  const grid = days.flatMap(({ date, lessons }) =>
    lessons.flatMap(({ time, type, arena, riders }) =>
      riders.map(({ id: riderId, mark = 'scheduled', horse = null }) =>
        say({ date, time, type, arena, riderId, attendance: mark, horse }),
      ),
    ),
  )
  compare(`the grid of ${week}`, grid, rides.map(say))
  const file: string[] = []
  for await (const rows of weekPages(week)) {
    file.push(...rows.map(({ date, time, type, student, horse }) => `${date} ${time} ${type}: ${student} ${horse}`))
  }
  const rowOf = ({ date, time, type, riderId, horse }: Ride) =>
    `${date} ${time} ${type}: ${names.get(riderId)} ${horse ?? 'Not assigned'}`
  compare(`the file of ${week}`, file, rides.map(rowOf))
  // Days before the first recorded one are not asked about.
  if (!all.some(({ date, attendance }) => date === DATES[0] && attendance !== 'scheduled')) return
  const isOver = ({ date, time, duration }: Ride) =>
    date < at.today || (date === at.today && minuteOfDay(time) + duration <= minuteOfDay(at.time))
  const open = all.filter((ride) => ride.attendance === 'scheduled' && isOver(ride)).length
  compare('not recorded', [String(unrecorded)], [String(open)])
}
