import type { Prisma } from '~/generated/prisma/client'
import { priceVersion } from '~/models/school/settings-changes.server'
import { prisma } from '~/platform/db.server'
import { type Cents, centsOf } from '~/utils/money'

export const packageSelect = {
  id: true,
  name: true,
  description: true,
  lessonsPerMonth: true,
  privateLessonsPerMonth: true,
  makeupLessons: true,
  hacksPerMonth: true,
  price: true,
} satisfies Prisma.PackageSelect

export const addOnSelect = {
  id: true,
  name: true,
  description: true,
  type: true,
  price: true,
  isRecurring: true,
} satisfies Prisma.AddOnSelect

export type CatalogPackage = Omit<Prisma.PackageGetPayload<{ select: typeof packageSelect }>, 'price'> & {
  price: Cents
}
export type CatalogAddOn = Omit<Prisma.AddOnGetPayload<{ select: typeof addOnSelect }>, 'price'> & { price: Cents }

export const inOrder = [{ sortOrder: 'asc' as const }, { id: 'asc' as const }]

export const priced = <T extends { price: { toString(): string } }>(row: T) => ({ ...row, price: centsOf(row.price) })

export async function listPackages(): Promise<CatalogPackage[]> {
  const rows = await prisma.package.findMany({
    where: { active: true },
    orderBy: inOrder,
    select: packageSelect,
  })
  return rows.map(priced)
}

export async function listAddOns(): Promise<CatalogAddOn[]> {
  const rows = await prisma.addOn.findMany({
    where: { active: true },
    orderBy: inOrder,
    select: addOnSelect,
  })
  return rows.map(priced)
}

/** `version` is the last change of a price or fee: a form says by it which prices it showed. */
export async function listCatalog() {
  // The version first: prices read after it may be newer, never older.
  const version = await priceVersion()
  const [packages, addOns] = await Promise.all([listPackages(), listAddOns()])
  return { packages, addOns, version }
}
