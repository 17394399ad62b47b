import { json } from '@remix-run/node'
import { listPackages } from '~/models/catalog/catalog.server'
import { dollarsOf } from '~/utils/money'

/** GET /api/packages: the catalogue's packages, prices in dollars (specification, section 7). */
export async function loader() {
  const packages = await listPackages()
  return json(packages.map((item) => ({ ...item, price: dollarsOf(item.price), active: true })))
}
