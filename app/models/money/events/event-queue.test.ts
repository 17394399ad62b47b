import { beforeEach, expect, test } from 'vitest'
import { buy } from '~/models/money/paying/payments.server'
import { prisma } from '~/platform/db.server'
import { action as webhook } from '~/routes/webhooks/stripe'
import { findStatus } from '~/services/operations/find-status.server'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { SANDBOX_WEBHOOK_SECRET } from '../../../../sandbox/stripe'
import { rider } from '../../../../test/factories'
import { dyingAfter } from '../../../../test/money/crash'
import { lessonsOf, monthlyPurchase, openTestProvider, payWith } from '../../../../test/payments'
import { eventsAtRest, LEASE, saveEvent, sweepEvents, workOnEvents } from './event-queue.server'

const { sandbox, provider } = openTestProvider({ retries: 0 })

beforeEach(async () => {
  await seedCatalog()
  await prisma.stripeEvent.deleteMany()
  sandbox.faults.events = 'drop'
})

// `npm run test:ledger` tries every point.
const STRIDE = Number(process.env.CRASH_STRIDE ?? 7)

/** Creates a family that has paid, and the event that says so. */
async function paid() {
  const { id: userId } = await rider()
  const { paymentIntentId } = await buy(userId, await monthlyPurchase())
  await payWith(provider, paymentIntentId)
  return { userId, paymentIntentId, event: eventOf('payment_intent.succeeded', { id: paymentIntentId }) }
}

const eventOf = (type: string, object: { id: string }) => ({
  id: `evt_${object.id}`,
  object: 'event',
  type,
  data: { object },
})

async function send(event: object): Promise<number> {
  const payload = JSON.stringify(event)
  const header = provider.stripe.webhooks.generateTestHeaderString({ payload, secret: SANDBOX_WEBHOOK_SECRET })
  const headers = { 'stripe-signature': header }
  const request = new Request('http://stirrup.test/webhooks/stripe', { method: 'POST', body: payload, headers })
  return (await webhook({ request, params: {}, context: {} })).status
}

const keep = ({ id, type, data }: ReturnType<typeof eventOf>) =>
  saveEvent({ id, type, objectId: data.object.id, aboutId: null })
const rowOf = (event: { id: string }) => prisma.stripeEvent.findUniqueOrThrow({ where: { id: event.id } })
/** Moves all times of the queue as if so many seconds had passed. */
const later = (seconds: number) =>
  prisma.$executeRaw`UPDATE stripe_events SET next_attempt_at = next_attempt_at - ${seconds} * interval '1 second',
                                              received_at = received_at - ${seconds} * interval '1 second'`

test('An event is acknowledged while the provider is silent, and processed once it answers again', async () => {
  const { userId, event } = await paid()
  const { handle } = sandbox
  let speak = () => {}
  const silence = new Promise<void>((resolve) => {
    speak = resolve
  })
  sandbox.handle = async (request) => {
    await silence
    return handle(request)
  }
  expect(await send(event)).toBe(200)
  expect(await lessonsOf(userId)).toBe(0)
  speak()
  await eventsAtRest()
  sandbox.handle = handle
  expect(await lessonsOf(userId)).toBe(4)
  expect(await rowOf(event)).toMatchObject({ attempts: 1, processedAt: expect.any(Date) })
})

test('A stored event contains its object’s ID and nothing about people', async () => {
  const card = {
    id: 'pm_1',
    object: 'payment_method',
    customer: null,
    billing_details: { email: 'emma@stirrup.example' },
  }
  const detached = eventOf('payment_method.detached', card)
  await send({ ...detached, data: { ...detached.data, previous_attributes: { customer: 'cus_1' } } })
  await eventsAtRest()
  const { receivedAt, processedAt, nextAttemptAt, ...kept } = await rowOf(detached)
  expect(kept).toEqual({
    id: 'evt_pm_1',
    type: 'payment_method.detached',
    objectId: 'pm_1',
    aboutId: 'cus_1',
    attempts: 1,
  })
})

