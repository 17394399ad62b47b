import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { recordPayment } from '~/models/money/payments/offline/record-payment.server'
import { updateContact } from '~/models/people/families/student.server'
import { addNote } from '~/models/people/families/student-note.server'
import { addToLesson } from '~/models/schedule/change/add-rider.server'
import { closeDay } from '~/models/schedule/change/close-day.server'
import { assignHorse } from '~/models/schedule/change/horses/set-horse.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { removeFromLesson } from '~/models/schedule/change/remove-rider.server'
import { callOff } from '~/models/schedule/makeups/absence.server'
import { addToWaitlist } from '~/models/schedule/waitlist/waitlist.server'
import { loadRoster } from '~/models/schedule/week/roster.server'
import { setHidden } from '~/models/students/hide-student.server'
import { setClock, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { withTx } from '~/platform/tx.server'
import { addDays } from '~/utils/dates'
import { seedCatalog } from '../../../prisma/seed/catalog'
import { admin, emptyTables, horse, rider, rideTypes, weeklyPlace } from '../../../test/factories'
import { sums } from '../../../test/import-desk'
import { keepSheet, readSheet, studentImport } from './import.server'
import { moveIn } from './move-in.server'
import { wouldBe } from './plan/would-be'
import { undoMoveIn } from './undo-import.server'

/** Set `MOVES_RUNS=500` for a long run, and `MOVES_SEED` with `MOVES_PATH` to repeat a failure. */
const RUNS = Number(process.env.MOVES_RUNS ?? 8)
const { MOVES_SEED, MOVES_PATH } = process.env
const TODAY = '2026-11-26'
/** A Tuesday lesson that stands, with a rider of the school. */
const STANDING = { date: '2026-12-01', time: '16:00', type: 'Group Lesson' }

type Cells = Record<string, string>

const RIDERS: Cells[] = [
  { Rider: 'Ava Ruiz', Guardian: 'Dana Ruiz', Email: 'dana@ruiz.example' },
  { Rider: 'Ben Ruiz', Guardian: 'Dana Ruiz', Email: 'dana@ruiz.example' },
  { Rider: 'Zoe Okafor', Guardian: 'Ngozi Okafor', Phone: '555-011-0101' },
  { Rider: 'Grace Adult', Email: 'grace@adult.example' },
]
/** Mostly nothing, because a row says a few things only. */
const cell = (...texts: string[]) => fc.constantFrom('', '', ...texts)
const times = fc.constantFrom('3:30 PM', '4:00 PM', '4:30 PM')
const weekly = fc.record({ Day: fc.constantFrom('Tue', 'Thu', 'Sat'), Time: times })
const once = fc.record({ Date: fc.constantFrom(-2, 0, 2, 5, 12).map((days) => addDays(TODAY, days)), Time: times })
const row = fc
  .record({
    who: fc.constantFrom(...RIDERS),
    lesson: fc.oneof(fc.constant({}), weekly, weekly, once, once),
    rest: fc.record({
      Type: cell('Group', 'Private'),
      Length: cell('45', '60'),
      Instructor: cell('Kelly Marsh', 'Beth Cole'),
      Package: cell('Intro Package', 'Package 1 - Basic'),
      Left: cell('0', '2', '4'),
      Paid: cell('$45.50', '$238.50'),
      'Paid on': cell('11/2/2026', '10/30/2026'),
      Makeups: cell('1', '2'),
      Level: cell('Beginner', 'Novice'),
      Horse: cell('Star', 'Peanut'),
      Note: cell('Shy'),
    }),
  })
  .map(({ who, lesson, rest }): Cells => ({ ...who, ...lesson, ...rest }))
const rows = fc.array(row, { minLength: 1, maxLength: 5 })
/** What stays of an earlier file, by its row, before what is new. */
const files = fc.record({ first: rows, kept: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }), more: rows })
const acts = fc.array(
  fc.record({
    do: fc.constantFrom(
      ...['mark', 'remove', 'leave', 'add', 'horse', 'close', 'call off', 'wait', 'pay', 'note', 'rename', 'hide'],
    ),
    nth: fc.nat(30),
  }),
  { maxLength: 3 },
)

const COLUMNS = [
  ...['Rider', 'Guardian', 'Email', 'Phone', 'Day', 'Date', 'Time', 'Type', 'Length', 'Instructor'],
  ...['Package', 'Left', 'Paid', 'Paid on', 'Makeups', 'Level', 'Horse', 'Note'],
]
const csvOf = (list: readonly Cells[]): string =>
  Papa.unparse([COLUMNS, ...list.map((one) => COLUMNS.map((name) => one[name] ?? ''))])

let officeId: string

async function school(): Promise<void> {
  setClock(`${TODAY}T15:00:00Z`)
  await emptyTables()
  await rideTypes()
  await seedCatalog()
  officeId = (await admin()).id
  await horse('Star')
  await weeklyPlace({ riderId: (await rider({ firstName: 'Here' })).id, startDate: '2026-11-03' })
  await rider({ email: 'grace@adult.example', firstName: 'Grace', lastName: 'Adult' })
}

/** Shows a file. Its *Date* is that of a lesson, although it has amounts. */
async function shown(list: readonly Cells[]) {
  const id = await keepSheet(officeId, await readSheet(new File([csvOf(list)], 'students.csv'), { date: 'lessonDate' }))
  const { plan, version } = await studentImport(id)
  return { id, version, plan, ...wouldBe(plan, '2026-11') }
}

