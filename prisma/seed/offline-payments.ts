import { prisma } from '~/platform/db.server'
import { addDays, addMonths, type LocalDate, monthEnd, monthOf, monthStart, toDbDate, yearOf } from '~/utils/dates'
import { type Basket, basketFor, type Habit } from './habits'
import type { Random } from './random'

/** Months of checks from before the school had its portal. */
const BEFORE = 12

/**
 * Adds checks and cash recorded by the office. Since the portal began they come with the office's grants; before, every
 * family paid that way.
 */
export async function seedOfflinePayments(habits: Habit[], today: LocalDate, random: Random): Promise<void> {
  const begun = addMonths(monthStart(today), -3)
  const catalog = await loadCatalog()
  for (const habit of habits) {
    const months: PaidMonth[] = []
    if (habit.since === begun) {
      for (let back = BEFORE; back > 0; back--) {
        const month = addMonths(begun, -back)
        // Some are away for a month, more of them in summer.
        if (!random.chance(monthOf(month) === 7 ? 0.4 : 0.06)) months.push({ month, basket: basketFor(habit, month) })
      }
    }
    if (habit.method === 'offline') {
      for (let month = habit.since; month <= today; month = addMonths(month, 1)) {
        const basket = basketFor(habit, month)
        months.push({ month, basket, paidOn: addDays(month, months.length % 9) })
        await grant(habit.studentId, month, basket, catalog)
      }
    }
    await note(habit.studentId, random.chance(0.7) ? 'check' : 'cash', months, catalog, today)
  }
}

interface PaidMonth {
  month: LocalDate
  basket: Basket
  /** Undefined before the portal. */
  paidOn?: LocalDate
}

type Catalog = Awaited<ReturnType<typeof loadCatalog>>

async function loadCatalog() {
  const [packages, addOns] = await Promise.all([prisma.package.findMany(), prisma.addOn.findMany()])
  return {
    package: (name: string) => packages.find((one) => one.name === name)!,
    addOn: (name: string) => addOns.find((one) => one.name === name)!,
  }
}

async function note(
  userId: string,
  paymentMethod: 'check' | 'cash',
  months: PaidMonth[],
  catalog: Catalog,
  today: LocalDate,
): Promise<void> {
  for (const year of new Set(months.map(({ month }) => yearOf(month)))) {
    const inYear = months.filter(({ month }) => yearOf(month) === year)
    const create = inYear.map(({ month, paidOn, basket: { packageName, addOns } }) => {
      const prices = addOns.map(([name, quantity]) => Number(catalog.addOn(name).price) * quantity)
      if (packageName) prices.push(Number(catalog.package(packageName).price))
      // The office records whole dollars.
      const amount = Math.ceil(prices.reduce((sum, price) => sum + price, 0))
      const recorded = paidOn && paidOn <= today && { amount, method: paymentMethod, paidOn: toDbDate(paidOn) }
      return { month: monthOf(month), amount, ...(recorded && { payments: { create: recorded } }) }
    })
    await prisma.offlinePayment.create({ data: { userId, year, paymentMethod, months: { create } } })
  }
}

async function grant(userId: string, month: LocalDate, { packageName, addOns }: Basket, catalog: Catalog) {
  const bought = packageName ? catalog.package(packageName) : null
  await prisma.grant.create({
    data: {
      userId,
      packageId: bought?.id,
      lessons: bought?.lessonsPerMonth,
      privateLessons: bought?.privateLessonsPerMonth,
      makeupLessons: bought?.makeupLessons,
      hacks: bought?.hacksPerMonth,
      validFrom: toDbDate(month),
      validTo: toDbDate(monthEnd(month)),
      addOns: {
        create: addOns.map(([name, quantity]) => {
          const { id, type } = catalog.addOn(name)
          return { userId, addOnId: id, quantity, credit: type, expiryDate: toDbDate(monthEnd(month)) }
        }),
      },
    },
  })
}
