import { allowanceOf } from '~/models/allowance/allowance.server'
import { type LedgerEntry, ledgerFound, ledgerLists } from '~/models/allowance/allowance-ledger.server'
import { daysOfMonth, type Month } from '~/models/vocabulary/month'
import { listStatement, queryLists } from '~/platform/row-lists.server'

const LEDGER = listStatement(ledgerLists({ from: '$2::date', to: '$3::date', isRider: (column) => `${column} = $1` }))

/** Returns the ledger that a student's page shows of a month. */
export async function allowanceLedger(riderId: string, month: Month): Promise<LedgerEntry[]> {
  const { from, to } = daysOfMonth(month)
  return ledgerFound(await queryLists(LEDGER, [riderId, from, to]), month, await allowanceOf(riderId, from), null)
}
