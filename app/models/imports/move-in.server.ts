import { randomUUID } from 'node:crypto'
import { Prisma } from '~/generated/prisma/client'
import { setUsage } from '~/models/allowance/usage.server'
import { grantPackage } from '~/models/money/payments/office-grant.server'
import { removeRecordedPayment } from '~/models/money/payments/offline/record-payment.server'
import { NO_PASSWORD } from '~/models/people/accounts/token'
import { emailTaken, updateContact } from '~/models/people/families/student.server'
import { addHorseIn, ONE_NAME, saveHorse } from '~/models/schedule/horses/horse.server'
import { addInstructor } from '~/models/schedule/instructors/instructor.server'
import { teach } from '~/models/schedule/instructors/teach'
import { changeLesson, type Known, requireNew } from '~/models/schedule/lessons/change-lesson.server'
import { addRider, leaveWeekly, removeRider } from '~/models/schedule/lessons/decide/rider'
import {
  type Book,
  changeAt,
  isOf,
  isPlaceOf,
  isTakenOff,
  lessonAt,
  ridersOf,
  slotOf,
} from '~/models/schedule/snapshot/book'
import { lockWeek } from '~/models/schedule/snapshot/lock-weekdays.server'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import { isMarked } from '~/models/schedule/week/week'
import { setHidden } from '~/models/students/hide-student.server'
import { contentsAsSold } from '~/models/vocabulary/catalog'
import { NO_END } from '~/models/vocabulary/makeup'
import { daysOfMonth } from '~/models/vocabulary/month'
import type { Slot } from '~/models/vocabulary/slot'
import { audit } from '~/platform/audit.server'
import { now, today } from '~/platform/clock.server'
import { Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { translateViolations } from '~/platform/violation.server'
import { addDays, dayOfWeek, firstOn, type LocalDate, monthOf, toDbDate, yearOf } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { decimalOf } from '~/utils/money'
import { cut, sameNameKey } from './cells'
import { keepSheet, LONG, lockImport, outdated, type Sheet, studentImport } from './import.server'
import { type Facts, type MadeAll, OWED, reasonOfLeft } from './made'
import { FACTS, type Plan, type PlannedLesson, type PlannedRide } from './plan/planned'
import { sayReady } from './plan/would-be'
import type { KnownPlace, KnownRide } from './school'
import { columnsIn, insertRows, madeBetween, snapshot } from './snapshot.server'

/** What another desk has added at the same moment. */
const TAKEN = {
  users_email_key: emailTaken,
  ...Object.fromEntries(
    ONE_NAME.map((name) => [
      name,
      () => new Refused('in_the_way', 'A horse of this file was added just now. Please look at the file again.'),
    ]),
  ),
}

interface MovedIn {
  /** What came, in words: `12 riders`. */
  what: string
  riders: number
  /** Someone pressed before, here or at another desk. */
  again: boolean
}

/**
 * Writes all that the file makes of the school, in one transaction, if it is still what `version` showed. A second press writes nothing.
 * Nobody is told by email.
 * @throws Refused 404; 409 if the school or the file changed since, or a rule of the week is in the way.
 */
export const moveIn = (actorId: string, id: string, version: string): Promise<MovedIn> =>
  translateViolations(TAKEN, () =>
    withTx(async (tx) => {
      await lockWeek(tx)
      const { movedInAt } = await lockImport(tx, id)
      // What another desk writes for them comes before the plan or after all of it: it is not the file's.
      await tx.$queryRaw`SELECT id FROM users WHERE role <> 'admin' ORDER BY id FOR UPDATE`
      const file = await studentImport(id, tx)
      const came = { what: sayReady(file.plan), riders: file.plan.riders.ready }
      if (movedInAt) return { ...came, again: true }
      if (file.version !== version) throw outdated(file.version)
      const { plan } = file
      const ids = new Map(plan.people.map((person) => [person.key, person.id ?? randomUUID()]))
      // A new instructor may be one who was removed.
      const removed = await tx.user.findMany({
        where: { role: 'instructor', hiddenAt: { not: null } },
        select: { id: true },
      })
      const watched = [...ids.values(), ...removed.map(({ id }) => id)]
      const before = await snapshot(tx, watched, today())
      const idOf = (key: string) => ids.get(key) ?? key
      const instructorIds = await addInstructors(tx, actorId, plan)
      await addHorses(tx, actorId, plan)
      await writePeople(tx, actorId, plan, idOf)
      await writeWeek(actorId, id, plan, { idOf, instructorIds: instructorIds.byName })
      await writePackages(tx, actorId, plan, idOf)
      await writePayments(tx, actorId, plan, idOf)
      await writeMakeups(tx, actorId, plan, idOf)
      await tx.studentNote.deleteMany({ where: { id: { in: plan.gone.notes.map(({ id }) => id) } } })
      const notes = plan.notes.filter(({ there }) => !there)
      await insertRows(
        tx,
        'student_notes',
        notes.map(({ riderKey, text, forBarn }) => ({
          student_id: idOf(riderKey),
          by_id: actorId,
          text,
          for_barn: forBarn,
          at: now(),
        })),
      )
      const people = [...ids.values(), ...instructorIds.added]
      const said = Object.entries(plan.said).map(([key, one]) => [
        idOf(key),
        { ...one, guardian: one.guardian && idOf(one.guardian) },
      ])
      const after = await snapshot(tx, [...watched, ...instructorIds.added], today())
      const made: MadeAll = {
        people,
        day: today(),
        rows: madeBetween(before, after),
        columns: columnsIn(after),
        said: Object.fromEntries(said),
      }
      // Prisma's own takes seconds for what thousands of rows made.
      await tx.$executeRaw`UPDATE student_imports SET moved_in_at = ${now()}, made = ${JSON.stringify(made)}::jsonb WHERE id = ${id}`
      const detail = { file: file.fileName, riders: plan.riders.ready, rows: made.rows.length }
      await audit(tx, { actorId, action: 'students.move-in', entity: 'import', entityId: id, detail })
      return { ...came, again: false }
    }, LONG),
  )

/** Keeps a file that no screen has shown and moves it in, both or neither. @throws Refused as `moveIn` */
export const moveInSheet = (actorId: string, sheet: Sheet, version: string): Promise<string> =>
  withTx(async (tx) => {
    await lockWeek(tx)
    const id = await keepSheet(actorId, sheet, tx)
    await moveIn(actorId, id, version)
    return id
  }, LONG)

async function addInstructors(tx: Tx, actorId: string, { instructors }: Plan) {
  const theirs = { role: 'instructor', hiddenAt: null } as const
  const before = new Set((await tx.user.findMany({ where: theirs, select: { id: true } })).map(({ id }) => id))
  for (const { first, last } of instructors) {
    await addInstructor(actorId, { firstName: cut(first, 100), lastName: cut(last, 100) || undefined })
  }
  const all = await tx.user.findMany({
    where: theirs,
    select: { id: true, firstName: true, lastName: true },
  })
  const byName = new Map(
    all.map(({ id, firstName, lastName }) => [sameNameKey({ first: firstName ?? '', last: lastName ?? '' }), id]),
  )
  return { byName, added: all.map(({ id }) => id).filter((id) => !before.has(id)) }
}

/** Those that the school has had come back as they were. */
async function addHorses(tx: Tx, actorId: string, { horses }: Plan): Promise<void> {
  for (const { name, known, there, ...facts } of horses) {
    if (there) continue
    const { horse } = await addHorseIn(tx, actorId, name)
    const said = Object.entries(facts).filter(([, value]) => value !== null)
    if (!known && said.length > 0) await saveHorse(actorId, horse.id, Object.fromEntries(said))
  }
}

/** Guardians first. What the office gives is proved, as `addStudent` has it. */
async function writePeople(tx: Tx, actorId: string, { people }: Plan, idOf: (key: string) => string): Promise<void> {
  const fresh = people.filter(({ id }) => id === null)
  const rowOf = ({
    key,
    name,
    email,
    phone,
    guardianKey,
    birthDate,
    level,
    weightLb,
    rides,
  }: Plan['people'][number]) => ({
    id: idOf(key),
    // A parent who rides too is a student from the first day.
    rides_too: rides && !guardianKey ? true : null,
    first_name: name.first,
    last_name: name.last,
    email,
    phone,
    password: email ? NO_PASSWORD : null,
    email_verified_at: email ? now() : null,
    guardian_id: guardianKey && idOf(guardianKey),
    birth_date: birthDate,
    level,
    weight_lb: weightLb,
    created_at: now(),
    updated_at: now(),
  })
  const accounts = fresh.filter(({ guardianKey }) => !guardianKey)
  await insertRows(tx, 'users', accounts.map(rowOf))
  await insertRows(tx, 'users', fresh.filter((person) => !accounts.includes(person)).map(rowOf))
  for (const { id, was, back, ...facts } of people) {
    if (id === null) continue
    if (back) await setHidden(actorId, id, false)
    const changes = FACTS.filter((field) => field in was)
    if (changes.length === 0) continue
    const { birthDate, ...contact }: Partial<Facts> = Object.fromEntries(changes.map((field) => [field, facts[field]]))
    await updateContact(tx, actorId, id, contact)
    if (birthDate) await tx.user.update({ where: { id }, data: { birthDate: toDbDate(birthDate) } })
  }
}

const slotFrom = ({ weekday, time, type }: Pick<KnownPlace, 'weekday' | 'time' | 'type'>, day: LocalDate) => ({
  date: firstOn(weekday, day),
  time,
  type,
})

/** All places and rides as one change of the week, by its rules. Weekly places begin today. */
async function writeWeek(
  actorId: string,
  importId: string,
  plan: Plan,
  { idOf, instructorIds }: { idOf: (key: string) => string; instructorIds: ReadonlyMap<string, string> },
): Promise<void> {
  const come = plan.lessons.filter(({ there }) => !there)
  const comeOnce = plan.rides.filter(({ there }) => !there)
  const { places: go, rides: goOnce } = plan.gone
  if (come.length + go.length + comeOnce.length + goOnce.length === 0) return
  const day = today()
  const weekdays = new Set([...come, ...go].map(({ weekday }) => weekday))
  const dates = new Set([...comeOnce, ...goOnce].map(({ date }) => date))
  const spans = [
    ...[...weekdays].map((weekday) => ({ from: firstOn(weekday, day), weekly: true })),
    ...[...dates].filter((date) => !weekdays.has(dayOfWeek(date))).map((from) => ({ from, weekly: false })),
  ]
  const riders = [
    ...[...come, ...comeOnce].map(({ riderKey }) => idOf(riderKey)),
    ...[...go, ...goOnce].flatMap(({ riderId }) => riderId ?? []),
  ]
  await changeLesson(actorId, { spans, riders, quiet: true }, (book, known) => {
    const marked = book.records.filter((ride) => isMarked(ride.attendance) && known.isRecorded(ride))
    const rode = new Set(marked.map(({ riderId, date }) => `${riderId} ${date}`))
    const slotFor = (place: Pick<KnownPlace, 'weekday' | 'time' | 'type'>, riderId: string) => {
      const slot = slotFrom(place, day)
      // Who has ridden that day changes a week later.
      return rode.has(`${riderId} ${slot.date}`) ? { ...slot, date: addDays(slot.date, 7) } : slot
    }
    const leave = (part: Book, place: KnownPlace): Book => {
      const { riderId } = place
      if (riderId === null) return part
      const slot = slotFor(place, riderId)
      const isTheirs = (row: Book['weekly'][number]) => isPlaceOf(slot)(row) && row.riderId === riderId
      // Unlike `removeRider`, also of one who is out that day.
      return leaveWeekly(part, slot, { isMeant: isTheirs, riderIds: [riderId], isRecorded: known.isRecorded })
    }
    const join = (part: Book, lesson: PlannedLesson): Book => {
      const riderId = idOf(lesson.riderKey)
      let slot = slotFor(lesson, riderId)
      // A lesson that is closed that day stays closed.
      while (isTakenOff(part, slot)) slot = { ...slot, date: addDays(slot.date, 7) }
      return withRider(part, known, { ...lesson, slot, riderId, scope: 'weekly' }, instructorIds)
    }
    const leaveOnce = (part: Book, { riderId: id, ...slot }: KnownRide): Book =>
      removeRider(part, { id, name: known.riderName(id) }, slotOf(slot), {
        scope: 'one-time',
        isRecorded: known.isRecorded,
      }).book
    const joinOnce = (part: Book, ride: PlannedRide): Book => {
      const [slot, riderId] = [slotOf(ride), idOf(ride.riderKey)]
      // The rider may have joined that lesson every week.
      if (ridersOf(lessonAt(part, slot)).includes(riderId)) return part
      return withRider(part, known, { ...ride, slot, riderId, scope: 'one-time' }, instructorIds)
    }
    const onWeekday = ({ date, time }: Pick<Slot, 'date' | 'time'>) => ({ weekday: dayOfWeek(date), time })
    const changes = [
      ...go.map((place) => ({ at: place, make: (part: Book) => leave(part, place) })),
      ...goOnce.map((ride) => ({ at: onWeekday(ride), make: (part: Book) => leaveOnce(part, ride) })),
      ...come.map((lesson) => ({ at: lesson, make: (part: Book) => join(part, lesson) })),
      ...comeOnce.map((ride) => ({ at: onWeekday(ride), make: (part: Book) => joinOnce(part, ride) })),
    ]
    const next = [...groupBy(changes, ({ at: { weekday, time } }) => `${weekday} ${time}`).values()].reduce(
      (next, ofTime) => {
        const { weekday, time } = ofTime[0]!.at
        return changeAt(next, weekday, time, (part) => ofTime.reduce((made, { make }) => make(made), part))
      },
      book,
    )
    const detail = { riders: new Set(riders).size, lessons: come.length + comeOnce.length }
    const entry = { action: 'students.move-in', entity: 'import', entityId: importId, detail } as const
    return { book: next, entries: [entry], result: null }
  })
}

function withRider(
  book: Book,
  known: Known,
  joining: Pick<PlannedLesson, 'duration' | 'instructor'> & { slot: Slot; riderId: string; scope: Scope },
  instructorIds: ReadonlyMap<string, string>,
): Book {
  const { slot, riderId, scope, duration, instructor } = joining
  if (!lessonAt(book, slot)) requireNew(known, slot, duration)
  const { book: next } = addRider(book, { id: riderId, name: known.riderName(riderId) }, slot, {
    scope,
    create: true,
    duration,
  })
  const id = instructor && instructorIds.get(sameNameKey(instructor))
  const added = lessonAt(next, slot)
  const isTaught =
    next.weekly.some((place) => isPlaceOf(slot)(place) && place.endDate === null && place.instructorId) ||
    (scope === 'one-time' && next.oneTimeLessons.some((row) => isOf(slot)(row) && row.instructorId))
  return id && added && !isTaught ? teach(next, added, id, scope) : next
}

/** Those of this month, with what is left of them. */
async function writePackages(tx: Tx, actorId: string, plan: Plan, idOf: (key: string) => string): Promise<void> {
  const day = today()
  const month = { year: yearOf(day), month: monthOf(day) }
  const { from, to } = daysOfMonth(month)
  const isNew = new Set(plan.people.flatMap(({ key, id }) => (id === null ? [key] : [])))
  const catalog = new Map((await tx.package.findMany()).map((item) => [item.id, item]))
  // Nobody new has a grant, a counter or a makeup that could be in the way.
  const fresh = plan.packages.filter(({ riderKey }) => isNew.has(riderKey))
  const grants = fresh.map(({ riderKey, packageId }) => {
    const { lessons, privateLessons, makeupLessons, hacks } = contentsAsSold(catalog.get(packageId)!)
    return {
      user_id: idOf(riderKey),
      package_id: packageId,
      lessons,
      private_lessons: privateLessons,
      makeup_lessons: makeupLessons,
      hacks,
      valid_from: from,
      valid_to: to,
      purchase_date: now(),
      created_at: now(),
    }
  })
  await insertRows(tx, 'package_purchases', grants)
  await insertRows(
    tx,
    'usage_adjustments',
    fresh.flatMap(({ riderKey, left, lessons, counter }) =>
      left === null
        ? []
        : [
            {
              student_id: idOf(riderKey),
              ...month,
              counter,
              delta: lessons - left,
              reason: reasonOfLeft(left),
              by_id: actorId,
              at: now(),
            },
          ],
    ),
  )
  for (const { riderKey, packageId, left, lessons, counter, there, leftThere } of plan.packages) {
    if (isNew.has(riderKey)) continue
    if (!there) await grantPackage(tx, actorId, { userId: idOf(riderKey), month }, packageId)
    if (left !== null && !leftThere) {
      const wishes = [{ counter, used: lessons - left }]
      await setUsage(tx, actorId, { riderId: idOf(riderKey), month }, { wishes, reason: reasonOfLeft(left) })
    }
  }
}

/** As `grantMakeup` does, without an end: the file does not say one. */
const writeMakeups = (tx: Tx, actorId: string, { makeups }: Plan, idOf: (key: string) => string): Promise<void> =>
  insertRows(
    tx,
    'makeups',
    makeups.flatMap(({ riderKey, type, give }) =>
      Array.from({ length: give }, () => ({
        student_id: idOf(riderKey),
        why: 'office',
        lesson_type: type,
        reason: OWED,
        valid_from: today(),
        valid_to: NO_END,
        by_id: actorId,
        created_at: now(),
      })),
    ),
  )

/** As `recordPayment` does, for many at once: each pays the month of its day. */
async function writePayments(tx: Tx, actorId: string, plan: Plan, idOf: (key: string) => string): Promise<void> {
  for (const { id } of plan.gone.payments) await removeRecordedPayment(actorId, id)
  const rows = plan.payments
    .filter(({ there }) => !there)
    .map(({ riderKey, cents, method, on }) => ({
      user_id: idOf(riderKey),
      year: yearOf(on),
      month: monthOf(on),
      amount: decimalOf(cents),
      method,
      paid_on: on,
    }))
  if (rows.length === 0) return
  const given = Prisma.sql`
    given AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS g(user_id text, year integer, month integer, amount numeric, method text, paid_on date))`
  await tx.$executeRaw(Prisma.sql`
    WITH ${given} INSERT INTO offline_payments (user_id, year) SELECT DISTINCT user_id, year FROM given ON CONFLICT DO NOTHING`)
  await tx.$executeRaw(Prisma.sql`
    WITH ${given} INSERT INTO offline_payment_months AS m (record_id, month, amount, updated_at)
    SELECT y.id, g.month, sum(g.amount), ${now()} FROM given g JOIN offline_payments y USING (user_id, year) GROUP BY 1, 2
    ON CONFLICT (record_id, month) DO UPDATE SET amount = m.amount + EXCLUDED.amount, updated_at = EXCLUDED.updated_at`)
  await tx.$executeRaw(Prisma.sql`
    WITH ${given} INSERT INTO recorded_payments (record_id, month, amount, method, paid_on, created_at)
    SELECT y.id, g.month, g.amount, g.method, g.paid_on, ${now()} FROM given g JOIN offline_payments y USING (user_id, year)`)
}
