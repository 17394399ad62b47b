import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { whyDifferent } from '~/models/bookkeeping/payout'
import { storePayout } from '~/models/bookkeeping/payout.server'
import { balanceLeft, findPayout, payoutLines } from '~/models/bookkeeping/payout-report.server'
import { yearlyStatement } from '~/models/bookkeeping/statement.server'
import { buy } from '~/models/money/paying/payments.server'
import { refundPayment } from '~/models/money/refunds/refunds.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { syncPayout } from '~/models/money/sync/sync-payout.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { loader as oneLoader } from '~/routes/office/books/payout'
import { loader as fileLoader } from '~/routes/office/books/payout-export'
import { loader as listLoader } from '~/routes/office/books/payouts'
import { centsOf } from '~/utils/money'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, signedIn } from '../../../../test/factories'
import { monthlyPurchase, openTestProvider, payingRider, payWith, saveMethod } from '../../../../test/payments'
import { reconcilePayouts } from './reconcile-payouts.server'

const { sandbox, provider, goTo, goToInstant } = openTestProvider({ payouts: 'daily' })
const RUNS = Number(process.env.PAYOUT_RUNS ?? 6)
const DAY = 24 * 60 * 60 * 1000
let mother: { id: string }

await seedCatalog()
const office = await admin()
beforeEach(async () => {
  sandbox.faults.events = 'drop'
  await sandbox.idle()
  sandbox.forget()
  await prisma.balanceTransaction.deleteMany()
  await prisma.payout.deleteMany()
  await prisma.jobRun.deleteMany()
  goTo('2026-11-09')
  mother = await payingRider(provider)
})

/** Creates a payment for Package 1 and two hacks: 309.00, by card 318.27. */
async function paid(method: 'card' | 'us_bank_account' = 'card') {
  const payment = await buy(mother.id, await monthlyPurchase({ method }))
  const intent = 'paymentIntentId' in payment ? payment.paymentIntentId : ''
  if (method === 'card') await payWith(provider, intent)
  else await payWith(provider, intent, await saveMethod(provider, mother.id, 'pm_usBankAccount_success'))
  if (method !== 'card') await sandbox.flush()
  await syncPayment(intent)
  return prisma.paymentTransaction.findUniqueOrThrow({ where: { stripePaymentIntentId: intent } })
}

const chargeOf = async (intent: string) => String((await provider.stripe.paymentIntents.retrieve(intent)).latest_charge)
const later = (days: number) => goToInstant(now().getTime() + days * DAY)
const payouts = () => prisma.payout.findMany({ orderBy: { id: 'asc' } })

/** Returns the amount at the bank, the sum, and each line's type, gross, fee and net. */
async function shown(index = 0) {
  const row = await findPayout((await payouts())[index]!.id)
  const lines = (await payoutLines([row!.id])).get(row!.id) ?? []
  return { row: row!, lines, short: lines.map(({ type, gross, fee, net }) => [type, gross, fee, net]) }
}

test('A payout lists its payments, refunds and fees, and their sum is the bank line', async () => {
  const first = await paid()
  await refundPayment(office.id, first.id, { part: 10_000, version: '0' })
  sandbox.takeFee(700, 'Billing (October)')
  later(3)
  await reconcilePayouts()
  const { row, lines, short } = await shown()
  expect(short).toEqual([
    ['charge', 31_827, 953, 30_874],
    ['refund', -10_300, 0, -10_300],
    ['stripe_fee', -700, 0, -700],
  ])
  expect([row.amount, row.sum, row.fees, whyDifferent(row)]).toEqual([19_874, 19_874, 953, null])
  expect(lines.map(({ family }) => family?.id ?? null)).toEqual([mother.id, mother.id, null])
  expect(lines.map(({ problem }) => problem)).toEqual([null, null, null])
  expect(lines[0]!.items).toEqual(['Package 1 - Basic', 'Hack × 2'])
})