test('An event whose process died at any point is processed by the next one, and grants and writes once', async () => {
  for (let point = 0; ; point += STRIDE) {
    const { userId, event } = await paid()
    const { died } = await dyingAfter(sandbox, point, async () => {
      await keep(event)
      await workOnEvents().finally(eventsAtRest)
    })
    // The provider got no answer.
    if (point === 0) await keep(event)
    await later(60)
    await workOnEvents()
    const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId } })
    const told = await prisma.outboxEmail.count({ where: { recipient: email ?? '' } })
    const { processedAt } = await rowOf(event)
    expect({ point, lessons: await lessonsOf(userId), told, done: processedAt !== null }).toEqual({
      point,
      lessons: 4,
      told: 1,
      done: true,
    })
    if (died) continue
    expect(point).toBeGreaterThan(10)
    return
  }
})

test('An event that fails is tried again after a pause, and the office is notified if it fails again and again', async () => {
  const { userId, event } = await paid()
  const statusOf = async () =>
    (await findStatus(new Request('http://stirrup.test/'))).lines.find(
      ({ subject }) => subject === 'Payments connection',
    )
  sandbox.faults.failNext(500, { path: /payment_intents/ })
  expect(await send(event)).toBe(200)
  await eventsAtRest()
  await workOnEvents()
  expect(await rowOf(event)).toMatchObject({ attempts: 1, processedAt: null })
  expect((await statusOf())?.says).not.toContain('could not be handled')

  sandbox.faults.failNext(500, { path: /payment_intents/ })
  await later(20 * 60)
  await workOnEvents()
  await prisma.jobRun.create({ data: { name: 'reconcile-payments-full', finishedAt: new Date() } })
  expect(await rowOf(event)).toMatchObject({ attempts: 2, processedAt: null })
  const line = await statusOf()
  expect(line?.state).toBe('attention')
  expect(line?.says).toMatch(/^One message from Stripe could not be handled yet, the oldest for 20 minutes\./)

  await later(10)
  await workOnEvents()
  expect(await rowOf(event)).toMatchObject({ attempts: 3, processedAt: expect.any(Date) })
  expect(await lessonsOf(userId)).toBe(4)
  expect((await statusOf())?.state).toBe('fine')
})

test('Queued events are each processed once, by whichever process', async ({ onTestFinished }) => {
  // On a busy machine the work may take longer.
  const { seconds } = LEASE
  LEASE.seconds = 60 * 60
  onTestFinished(() => {
    LEASE.seconds = seconds
  })
  const families = await Promise.all(Array.from({ length: 6 }, paid))
  for (const { event } of families) await keep(event)
  await Promise.all([workOnEvents(), workOnEvents(), workOnEvents()])
  expect(await Promise.all(families.map(({ event }) => rowOf(event)))).toEqual(
    families.map(() => expect.objectContaining({ attempts: 1, processedAt: expect.any(Date) })),
  )
  expect(await Promise.all(families.map(({ userId }) => lessonsOf(userId)))).toEqual(families.map(() => 4))
})

test('A database clock that was a day ahead keeps no event waiting', async () => {
  const { event } = await paid()
  await keep(event)
  await later(-24 * 60 * 60)
  await workOnEvents()
  expect((await rowOf(event)).processedAt).not.toBeNull()
})

test('An event that the previous version began is left to it, until the provider sends it again', async () => {
  const { event } = await paid()
  const { id, type, data } = event
  await prisma.stripeEvent.create({ data: { id, type, objectId: data.object.id } })
  await workOnEvents()
  expect(await rowOf(event)).toMatchObject({ attempts: 0, processedAt: null })
  await send(event)
  await eventsAtRest()
  expect(await rowOf(event)).toMatchObject({ attempts: 1, processedAt: expect.any(Date) })
})

test('Processed events are deleted after ninety days, and unprocessed ones stay', async () => {
  const [done, open, recent] = [await paid(), await paid(), await paid()]
  await keep(done.event)
  await workOnEvents()
  await keep(open.event)
  await later(91 * 24 * 60 * 60)
  await keep(recent.event)
  expect(await sweepEvents()).toBe(1)
  const left = await prisma.stripeEvent.findMany({ select: { id: true } })
  expect(left.map(({ id }) => id).sort()).toEqual([open.event.id, recent.event.id].sort())
})
