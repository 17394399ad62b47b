import { createHash } from 'node:crypto'
import type { Order } from '~/models/money/payments/order.server'
import { newInstallationKey } from '~/platform/database/mode.server'
import { prisma } from '~/platform/db.server'
import type { Db } from '~/platform/tx.server'

/** The metadata key of our payments and subscriptions at the provider: `<installation key>:<order ID>:<order's word>`. */
const MARK = 'stirrup_order'

/**
 * Returns the metadata of an order's payment or subscription. The mark alone says that it is ours; order and account
 * are there for readers of the provider's dashboard.
 */
export async function markOf(order: Named & Pick<Order, 'userId'>): Promise<Record<string, string>> {
  return { orderId: String(order.id), userId: order.userId, [MARK]: `${await installationKey()}:${nameOf(order)}` }
}

type Named = Pick<Order, 'id' | 'nonce'>

/**
 * Returns an order's name at the provider, which remembers more than a restored database: there the same ID is used
 * again, but a word is not.
 */
export const nameOf = ({ id, nonce }: Named): string => `${id}:${wordOf(nonce)}`

const wordOf = (nonce: string): string => createHash('sha256').update(nonce).digest('base64url').slice(0, 12)

/**
 * Returns the order that an object at the provider names as one of ours, which need not be in the books; null for an
 * object of another business on the same account. If its ID belongs to another order by now, it is not in the books: it
 * is returned with its word. An object without a mark is older than marks, and ours if it names one of our accounts.
 */
export async function markedOrder(db: Db, metadata: Record<string, string> | null | undefined): Promise<string | null> {
  if (!metadata) return null
  const mark = metadata[MARK]
  if (mark !== undefined) {
    const [key, number = '', word] = mark.split(':')
    if (!(await db.installation.count({ where: { key } }))) return null
    const id = orderNumber(number)
    const present = id && word ? await db.order.findUnique({ where: { id }, select: { nonce: true } }) : null
    return present && wordOf(present.nonce) !== word ? `${number}:${word}` : number
  }
  const { orderId, userId } = metadata
  return orderId && userId && (await db.user.count({ where: { id: userId } })) ? orderId : null
}

/** Parses an order's ID; null if it cannot be one. */
export function orderNumber(marked: string | null): number | null {
  const number = Number(marked)
  return marked && Number.isSafeInteger(number) && number > 0 && number < 2 ** 31 ? number : null
}

/** Returns the installation's key, created on first use. */
export async function installationKey(): Promise<string> {
  const known = await prisma.installation.findFirst({ select: { key: true } })
  if (known) return known.key
  await prisma.installation.createMany({ data: { key: newInstallationKey() }, skipDuplicates: true })
  return (await prisma.installation.findFirstOrThrow({ select: { key: true } })).key
}
