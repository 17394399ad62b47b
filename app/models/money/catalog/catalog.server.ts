import type { AddOn, Package, Prisma } from '~/generated/prisma/client'
import { paceOf } from '~/models/vocabulary/catalog'
import { prisma } from '~/platform/db.server'
import { bare, listStatement, plain, queryLists, type RowsOf, rowList, text } from '~/platform/row-lists.server'
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

export type CatalogPackage = Omit<Pick<Package, keyof typeof packageSelect>, 'price'> & {
  price: Cents
  /** A package's price per lesson and lessons per week, where packages are sold. */
  pace?: string
}
export type CatalogAddOn = Omit<Pick<AddOn, keyof typeof addOnSelect>, 'price'> & { price: Cents }

export const inOrder = [{ sortOrder: 'asc' as const }, { id: 'asc' as const }]

export const priced = <T extends { price: { toString(): string } }>(row: T) => ({ ...row, price: centsOf(row.price) })

export async function listPackages(): Promise<(CatalogPackage & { createdAt: Date })[]> {
  const rows = await prisma.package.findMany({
    where: { active: true },
    orderBy: inOrder,
    select: { ...packageSelect, createdAt: true },
  })
  return rows.map(priced)
}

export async function listAddOns(): Promise<(CatalogAddOn & { createdAt: Date })[]> {
  const rows = await prisma.addOn.findMany({
    where: { active: true },
    orderBy: inOrder,
    select: { ...addOnSelect, createdAt: true },
  })
  return rows.map(priced)
}

/** A row whose price is a text, as the database returns it. */
type Unpriced<Row> = Omit<Row, 'price'> & { price: string }

const described = { id: bare('id'), name: text('name'), description: text('description'), price: plain('price') }

/** Selects what is on sale, in its order, and the last change of a price or the fee. */
export const catalogLists = {
  packages: rowList<Omit<Unpriced<CatalogPackage>, 'pace'>>(
    {
      ...described,
      lessonsPerMonth: bare('lessons_per_month'),
      privateLessonsPerMonth: bare('private_lessons_per_month'),
      makeupLessons: bare('makeup_lessons'),
      hacksPerMonth: bare('hacks_per_month'),
    },
    'packages WHERE active',
    'sort_order, id',
  ),
  addOns: rowList<Unpriced<CatalogAddOn>>(
    { ...described, type: plain('type'), isRecurring: bare('is_recurring') },
    'add_ons WHERE active',
    'sort_order, id',
  ),
  priceChanges: rowList<{ last: number | null }>(
    { last: bare('last') },
    `(SELECT max(id) AS last FROM audit_log
      WHERE entity IN ('package', 'add-on') OR (entity = 'school' AND entity_id = 'fee')) changes`,
  ),
}

/** Builds the catalog. `version` is the last change of a price or fee: a form uses it to say which prices it showed. */
export const catalogOf = ({ packages, addOns, priceChanges }: RowsOf<typeof catalogLists>) => ({
  packages: packages.map(priced).map((item) => ({ ...item, pace: paceOf(item) })),
  addOns: addOns.map(priced),
  version: priceChanges[0]?.last ?? 0,
})

/** One statement, so that the prices belong to the version. */
const CATALOG = listStatement(catalogLists)

export const listCatalog = async () => catalogOf(await queryLists(CATALOG))
