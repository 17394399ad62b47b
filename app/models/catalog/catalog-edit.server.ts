import { changed, claimSetting, type Setting } from '~/models/school/settings-changes.server'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { type Refusals, translateViolations } from '~/platform/violation.server'
import { centsOf, decimalOf } from '~/utils/money'
import type { AddOnChange, NewAddOn, NewPackage, PackageChange } from './catalog.schema'
import { addOnSelect, inOrder, packageSelect, priced } from './catalog.server'

const nameTaken = () => new Refused('There is one of that name already', 'name', 409)
const NAME_TAKEN: Refusals = { packages_name_key: nameTaken, add_ons_name_key: nameTaken }

const forOffice = { active: true, sortOrder: true } as const
const packageForOffice = { ...packageSelect, ...forOffice }
const addOnForOffice = { ...addOnSelect, ...forOffice }

/** Everything in the school's order, with what is not for sale. Prices in cents. */
export async function wholeCatalog() {
  const [packages, addOns] = await Promise.all([
    prisma.package.findMany({ orderBy: inOrder, select: packageForOffice }),
    prisma.addOn.findMany({ orderBy: inOrder, select: addOnForOffice }),
  ])
  return { packages: packages.map(priced), addOns: addOns.map(priced) }
}

/** Adds a package. Returns its name. @throws Refused 409 if the name is taken. */
export const addPackage = (actorId: string, { price, ...rest }: NewPackage): Promise<string> =>
  translateViolations(NAME_TAKEN, () =>
    withTx(async (tx) => {
      const { id, name } = await tx.package.create({ data: { ...rest, price: decimalOf(price) } })
      const detail = { name, to: { ...rest, price } }
      await audit(tx, { actorId, action: 'package.add', entity: 'package', entityId: id, detail })
      return name
    }),
  )

/** Adds an add-on. Returns its name. @throws Refused 409 if the name is taken. */
export const addAddOn = (actorId: string, { price, ...rest }: NewAddOn): Promise<string> =>
  translateViolations(NAME_TAKEN, () =>
    withTx(async (tx) => {
      const { id, name } = await tx.addOn.create({ data: { ...rest, price: decimalOf(price) } })
      const detail = { name, to: { ...rest, price } }
      await audit(tx, { actorId, action: 'add-on.add', entity: 'add-on', entityId: id, detail })
      return name
    }),
  )

/**
 * Changes a package for what is sold from now on: orders, grants and subscriptions keep what they were sold.
 * @returns its name.
 * @throws Refused 404 if there is no such package; 409 if somebody has changed it since `version`.
 */
export const savePackage = (actorId: string, id: number, version: number, change: PackageChange): Promise<string> =>
  saveItem(actorId, { entity: 'package', entityId: String(id) }, version, change, {
    find: (tx) => tx.package.findUnique({ where: { id }, select: packageForOffice }),
    update: (tx, price) => tx.package.update({ where: { id }, data: { ...change, price } }),
  })

/** As `savePackage`. */
export const saveAddOn = (actorId: string, id: number, version: number, change: AddOnChange): Promise<string> =>
  saveItem(actorId, { entity: 'add-on', entityId: String(id) }, version, change, {
    find: (tx) => tx.addOn.findUnique({ where: { id }, select: addOnForOffice }),
    update: (tx, price) => tx.addOn.update({ where: { id }, data: { ...change, price } }),
  })

const saveItem = <Change extends AddOnChange>(
  actorId: string,
  setting: Setting & { entity: 'package' | 'add-on' },
  version: number,
  change: Change,
  row: {
    find: (tx: Tx) => Promise<(Omit<Change, 'price'> & { name: string; price: { toString(): string } }) | null>
    update: (tx: Tx, price: string) => Promise<unknown>
  },
): Promise<string> =>
  withTx(async (tx) => {
    await claimSetting(tx, setting, version)
    const before = await row.find(tx)
    if (!before) throw notFound('There is no such item in the catalogue')
    const { name } = before
    const detail = changed({ ...before, price: centsOf(before.price) }, change)
    if (!detail) return name
    await row.update(tx, decimalOf(change.price))
    await audit(tx, { actorId, action: `${setting.entity}.save`, ...setting, detail: { name, ...detail } })
    return name
  })
