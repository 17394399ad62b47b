import fc from 'fast-check'
import { expect, test } from 'vitest'
import { subscriptionOf } from '~/models/money/subscriptions/subscription.server'
import { today } from '~/platform/clock.server'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin } from '../../../../test/factories'
import { whatIsWrong } from '../../../../test/money/invariants'
import { type Step, sequences } from '../../../../test/money/sequences'
import { take } from '../../../../test/money/steps'
import { lapseClaims, madeOnce, newWorld, runJobs, type World } from '../../../../test/money/world'
import { openTestProvider } from '../../../../test/payments'

// CI runs more on PostgreSQL; `npm run test:ledger` runs 10,000.
const RUNS = Number(process.env.LEDGER_RUNS ?? 25)
const { LEDGER_SEED, LEDGER_PATH, LEDGER_SHRINK } = process.env
/** Shortly before a month end, with a leap day and both clock changes ahead. */
const BEGIN = Date.parse('2028-01-29T17:00:00Z')

const { sandbox, provider, goToInstant } = openTestProvider({ retries: 0 })

await seedCatalog()
const officeId = (await admin()).id

const school = madeOnce(() => {
  goToInstant(BEGIN)
  return newWorld({ sandbox, provider, officeId, goToInstant })
})

async function begin(): Promise<World> {
  const world = await school()
  sandbox.faults.calm()
  sandbox.faults.events = 'deliver'
  return world
}

/**
 * Reads the pages that show the family its subscriptions. The time that it takes belongs to the run: the events of a
 * step are half processed when the next one begins.
 */
async function look({ userId, riderIds, shown }: World): Promise<void> {
  for (const riderId of riderIds) {
    const subscription = await subscriptionOf(userId, today(), riderId)
    if (subscription) shown.add(subscription.monthlyPrice)
  }
}

async function play(sequence: Step[], world: World): Promise<void> {
  for (const step of sequence) {
    await take(step, world)
    await look(world)
  }
  // Unused faults are cleared, and every event arrives.
  sandbox.faults.calm()
  sandbox.faults.events = 'deliver'
  await sandbox.faults.release()
  await lapseClaims(world)
  await runJobs()
}

test('Whatever people, the provider, the clock and the network do, the money is right after the next reconciliation', {
  timeout: RUNS * 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      const world = await begin()
      await play(sequence, world)
      expect(await whatIsWrong(world)).toEqual([])
    }),
    {
      numRuns: RUNS,
      ...(LEDGER_SEED && { seed: Number(LEDGER_SEED) }),
      path: LEDGER_PATH,
      endOnFailure: LEDGER_SHRINK === undefined,
      verbose: 1,
    },
  )
})

// Where the process dies decides what it leaves, and how far it is by then depends on the machine.
test.each([12, 14, 16])(
  'A bank payment that fails, after its order was paid in another way and a death at %i, is not left open in the books',
  async (after) => {
    const world = await begin()
    const paidTwice: Step[] = [
      { do: 'buy', method: 'us_bank_account', hacks: 0, start: 'this-month', times: 1 },
      { do: 'pay again', nth: 2 },
      { do: 'die', after, doing: { do: 'pay', nth: 4, token: 3 } },
      { do: 'change', premium: false, hacks: 0, times: 1 },
      { do: 'wait', until: 'an hour' },
    ]
    await play(paidTwice, world)
    expect(await whatIsWrong(world)).toEqual([])
  },
)

test('A subscription that ends, and whose last month is paid by bank, loses the fee of its card', async () => {
  const world = await begin()
  const paidOtherwise: Step[] = [
    { do: 'subscribe', method: 'us_bank_account', start: 'this-month', times: 1 },
    { do: 'cancel', how: 'portal' },
    { do: 'set default', nth: 0, times: 1 },
    { do: 'wait', until: 'the last evening' },
  ]
  await play(paidOtherwise, world)
  expect(await whatIsWrong(world)).toEqual([])
})

test('A payment recorded by hand for a child of a family that was erased is on one statement', async () => {
  const world = await begin()
  const erased: Step[] = [
    { do: 'note', rider: 1, cents: 97_600, daysAgo: 39, ahead: true },
    { do: 'erase', leaves: 'nothing' },
  ]
  await play(erased, world)
  expect(await whatIsWrong(world)).toEqual([])
})

test('A refund that fails after its family was erased is in the books again', async () => {
  const world = await begin()
  const erased: Step[] = [
    { do: 'pay over midnight', method: 'card', office: 'grants' },
    { do: 'refund', nth: 0, share: 1, atProvider: false, fails: false, times: 1 },
    { do: 'erase', leaves: 'nothing' },
    { do: 'fail a refund', nth: 0 },
    { do: 'wait', until: 'an hour' },
  ]
  await play(erased, world)
  expect(await whatIsWrong(world)).toEqual([])
})
