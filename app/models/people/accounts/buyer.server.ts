import { t } from '#text'
import { Refused } from '~/platform/refused'
import type { Tx } from '~/platform/tx.server'

export const accountClosed = () =>
  new Refused('account_closed', t('This account was closed, so nothing can be bought with it. Please call the office.'))

/**
 * Locks an account and its riders until the transaction ends, in the order in which everyone locks them, so that none
 * of them is merged, erased or moved. Returns their IDs, without those who were merged.
 * @throws Refused 409 if the account was merged into another one, erased or blocked.
 */
export async function lockBuyer(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string; active: boolean; isGone: boolean }[]>`
    SELECT id, active, merged_into_id IS NOT NULL OR erased_at IS NOT NULL AS "isGone"
    FROM users WHERE ${userId} IN (id, guardian_id) ORDER BY id FOR UPDATE`
  const family = rows.filter(({ isGone }) => !isGone)
  if (!family.find(({ id }) => id === userId)?.active) throw accountClosed()
  return family.map(({ id }) => id)
}

/**
 * Locks people, in the order in which everyone locks them, against being merged, erased or moved until the transaction
 * ends. Whoever writes rows of several of them does this first: each row locks its person, in the order of the writing.
 */
export async function lockPeople(tx: Tx, ids: readonly (string | null)[]): Promise<void> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ANY(${ids}) ORDER BY id FOR KEY SHARE`
}
