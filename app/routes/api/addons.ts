import { json } from '@remix-run/node'
import { listAddOns } from '~/models/catalog/catalog.server'
import { dollarsOf } from '~/utils/money'

/** GET /api/addons: the catalogue's add-ons, prices in dollars (specification, section 7). */
export async function loader() {
  const addOns = await listAddOns()
  return json(addOns.map((item) => ({ ...item, price: dollarsOf(item.price), active: true })))
}
