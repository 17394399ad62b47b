import { findPayout, payoutLines } from '~/models/bookkeeping/payout-report.server'
import { idField } from '~/utils/fields'

/** @throws Response 404 for an unknown one */
export async function askedPayout(asked: string | undefined) {
  const id = idField.safeParse(asked)
  const payout = id.success ? await findPayout(id.data) : null
  if (!payout) throw new Response('Payout not found.', { status: 404, statusText: 'Not Found' })
  return { payout, lines: (await payoutLines([payout.id])).get(payout.id) ?? [] }
}