test('A payout is on its way and then paid; an event reports each, and a lost one is found', async () => {
  sandbox.faults.events = 'double'
  await paid()
  later(3)
  await sandbox.idle()
  expect((await payouts()).map(({ status }) => status)).toEqual(['in_transit'])
  sandbox.faults.events = 'drop'
  later(4)
  await sandbox.idle()
  expect((await payouts()).map(({ status }) => status)).toEqual(['in_transit'])
  await reconcilePayouts()
  expect((await payouts()).map(({ status }) => status)).toEqual(['paid'])
})

test('A payout of an account that the school has left does not leave months incomplete', async () => {
  const left = { stripeId: 'po_left', amount: 100, status: 'pending', automatic: true, itemized: false } as const
  await storePayout(0, { ...left, arrives: '2026-11-02', failureMessage: null, createdAt: now() }, null)
  expect(await reconcilePayouts()).toEqual({ checked: 1, failed: 0 })
  expect(await payouts()).toMatchObject([{ stripePayoutId: 'po_left', status: 'pending' }])
})

test.each(['pending', 'paid'] as const)(
  'A %s payout that Stripe cannot explain ten days later is given up, and the office is told once',
  async (status) => {
    await prisma.paymentIssue.deleteMany()
    const lost = { stripeId: 'po_lost', amount: 100, status, automatic: true, itemized: true } as const
    await storePayout(0, { ...lost, arrives: '2026-11-02', failureMessage: null, createdAt: now() }, null)
    const told = () => prisma.outboxEmail.count({ where: { dedupeKey: { startsWith: 'issue:' } } })
    const before = await told()
    expect(await reconcilePayouts()).toEqual({ checked: 1, failed: 0 })
    expect([await prisma.paymentIssue.count(), await told()]).toEqual([0, before])
    later(4)
    expect(await reconcilePayouts()).toEqual({ checked: 1, failed: 0 })
    for (let hour = 0; hour < 2; hour++) expect(await reconcilePayouts()).toEqual({ checked: 0, failed: 0 })
    const issue = () => prisma.paymentIssue.findFirst({ where: { stripeId: 'po_lost' } })
    expect(await issue()).toMatchObject({ kind: 'unclear-payout', payer: 'Stripe', closedAt: null, opened: 1 })
    expect((await issue())?.detail).toContain('po_lost of $1.00')
    expect(await told()).toBe(before + 1)
    // An event names it after all.
    const { id: payoutId } = await prisma.payout.update({
      where: { stripePayoutId: 'po_lost' },
      data: { status: 'paid' },
    })
    const line = { fee: '0', availableAt: now(), providerCreatedAt: now(), payoutId }
    await prisma.balanceTransaction.create({
      data: { ...line, stripeId: 'txn_late', type: 'charge', amount: '1.00', net: '1.00' },
    })
    await reconcilePayouts()
    expect(await issue()).toMatchObject({ outcome: 'gone' })
  },
)

test('A payout that is given up is asked for again once its arrival is put off', async () => {
  await prisma.paymentIssue.deleteMany()
  const late = { stripeId: 'po_late', amount: 100, status: 'pending', automatic: true, itemized: false } as const
  const arriving = (arrives: string, known: number) =>
    storePayout(known, { ...late, arrives, failureMessage: null, createdAt: now() }, null)
  await arriving('2026-10-20', 0)
  for (const checked of [1, 0]) expect(await reconcilePayouts()).toEqual({ checked, failed: 0 })
  // An event of the provider.
  await arriving('2026-11-11', 1)
  await reconcilePayouts()
  expect(await prisma.paymentIssue.findFirst()).toMatchObject({ outcome: 'gone' })
  expect(await reconcilePayouts()).toEqual({ checked: 1, failed: 0 })
})

test('A payout that the bank returns is failed, and its money is part of the next one', async () => {
  await paid()
  later(7)
  await reconcilePayouts()
  const [first] = await payouts()
  expect(first?.status).toBe('paid')
  sandbox.failPayout(first!.stripePayoutId)
  later(2)
  await reconcilePayouts()
  expect((await payouts()).map(({ status }) => status)).toEqual(['failed', 'in_transit'])
  expect((await shown(1)).short).toEqual([['payout_failure', 30_874, 0, 30_874]])
  expect((await shown(0)).row.sum).toBe(30_874)
})

