import { changed, editSetting, type Setting } from '~/models/school/settings-changes.server'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { type Refusals, translateViolations } from '~/platform/violation.server'
import { type Cents, decimalOf } from '~/utils/money'
import type { AddOnChange, NewAddOn, PackageChange } from './catalog.schema'
import { addOnSelect, inOrder, packageSelect, priced } from './catalog.server'

const nameTaken = () => new Refused('duplicate', 'That name is taken', 'name')
const NAME_TAKEN: Refusals = { packages_name_key: nameTaken, add_ons_name_key: nameTaken }

const forOffice = { active: true, sortOrder: true } as const
const packageForOffice = { ...packageSelect, ...forOffice }
const addOnForOffice = { ...addOnSelect, ...forOffice }

/** Returns the catalog, including what is not for sale. Prices are in cents. */
export async function wholeCatalog() {
  const [packages, addOns] = await Promise.all([
    allPackages(),
    prisma.addOn.findMany({ orderBy: inOrder, select: addOnForOffice }),
  ])
  return { packages, addOns: addOns.map(priced) }
}

/** Returns the packages, including those that are not for sale. Prices are in cents. */
export const allPackages = async () =>
  (await prisma.package.findMany({ orderBy: inOrder, select: packageForOffice })).map(priced)

/** Returns the name. @throws Refused 409 if it is taken. */
export const addPackage = (actorId: string, { price, ...rest }: PackageChange): Promise<string> =>
  translateViolations(NAME_TAKEN, () =>
    withTx(async (tx) => {
      const { id, name } = await tx.package.create({ data: { ...rest, price: decimalOf(price) } })
      const detail = { name, to: { ...rest, price } }
      await audit(tx, { actorId, action: 'package.add', entity: 'package', entityId: id, detail })
      return name
    }),
  )

/** Returns the name. @throws Refused 409 if it is taken. */
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
 * Changes a package for future sales; with a `version` only what differs from it. Orders, grants and subscriptions keep
 * what they were sold, and past payments the name too.
 * @returns its name, whether that is new, and a sentence about fields that someone else has changed in the meantime.
 * @throws Refused 404 if there is no such package, 409 if the name is taken; Outdated saying who changed what, if both
 * changed the same field.
 */
export const savePackage = (actorId: string, id: number, change: PackageChange, version?: string) =>
  saveItem(
    actorId,
    { entity: 'package', entityId: String(id) },
    { sent: change, version },
    {
      find: (tx) => tx.package.findUnique({ where: { id }, select: packageForOffice }).then(pricedOrNull),
      update: (tx, write) => tx.package.update({ where: { id }, data: inDollars(write) }),
    },
  )

/** Works like `savePackage`, for an add-on. */
export const saveAddOn = (actorId: string, id: number, change: AddOnChange, version?: string) =>
  saveItem(
    actorId,
    { entity: 'add-on', entityId: String(id) },
    { sent: change, version },
    {
      find: (tx) => tx.addOn.findUnique({ where: { id }, select: addOnForOffice }).then(pricedOrNull),
      update: (tx, write) => tx.addOn.update({ where: { id }, data: inDollars(write) }),
    },
  )

const pricedOrNull = <Row extends { price: { toString(): string } }>(row: Row | null) => row && priced(row)

const inDollars = <Change extends { price?: Cents }>({ price, ...rest }: Change) => ({
  ...rest,
  ...(price === undefined ? {} : { price: decimalOf(price) }),
})

interface Saved {
  name: string
  isRenamed: boolean
  kept: string | undefined
}

const saveItem = <Change extends PackageChange | AddOnChange>(
  actorId: string,
  setting: Setting & { entity: 'package' | 'add-on' },
  { sent, version }: { sent: Change; version: string | undefined },
  row: {
    find: (tx: Tx) => Promise<Change | null>
    update: (tx: Tx, write: Partial<Change>) => Promise<unknown>
  },
): Promise<Saved> =>
  translateViolations(NAME_TAKEN, () =>
    withTx(async (tx) => {
      const read = async () => {
        const item = await row.find(tx)
        if (!item) throw notFound('Item not found')
        return item
      }
      const { before, write, kept } = await editSetting(tx, setting, { version, sent, read })
      const { name = before.name } = write
      const detail = changed(before, write)
      if (!detail) return { name, isRenamed: false, kept }
      await row.update(tx, write)
      await audit(tx, {
        actorId,
        action: `${setting.entity}.save`,
        ...setting,
        detail: { name: before.name, ...detail },
      })
      return { name, isRenamed: name !== before.name, kept }
    }),
  )
