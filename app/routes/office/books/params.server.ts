import { findPayout, payoutLines } from '~/models/bookkeeping/payout-report.server'
import { idField, YEARS } from '~/utils/fields'

/** Returns the payout with this ID. @throws Response 404 */
export async function askedPayout(asked: string | undefined) {
  const id = idField.safeParse(asked)
  const payout = id.success ? await findPayout(id.data) : null
  if (!payout) throw new Response('Payout not found.', { status: 404, statusText: 'Not Found' })
  return { payout, lines: (await payoutLines([payout.id])).get(payout.id) ?? [] }
}

/** Reads `?year=`; anything but a year means this year. */
export function askedYear(request: Request, thisYear: number): number {
  const asked = new URL(request.url).searchParams.get('year') ?? ''
  const year = /^\d{4}$/.test(asked) ? Number(asked) : thisYear
  return year < YEARS[0] || year > YEARS[1] ? thisYear : year
}