/** All rows but what goes on by itself: lines of the waitlist, what they are offered, and what is told of that. */
async function state(): Promise<Record<string, string>> {
  const { waitlist: _, place_offers: _o, told_rides: _t, email_outbox: _e, text_outbox: _x, ...rest } = await sums()
  return rest
}

/** Returns what a refusal says; undefined if it was done. @throws whatever is no refusal */
async function refusalOf(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
}

/** Moves a file in, all or nothing. Returns its ID; undefined if it brings nothing or is refused. */
async function moved(list: readonly Cells[]): Promise<string | undefined> {
  const { id, version, ready, isSame } = await shown(list)
  if (!ready || isSame) return undefined
  const before = await state()
  const why = await refusalOf(() => moveIn(officeId, id, version))
  if (why) expect([why, await state()]).toEqual([expect.any(String), before])
  return why ? undefined : id
}

/** The same file again changes nothing. */
async function expectSame(list: readonly Cells[]): Promise<void> {
  const { id, plan, isSame } = await shown(list)
  expect([isSame, plan.changedHere]).toEqual([true, []])
  await prisma.studentImport.delete({ where: { id } })
}

/** What the office and families do between two files. */
async function act({ do: what, nth }: { do: string; nth: number }): Promise<unknown> {
  const { days } = await loadRoster({ from: today(), to: addDays(today(), 20) })
  const rides = days.flatMap(({ date, lessons }) =>
    lessons.flatMap(({ time, type, riders }) => riders.map(({ riderId }) => ({ riderId, date, time, type }))),
  )
  const ride = rides[nth % rides.length] ?? { ...STANDING, riderId: '' }
  const { riderId, ...slot } = ride
  const people = await prisma.user.findMany({
    where: { role: 'customer' },
    orderBy: [{ lastName: 'asc' }, { firstName: 'asc' }],
  })
  const person = people[nth % people.length]!
  switch (what) {
    case 'mark':
      setClock(`${ride.date}T23:00:00Z`)
      return markAttendance(officeId, ride, { attendance: nth % 2 ? 'present' : 'absent' }).finally(() =>
        setClock(`${TODAY}T15:00:00Z`),
      )
    case 'remove':
      return removeFromLesson(officeId, riderId, slot, { scope: 'one-time' })
    case 'leave':
      return removeFromLesson(officeId, riderId, slot, { scope: 'weekly' })
    case 'add':
      return addToLesson(officeId, person.id, slot, { scope: nth % 2 ? 'weekly' : 'one-time' })
    case 'horse':
      return assignHorse(officeId, ride, {
        horseId: (await prisma.horse.findFirstOrThrow({ where: { name: 'Star' } })).id,
      })
    case 'close':
      return closeDay(officeId, ride.date, { from: null, reason: 'Ice' })
    case 'call off':
      return callOff(people.find(({ id }) => id === riderId)?.guardianId ?? riderId, ride)
    case 'wait':
      return addToWaitlist(officeId, person.id, slot, nth % 2 ? 'weekly' : 'one-time')
    case 'pay':
      return recordPayment(officeId, person.id, {
        amount: 4_550,
        month: { year: 2026, month: 11 },
        method: 'cash',
        paidOn: '2026-11-02',
        packageId: null,
      })
    case 'note':
      return addNote(officeId, person.id, { text: 'Shy', forBarn: false })
    case 'rename':
      return withTx((tx) => updateContact(tx, officeId, person.id, { phone: '(555) 011-0199' }))
    default:
      return setHidden(officeId, person.id, true)
  }
}

test('Whatever files come one after the other and whatever happens between them, a move is whole, and its Undo leaves what was before or nothing undone', {
  timeout: RUNS * 60_000,
}, async () => {
  const seen = { moved: 0, undone: 0, refused: 0 }
  const property = fc.asyncProperty(files, acts, acts, async ({ first, kept, more }, between, after) => {
    await school()
    const empty = await state()
    const one = await moved(first)
    if (one) await expectSame(first)
    for (const step of between) await refusalOf(() => act(step))
    const lived = await state()
    const second = [...first.filter((_, i) => kept[i]), ...more]
    const two = await moved(second)
    const corrected = await state()
    for (const step of after) await refusalOf(() => act(step))
    const last = await state()
    if (two) {
      seen.moved++
      const why = await refusalOf(() => undoMoveIn(officeId, two))
      expect(await state()).toEqual(why ? last : after.length === 0 ? lived : expect.anything())
      if (after.length === 0) expect([why, corrected]).toEqual([undefined, last])
      seen[why ? 'refused' : 'undone']++
    }
    if (one) {
      seen.moved++
      const before = await state()
      const why = await refusalOf(() => undoMoveIn(officeId, one))
      if (why) expect(await state()).toEqual(before)
      const isAlone = between.length === 0 && after.length === 0
      if (isAlone) expect([why, await state()]).toEqual([undefined, empty])
      seen[why ? 'refused' : 'undone']++
    }
  })
  await fc.assert(property, {
    numRuns: RUNS,
    ...(MOVES_SEED && { seed: Number(MOVES_SEED) }),
    path: MOVES_PATH,
    endOnFailure: true,
    verbose: 1,
  })
  if (RUNS >= 8) expect(Math.min(seen.moved, seen.undone)).toBeGreaterThan(0)
})
