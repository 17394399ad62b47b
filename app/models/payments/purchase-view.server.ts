import { prisma } from '~/platform/db.server'
import { type LocalDate, toDbDate } from '~/utils/dates'

/** The name of the package a student has on a day; null for none. */
export async function currentPackageName(userId: string, day: LocalDate): Promise<string | null> {
  const grant = await prisma.grant.findFirst({
    where: {
      userId,
      packageId: { not: null },
      status: { in: ['active', 'clearing'] },
      validFrom: { lte: toDbDate(day) },
      validTo: { gte: toDbDate(day) },
    },
    orderBy: { validFrom: 'desc' },
    select: { package: { select: { name: true } } },
  })
  return grant?.package?.name ?? null
}
