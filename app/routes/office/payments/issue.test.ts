import { beforeEach, expect, test } from 'vitest'
import { openIssues } from '~/models/money/issues/payment-issue.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { prisma } from '~/platform/db.server'
import { paths } from '~/utils/paths'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, signedIn } from '../../../../test/factories'
import { openOrder, openTestProvider, payWith } from '../../../../test/payments'
import { action, loader } from './issue'
import { loader as paymentsLoader } from './payments'

const { sandbox, provider } = openTestProvider()

beforeEach(async () => {
  await seedCatalog()
  sandbox.faults.events = 'drop'
})

/** Creates a payment of $1 less than its order. */
async function wrongAmount() {
  const { user, paymentIntentId } = await openOrder()
  await provider.stripe.paymentIntents.update(paymentIntentId, { amount: 31_727 })
  await payWith(provider, paymentIntentId)
  await syncPayment(paymentIntentId)
  const [issue] = await openIssues(user.id)
  return { user, id: issue!.id }
}

test('The office sees what needs a look at the top of the payments, and grants it', async () => {
  const { user, id } = await wrongAmount()
  const office = await signedIn(await admin())
  const { body } = await office.get(paymentsLoader, paths.payments({ student: user.id }))
  expect(body.issues).toMatchObject([{ id, kind: 'wrong-amount', amount: 31_727 }])
  await office.post(action, paths.paymentIssue(id), { decision: 'grant' }, { id: String(id) })
  await expect(office).toToast('Lessons added')
  expect(await prisma.grant.findMany({ where: { userId: user.id } })).toMatchObject([{ status: 'active', lessons: 4 }])
  expect((await office.get(loader, paths.paymentIssue(id), { id: String(id) })).status).toBe(404)
})

test('Taking something off the list needs a reason, which is stored', async () => {
  const { user, id } = await wrongAmount()
  const office = await signedIn(await admin())
  const refused = await office.post(
    action,
    paths.paymentIssue(id),
    { decision: 'ignore', reason: ' ' },
    { id: String(id) },
  )
  expect(refused.status).toBe(400)
  expect(await openIssues(user.id)).toHaveLength(1)
  await office.post(action, paths.paymentIssue(id), { decision: 'ignore', reason: 'A friend pays' }, { id: String(id) })
  expect(await openIssues(user.id)).toEqual([])
  expect(await prisma.paymentIssue.findUnique({ where: { id } })).toMatchObject({
    outcome: 'ignored',
    reason: 'A friend pays',
  })
})

test('A family can neither see nor decide it', async () => {
  const { user, id } = await wrongAmount()
  const family = await signedIn(user)
  expect((await family.get(loader, paths.paymentIssue(id), { id: String(id) })).status).toBe(403)
  expect((await family.post(action, paths.paymentIssue(id), { decision: 'grant' }, { id: String(id) })).status).toBe(
    403,
  )
  expect(await openIssues(user.id)).toHaveLength(1)
})

test.each([['grant'], ['ignore']])(
  'A second click on %s says that it is off the list, with whoever clicked',
  async (decision) => {
    const { user, id } = await wrongAmount()
    const office = await signedIn(await admin())
    const form = { decision, reason: 'A friend pays' }
    const click = () => office.post(action, paths.paymentIssue(id), form, { id: String(id) })
    await click()
    const second = await click()
    expect(second).toRedirect(paths.payments())
    await expect(office).toToast('Already handled', { type: 'info' })
    const twoAtOnce = await wrongAmount()
    const answers = await Promise.all(
      [1, 2].map(() => office.post(action, paths.paymentIssue(twoAtOnce.id), form, { id: String(twoAtOnce.id) })),
    )
    expect(answers.map(({ status }) => status)).toEqual([302, 302])
    for (const { id: userId } of [user, twoAtOnce.user]) {
      expect(await prisma.grant.count({ where: { userId } })).toBe(decision === 'grant' ? 1 : 0)
    }
  },
)
