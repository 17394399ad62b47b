import { newInstallationKey } from '~/platform/database/mode.server'
import { prisma } from '~/platform/db.server'
import type { Db } from '~/platform/tx.server'

/** What our payments and subscriptions carry at the provider: `<key of the installation>:<number of the order>`. */
const MARK = 'stirrup_order'

/**
 * The metadata of an order's payment or subscription. The mark alone says that it is ours; number and account stand beside it for
 * whoever reads the provider's dashboard.
 */
export async function markOf({ id, userId }: { id: number; userId: string }): Promise<Record<string, string>> {
  return { orderId: String(id), userId, [MARK]: `${await installationKey()}:${id}` }
}

/**
 * The order that an object of the provider names as one of ours, which need not be in the books; null for an object of
 * another business at the same account. Without a mark it is from before there were marks, and ours if it names one of
 * our accounts.
 */
export async function markedOrder(db: Db, metadata: Record<string, string> | null | undefined): Promise<string | null> {
  if (!metadata) return null
  const mark = metadata[MARK]
  if (mark !== undefined) {
    const [key, number = ''] = mark.split(':')
    return (await db.installation.count({ where: { key } })) ? number : null
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
async function installationKey(): Promise<string> {
  const known = await prisma.installation.findFirst({ select: { key: true } })
  if (known) return known.key
  await prisma.installation.createMany({ data: { key: newInstallationKey() }, skipDuplicates: true })
  return (await prisma.installation.findFirstOrThrow({ select: { key: true } })).key
}
