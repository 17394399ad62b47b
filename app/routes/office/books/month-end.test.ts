import { expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { action as sync } from '~/routes/office/payments/reconcile'
import { openOffice, rider } from '../../../../test/factories'
import { rendered } from '../../../../test/rendered'
import MonthEndScreen, { loader } from './month-end'

const { office } = await openOffice('2026-11-20T15:00:00Z')
const at = '/payments/month-end?month=2026-10'

test('A month’s end sums up what was paid in cash and by check, and what Stripe has is fetched from there', async () => {
  const { id: userId } = await rider()
  const months = [
    { month: 10, amount: 80, method: 'check' },
    { month: 9, amount: 45, method: 'cash' },
  ]
  await prisma.offlinePayment.create({ data: { userId, year: 2026, months: { create: months } } })
  const html = await rendered(MonthEndScreen, (await office.get(loader, at)).body)
  const [, table = ''] = html.split('Money of October 2026 by payment method')
  const rows = [...table.matchAll(/<tr.*?<\/tr>/g)].map(([row]) => row.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '))
  expect(rows.slice(1, 3)).toEqual([expect.stringMatching(/Check .*80\.00/), expect.stringMatching(/Total .*80\.00/)])
  expect(html).toContain('>Sync with Stripe</button>')
  expect(await office.post(sync, '/payments/reconcile', { month: '2026-10' })).toRedirect(at)
  expect(await office.post(sync, '/payments/reconcile', {})).toRedirect('/payments')
})
