import { recordPayment } from '~/models/money/payments/offline/record-payment.server'
import { newNonce } from '~/models/money/payments/order.server'
import { requestPayment } from '~/models/money/payments/orders/at-school.server'
import { statusOf } from '~/models/vocabulary/attendance'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import {
  addDays,
  addMonths,
  firstOn,
  type LocalDate,
  monthEnd,
  monthOf,
  monthStart,
  toDbDate,
  yearOf,
} from '~/utils/dates'
import type { SeededPeople } from './people'

const PACKAGE = 'Package 1 - Basic'
const SLOT = { scheduledTime: '15:30', lessonType: 'Group Lesson' }

interface Child {
  firstName: string
  age: number
  /** The weekly place, in a slot that is free in the sample week. */
  place: { dayOfWeek: number; scheduledTime: string }
}

const CARTERS: Child[] = [
  { firstName: 'Ada', age: 14, place: { dayOfWeek: 4, scheduledTime: '17:00' } },
  { firstName: 'Finn', age: 9, place: { dayOfWeek: 6, scheduledTime: '10:30' } },
]
const RAMANS: Child[] = [
  { firstName: 'Anika', age: 12, place: { dayOfWeek: 1, scheduledTime: '15:30' } },
  { firstName: 'Dev', age: 8, place: { dayOfWeek: 3, scheduledTime: '15:30' } },
]

/** The months that the sample rider buys for the children. */
export interface FamilyPurchases {
  payerId: string
  riderIds: string[]
  packageName: string
  months: LocalDate[]
}

/**
 * Adds two families with several riders, since last month: the sample rider's, who rides too and pays online for all,
 * and that of a guardian who does not ride and pays at the school. Nothing here is random, so the rest of the school
 * stays as it is.
 */
export async function seedFamilies({ adminId, riderId }: SeededPeople, today: LocalDate): Promise<FamilyPurchases> {
  const months = [addMonths(monthStart(today), -1), monthStart(today)]
  const guardian = await prisma.user.create({
    data: {
      firstName: 'Priya',
      lastName: 'Raman',
      email: 'priya.raman@families.example',
      emailVerifiedAt: now(),
      password: 'none',
      phone: '8455550180',
    },
    select: { id: true },
  })
  const carters = await seedChildren(riderId, 'Carter', CARTERS, today)
  const ramans = await seedChildren(guardian.id, 'Raman', RAMANS, today)
  for (const id of ramans) await payAtTheSchool(adminId, id, months, today)
  await askForNextMonth(guardian.id, ramans)
  return { payerId: riderId, riderIds: carters, packageName: PACKAGE, months }
}

async function seedChildren(
  guardianId: string,
  lastName: string,
  children: Child[],
  today: LocalDate,
): Promise<string[]> {
  const since = addMonths(monthStart(today), -1)
  const ids: string[] = []
  for (const { firstName, age, place } of children) {
    const birthDate = toDbDate(`${yearOf(today) - age - 1}-12-31`)
    const { id } = await prisma.user.create({
      data: { firstName, lastName, birthDate, guardianId },
      select: { id: true },
    })
    ids.push(id)
    const lesson = { ...SLOT, ...place }
    const beside = await prisma.weeklyPlace.findFirst({ where: lesson, select: { instructorId: true } })
    await prisma.weeklyPlace.create({
      data: { ...lesson, studentId: id, startDate: toDbDate(since), instructorId: beside?.instructorId },
    })
    await seedRidesOf({ id, name: `${firstName} ${lastName}`, lesson, since }, today)
  }
  return ids
}

/** Adds attendance up to yesterday, with a free horse; the second ride was missed. Today's ride has its horse. */
async function seedRidesOf(
  { id, name, lesson, since }: { id: string; name: string; lesson: typeof SLOT & Child['place']; since: LocalDate },
  today: LocalDate,
): Promise<void> {
  const { dayOfWeek, ...slot } = lesson
  let index = 0
  for (let day = firstOn(dayOfWeek, since); day <= today; day = addDays(day, 7)) {
    const attendance = index++ === 1 ? 'absent' : 'present'
    const date = toDbDate(day)
    if (day < today) {
      const { lessonType: type, scheduledTime } = slot
      await prisma.ride.create({
        data: { studentId: id, type, scheduledTime, scheduledDate: date, attendance, status: statusOf(attendance) },
      })
    }
    if (attendance === 'present') await takeFreeHorse(id, name, date, slot)
  }
}

/** Returns a horse that does not go out at all on that day, so that no limit is reached. */
async function takeFreeHorse(
  studentId: string,
  studentName: string,
  usageDate: Date,
  slot: typeof SLOT,
): Promise<void> {
  const horse = await prisma.horse.findFirst({
    where: { isActive: true, onRest: false, usage: { none: { usageDate } } },
    orderBy: { id: 'desc' },
  })
  if (!horse) return
  await prisma.horseUsage.create({
    data: {
      horseId: horse.id,
      horseName: horse.name,
      usageDate,
      lessonTime: slot.scheduledTime,
      studentId,
      studentName,
      lessonType: slot.lessonType,
    },
  })
}

/** Adds an order that is to be paid at the school. */
async function askForNextMonth(guardianId: string, riderIds: string[]): Promise<void> {
  const { id } = await prisma.package.findUniqueOrThrow({ where: { name: PACKAGE }, select: { id: true } })
  const items = riderIds.map((riderId) => ({ type: 'package' as const, id, quantity: 1, riderId }))
  await requestPayment(guardianId, { items, startMonth: 'next-month', method: 'school', nonce: newNonce() })
}

/** Paid in cash on the 1st, the rest by check. */
const IN_TWO_PARTS = [
  { amount: 10_000, method: 'cash', day: 1 },
  { amount: 12_000, method: 'check', day: 12 },
] as const

/** Grants the package as the office, and records the payment. */
async function payAtTheSchool(adminId: string, userId: string, months: LocalDate[], today: LocalDate): Promise<void> {
  const {
    id: packageId,
    lessonsPerMonth,
    makeupLessons,
  } = await prisma.package.findUniqueOrThrow({
    where: { name: PACKAGE },
  })
  for (const first of months) {
    await prisma.grant.create({
      data: {
        userId,
        packageId,
        lessons: lessonsPerMonth,
        makeupLessons,
        validFrom: toDbDate(first),
        validTo: toDbDate(monthEnd(first)),
      },
    })
    const month = { year: yearOf(first), month: monthOf(first) }
    for (const { amount, method, day } of IN_TWO_PARTS) {
      const paidOn = addDays(first, day - 1)
      if (paidOn <= today) await recordPayment(adminId, userId, { amount, method, month, paidOn, packageId: null })
    }
  }
}