test('A bank payment that fails after it was paid out is in a later payout with its family, and not in the books', async () => {
  const bank = await paid('us_bank_account')
  later(5)
  await reconcilePayouts()
  expect((await shown()).short).toEqual([['payment', 30_900, 247, 30_653]])
  sandbox.returnBankPayment(await chargeOf(bank.stripePaymentIntentId!))
  await syncPayment(bank.stripePaymentIntentId!)
  expect((await yearlyStatement(mother.id, 2026)).total).toBe(0)
  await paid()
  await paid()
  later(3)
  await reconcilePayouts()
  const { lines, row } = await shown(1)
  expect(lines.map(({ type, net, family }) => [type, net, family?.id])).toEqual([
    ['charge', 30_874, mother.id],
    ['charge', 30_874, mother.id],
    ['payment_failure_refund', -31_300, mother.id],
  ])
  expect(row.amount).toBe(row.sum)
})

test('A dispute takes the payment and a fee, and a won dispute returns the payment', async () => {
  const first = await paid()
  const dispute = sandbox.openDispute(await chargeOf(first.stripePaymentIntentId!))
  await provider.stripe.disputes.update(dispute, { evidence: { uncategorized_text: 'winning_evidence' } })
  later(3)
  await reconcilePayouts()
  expect((await shown()).short).toEqual([
    ['adjustment', 31_827, 0, 31_827],
    ['adjustment', -31_827, 1_500, -33_327],
    ['charge', 31_827, 953, 30_874],
  ])
})

test('Ten processes at once store one payout with each line once', async () => {
  await paid()
  later(3)
  const { data } = await provider.stripe.payouts.list()
  await Promise.all(Array.from({ length: 10 }, (_, i) => (i % 2 ? reconcilePayouts() : syncPayout(data[0]!.id))))
  expect(await prisma.payout.count()).toBe(1)
  expect((await shown()).short).toHaveLength(1)
})

test('An older answer of the provider changes nothing back', async () => {
  await paid()
  later(3)
  await reconcilePayouts()
  const [row] = await payouts()
  const older = {
    stripeId: row!.stripePayoutId,
    amount: 30_874,
    arrives: '2026-11-14',
    automatic: true,
    itemized: true,
    failureMessage: null,
    createdAt: row!.providerCreatedAt,
  }
  expect(await storePayout(row!.version - 1, { ...older, status: 'pending' }, [])).toBe(false)
  expect((await payouts())[0]!.status).toBe('in_transit')
  expect((await shown()).short).toHaveLength(1)
})

test('A payout that differs from its lines is marked in red, and requested again', async () => {
  await paid()
  later(7)
  await reconcilePayouts()
  const { id } = (await payouts())[0]!
  await prisma.payout.update({ where: { id }, data: { amount: '400.00' } })
  const visitor = await signedIn(office)
  const { body } = await visitor.get(oneLoader, `/payments/payouts/${id}`, { id: String(id) })
  expect(body.why).toContain('$91.26')
  await reconcilePayouts()
  expect((await shown()).row.amount).toBe(30_874)
  const list = await visitor.get(listLoader, '/payments/payouts?month=2026-11')
  expect(list.body.payouts.map(({ why }: { why: string | null }) => why)).toEqual([null])
  const file = await visitor.get(fileLoader, `/payments/payouts/${id}/export`, { id: String(id) })
  expect(file.body).toContain('Payments,2026-11-09,Emma Stone,Package 1 - Basic; Hack × 2')
  expect((await visitor.get(oneLoader, '/payments/payouts/0', { id: '0' })).status).toBe(404)
})

test('A payout that the school made manually is described as one', () => {
  const row = { amount: 100, sum: 0, automatic: false, itemized: false }
  expect(whyDifferent(row)).toContain('manual payout')
  expect(whyDifferent({ ...row, automatic: true })).toContain('still putting')
  expect(whyDifferent({ ...row, automatic: true, itemized: true })).toContain('$1.00')
})

