import { usageOfMonth } from '~/models/allowance/allowance'
import { allowanceRows } from '~/models/allowance/allowance.server'
import { birthDateOf } from '~/models/people/accounts/age'
import { placesOf } from '~/models/schedule/vocabulary/free'
import { findLessonTimes } from '~/models/school/lesson-times.server'
import { GRANTED_STATUSES } from '~/models/vocabulary/grant'
import { levelOf } from '~/models/vocabulary/level'
import { daysOfMonth, monthKey } from '~/models/vocabulary/month'
import { given } from '~/models/vocabulary/user'
import { signedRiders } from '~/models/waivers/signature.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import type { Db } from '~/platform/tx.server'
import { fromDbDate, monthOf, toDbDate, yearOf } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { centsOf } from '~/utils/money'
import { leftFrom, madeOf, OWED } from './made'
import { rideKey } from './plan/planned'
import type { School } from './school'

/** Everything in the school that a file is compared with. */
export async function schoolAsItIs(db: Db = prisma): Promise<School> {
  const day = today()
  const month = { year: yearOf(day), month: monthOf(day) }
  const { from, to } = daysOfMonth(month)
  const customers = { role: 'customer', erasedAt: null } as const
  const people = await db.user.findMany({ where: customers })
  const staff = await db.user.findMany({
    where: { role: { not: 'customer' } },
    select: { id: true, email: true, role: true, hiddenAt: true, firstName: true, lastName: true },
  })
  const rideTypes = await db.rideType.findMany({
    where: { isActive: true },
    orderBy: [{ sortOrder: 'asc' }, { id: 'asc' }],
    select: { name: true, counter: true, capacity: true },
  })
  const spots = new Map(rideTypes.map(({ name, capacity }) => [name, capacity]))
  const horses = await db.horse.findMany({ orderBy: { id: 'asc' } })
  const packages = await db.package.findMany({
    where: { active: true },
    orderBy: [{ sortOrder: 'asc' }, { id: 'asc' }],
  })
  const places = await db.weeklyPlace.findMany({
    where: { isActive: true, OR: [{ deletedFromDate: null }, { deletedFromDate: { gt: toDbDate(day) } }] },
    orderBy: { id: 'asc' },
  })
  const rides = await db.oneTimeParticipant.findMany({
    where: { lessonDate: { gte: toDbDate(day) } },
    orderBy: [{ lessonDate: 'asc' }, { id: 'asc' }],
  })
  const off = await db.lessonRemoval.findMany({
    where: { studentId: null, lessonDate: { gte: toDbDate(day) } },
    select: { lessonDate: true, scheduledTime: true, lessonType: true },
  })
  const payments = await db.recordedPayment.findMany({
    include: { noted: { select: { record: { select: { userId: true } } } } },
    orderBy: { id: 'asc' },
  })
  const noted = await db.offlinePaymentMonth.findMany({
    where: { amount: { gt: 0 } },
    select: { month: true, amount: true, record: { select: { userId: true, year: true } } },
  })
  const notes = await db.studentNote.findMany({
    select: { id: true, studentId: true, text: true, forBarn: true },
    orderBy: { id: 'asc' },
  })
  const ofOffice = { orderId: null, subscriptionId: null, stripeInvoiceId: null, stripePaymentIntentId: null }
  const grants = await db.grant.findMany({
    where: {
      ...ofOffice,
      packageId: { not: null },
      status: 'active',
      validFrom: toDbDate(from),
      validTo: toDbDate(to),
    },
    select: { userId: true, packageId: true },
    orderBy: { id: 'asc' },
  })
  const bought = await db.grant.findMany({
    where: {
      NOT: ofOffice,
      status: { in: GRANTED_STATUSES },
      validFrom: { lte: toDbDate(to) },
      validTo: { gte: toDbDate(from) },
    },
    select: { userId: true, package: { select: { id: true, name: true } } },
    orderBy: { id: 'asc' },
  })
  const adjustments = await db.usageAdjustment.findMany({
    where: { ...month, undoneAt: null },
    select: { studentId: true, reason: true },
    orderBy: { id: 'asc' },
  })
  const owed = await db.makeup.findMany({
    where: { why: 'office', reason: OWED },
    select: { studentId: true, revokedAt: true },
  })
  const imports = await db.studentImport.findMany({
    where: { movedInAt: { not: null }, undoneAt: null },
    orderBy: [{ movedInAt: 'asc' }, { id: 'asc' }],
    select: { made: true },
  })
  const made = imports.map((one) => madeOf(one.made))
  const counted = [...grants, ...bought].map(({ userId }) => userId)
  const used = await allowanceRows(counted, from, from, db)
  return {
    today: day,
    people: people.map((one) => ({
      id: one.id,
      first: given(one.firstName),
      last: given(one.lastName),
      email: one.email,
      phone: one.phone,
      guardianId: one.guardianId,
      birthDate: birthDateOf(one.birthDate),
      level: levelOf(one.level),
      weightLb: one.weightLb,
      gone: one.hiddenAt !== null || one.mergedIntoId !== null,
      mergedInto: one.mergedIntoId,
    })),
    staffEmails: staff.flatMap(({ email }) => email ?? []),
    instructors: staff
      .filter(({ role, hiddenAt }) => role === 'instructor' && !hiddenAt)
      .map(({ id, firstName, lastName }) => ({ id, first: given(firstName), last: given(lastName) })),
    times: await findLessonTimes(db),
    horses: horses.map(({ name, isActive, maxWeightLb, minLevel, dayLimit, weekLimit }) => ({
      name,
      gone: !isActive,
      maxWeightLb,
      minLevel: levelOf(minLevel),
      dayLimit,
      weekLimit,
    })),
    rideTypes: spots,
    packages: packages.map(({ id, name, lessonsPerMonth, privateLessonsPerMonth }) => ({
      id,
      name,
      lessons: lessonsPerMonth,
      privateLessons: privateLessonsPerMonth,
    })),
    places: places.map((place) => ({
      id: place.id,
      riderId: place.studentId,
      weekday: place.dayOfWeek,
      time: place.scheduledTime,
      type: place.lessonType,
      duration: place.duration,
      instructorId: place.instructorId,
      spots: placesOf({ capacity: place.capacity }, spots.get(place.lessonType) ?? null).capacity,
      startDate: fromDbDate(place.startDate),
      endDate: place.deletedFromDate && fromDbDate(place.deletedFromDate),
    })),
    off: new Set(
      off.map(({ lessonDate, scheduledTime, lessonType }) =>
        rideKey({ date: fromDbDate(lessonDate), time: scheduledTime, type: lessonType }),
      ),
    ),
    rides: rides.map(({ id, studentId, lessonDate, scheduledTime, lessonType, duration }) => ({
      id,
      riderId: studentId,
      date: fromDbDate(lessonDate),
      time: scheduledTime,
      type: lessonType,
      duration,
    })),
    payments: payments.map(({ id, amount, method, paidOn, noted }) => ({
      id,
      riderId: noted.record.userId,
      cents: centsOf(amount),
      method,
      on: fromDbDate(paidOn),
    })),
    noted: new Map(
      noted.map(({ month: at, amount, record: { userId, year } }) => [
        `${userId} ${monthKey({ year, month: at })}`,
        centsOf(amount),
      ]),
    ),
    notes: notes.map(({ id, studentId, text, forBarn }) => ({
      id,
      riderId: studentId,
      text,
      forBarn: forBarn ?? false,
    })),
    bought: new Map(bought.flatMap(({ userId, package: one }) => (one ? [[userId, one]] : []))),
    given: new Map(grants.flatMap(({ userId, packageId }) => (packageId === null ? [] : [[userId, packageId]]))),
    left: new Map(
      adjustments.flatMap(({ studentId, reason }) => {
        const left = leftFrom(reason)
        return left === null ? [] : [[studentId, left]]
      }),
    ),
    signed: await signedRiders(db),
    makeupTypes: rideTypes.flatMap(({ name, counter }) => (counter ? [{ name, counter }] : [])),
    owed: new Map(
      [...groupBy(owed, ({ studentId }) => studentId)].map(([id, rows]) => [
        id,
        { given: rows.length, standing: rows.filter(({ revokedAt }) => !revokedAt).length },
      ]),
    ),
    used: new Map(
      [...used].map(([id, rows]) => {
        const { usedOf } = usageOfMonth(month, rows)
        return [id, { lessons: usedOf('lessons'), private_lessons: usedOf('private_lessons') }]
      }),
    ),
    said: new Map(made.flatMap(({ said }) => Object.entries(said))),
    imported: new Set(
      made
        .flatMap(({ rows }) => rows)
        .filter(({ before, after }) => !before && after)
        .map(({ table, id }) => `${table} ${id}`),
    ),
  }
}
