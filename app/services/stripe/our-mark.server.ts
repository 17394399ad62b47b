import { createHash } from 'node:crypto'
import type { Order } from '~/models/payments/order.server'
import { newInstallationKey } from '~/platform/database/mode.server'
import { prisma } from '~/platform/db.server'
import type { Db } from '~/platform/tx.server'

/** What our payments and subscriptions carry at the provider: `<key of the installation>:<number of the order>:<its word>`. */
const MARK = 'stirrup_order'

/**
 * The metadata of an order's payment or subscription. The mark alone says that it is ours; number and account stand beside it for
 * whoever reads the provider's dashboard.
 */
export async function markOf(order: Named & Pick<Order, 'userId'>): Promise<Record<string, string>> {
  return { orderId: String(order.id), userId: order.userId, [MARK]: `${await installationKey()}:${nameOf(order)}` }
}

type Named = Pick<Order, 'id' | 'nonce'>

/**
 * Names an order to the provider, which remembers more than a database that was restored: there a number comes again, and a word does
 * not.
 */
export const nameOf = ({ id, nonce }: Named): string => `${id}:${wordOf(nonce)}`

const wordOf = (nonce: string): string => createHash('sha256').update(nonce).digest('base64url').slice(0, 12)

/**
 * The order that an object of the provider names as one of ours, which need not be in the books; null for an object of
 * another business at the same account. One whose number is another order's by now is not in the books: it is named with its
 * word. Without a mark it is from before there were marks, and ours if it names one of our accounts.
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

/** As a key of the table `orders`; null if it cannot be one. */
export function orderNumber(marked: string | null): number | null {
  const number = Number(marked)
  return marked && Number.isSafeInteger(number) && number > 0 && number < 2 ** 31 ? number : null
}

/** Made by the first who needs it. */
export async function installationKey(): Promise<string> {
  const known = await prisma.installation.findFirst({ select: { key: true } })
  if (known) return known.key
  await prisma.installation.createMany({ data: { key: newInstallationKey() }, skipDuplicates: true })
  return (await prisma.installation.findFirstOrThrow({ select: { key: true } })).key
}