test('The money of a manual payout is not shown as left, although its payments are unknown', async () => {
  const line = { fee: '0', availableAt: now(), providerCreatedAt: now() }
  await prisma.balanceTransaction.createMany({
    data: [
      { ...line, stripeId: 'txn_in', type: 'charge', amount: '100.00', net: '100.00' },
      { ...line, stripeId: 'txn_out', type: 'payout', amount: '-60.00', net: '-60.00', source: 'po_by_hand' },
    ],
  })
  expect(await balanceLeft()).toBe(4_000)
})

test('The database refuses a line whose net is not its amount less the fee', async () => {
  const line = { stripeId: 'txn_x', type: 'charge', amount: '10.00', fee: '0.30', availableAt: now() }
  const write = (net: string) => prisma.balanceTransaction.create({ data: { ...line, net, providerCreatedAt: now() } })
  await expect(write('9.80')).rejects.toThrow()
  await write('9.70')
  await expect(write('9.70')).rejects.toThrow()
})

type Step = {
  do: 'pay' | 'bank' | 'refund' | 'dispute' | 'return' | 'fee' | 'fail payout' | 'wait' | 'sync'
  n: number
}
const steps = fc.array(
  fc.record({
    do: fc.constantFrom<Step['do']>(
      'pay',
      'pay',
      'bank',
      'refund',
      'dispute',
      'return',
      'fee',
      'fail payout',
      'wait',
      'wait',
      'sync',
    ),
    n: fc.integer({ min: 1, max: 5 }),
  }),
  { maxLength: 14 },
)

async function take({ do: what, n }: Step): Promise<void> {
  const { data: charges } = await provider.stripe.charges.list({ limit: 100 })
  const charge = charges.filter(({ status, disputed }) => status === 'succeeded' && !disputed)[n]
  if (what === 'pay' || what === 'bank') {
    const method = what === 'pay' ? 'pm_card_visa' : 'pm_usBankAccount_success'
    const { id } = await provider.stripe.paymentIntents.create({ amount: 1_000 * n + 7, currency: 'usd' })
    await payWith(provider, id, method)
    await sandbox.flush()
  }
  if (what === 'refund' && charge && charge.amount_refunded < charge.amount)
    await provider.stripe.refunds.create({
      charge: charge.id,
      amount: Math.min(n * 100, charge.amount - charge.amount_refunded),
    })
  if (what === 'dispute' && charge && charge.amount > charge.amount_refunded) sandbox.openDispute(charge.id)
  if (what === 'return' && charge?.payment_method_details?.type === 'us_bank_account')
    sandbox.returnBankPayment(charge.id)
  if (what === 'fee') sandbox.takeFee(n * 13, 'Fee')
  if (what === 'fail payout') {
    const { data } = await provider.stripe.payouts.list({ limit: 5 })
    const made = data.find(({ status }) => status !== 'failed')
    if (made) sandbox.failPayout(made.id)
  }
  if (what === 'wait') later(n)
  if (what === 'sync') await reconcilePayouts()
}

test(
  'Whatever is paid, refunded, disputed, returned and sent back: each payout equals its lines, and nothing is lost or paid out twice',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        await sandbox.idle()
        sandbox.forget()
        await prisma.balanceTransaction.deleteMany()
        await prisma.payout.deleteMany()
        await prisma.jobRun.deleteMany()
        goTo('2026-11-09')
        for (const step of all) await take(step)
        await reconcilePayouts()
        const rows = await Promise.all((await payouts()).map(({ id }) => findPayout(id)))
        expect(rows.map((row) => whyDifferent(row!))).toEqual(rows.map(() => null))
        const theirs = await provider.stripe.balanceTransactions
          .list({ limit: 100 })
          .autoPagingToArray({ limit: 1_000 })
        const booked = await prisma.balanceTransaction.findMany()
        expect(booked).toHaveLength(theirs.length)
        const money = theirs.filter(({ type }) => type !== 'payout').reduce((sum, { net }) => sum + net, 0)
        const out = rows.reduce((sum, row) => sum + row!.amount, 0)
        expect(out + (await balanceLeft())).toBe(money)
        for (const row of booked) expect(centsOf(row.net)).toBe(centsOf(row.amount) - centsOf(row.fee))
      }),
      { numRuns: RUNS },
    )
  },
  RUNS * 60_000,
)
