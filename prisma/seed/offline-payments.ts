import { prisma } from '~/platform/db.server'
import { addDays, addMonths, type LocalDate, monthOf, monthStart, toDbDate, yearOf } from '~/utils/dates'
import type { Habit } from './habits'

/** Checks and cash noted by the office, with the grants that the office gave for them. */
export async function seedOfflinePayments(payers: Habit[], today: LocalDate): Promise<void> {
  for (const { studentId, packageName } of payers) {
    const bought = await prisma.package.findUniqueOrThrow({ where: { name: packageName } })
    for (const back of [3, 2, 1, 0]) {
      const first = addMonths(monthStart(today), -back)
      const last = addDays(addMonths(first, 1), -1)
      const record = await prisma.offlinePayment.upsert({
        where: { userId_year: { userId: studentId, year: yearOf(first) } },
        create: { userId: studentId, year: yearOf(first) },
        update: {},
      })
      await prisma.offlinePaymentMonth.create({
        data: { recordId: record.id, month: monthOf(first), amount: bought.price },
      })
      await prisma.grant.create({
        data: {
          userId: studentId,
          packageId: bought.id,
          lessons: bought.lessonsPerMonth,
          privateLessons: bought.privateLessonsPerMonth,
          makeupLessons: bought.makeupLessons,
          hacks: bought.hacksPerMonth,
          validFrom: toDbDate(first),
          validTo: toDbDate(last),
        },
      })
    }
  }
}
