import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { subscriptionOf } from '~/models/money/subscriptions/subscription.server'
import { setClock, today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { loader as testPortal } from '~/routes/to-portal'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { rider, signedIn } from '../../../../test/factories'
import { openTestProvider, packageId, payingRider } from '../../../../test/payments'
import { action as simpleAction, loader as simpleTest } from './simple-test'
import { action, loader } from './working-portal'

const { sandbox, provider } = openTestProvider()

beforeEach(async () => {
  setClock('2027-01-10T17:00:00Z')
  sandbox.clock.set(Date.parse('2027-01-10T17:00:00Z') / 1000)
  await seedCatalog()
})
describe('in demo mode', () => {
  const { mode } = getEnv()
  beforeAll(() => void Object.assign(getEnv(), { mode: 'demo' }))
  afterAll(() => void Object.assign(getEnv(), { mode }))

  it('a package starts with a month to come, and is charged then', async () => {
    const user = await payingRider(provider)
    const browser = await signedIn(user)
    const { body } = await browser.get(loader, '/working-portal')
    expect(body.months).toHaveLength(12)
    expect([body.months[0], body.months[11]]).toEqual(['2027-02-01', '2028-01-01'])
    const answer = await browser.post(action, '/working-portal', {
      package: String(await packageId()),
      month: '2027-04-01',
      nonce: body.nonce,
    })
    expect(answer).toRedirect('/working-portal')
    expect(await subscriptionOf(user.id, today())).toMatchObject({ status: 'trialing', renewsOn: '2027-04-01' })
  })

  it.each([
    [{}, { package: ['Please select a package first'] }],
    [{ package: '1' }, { month: ['Please select a start month'] }],
    [{ package: '1', month: '2027-01-01' }, { month: ['Please select a start month'] }],
    [{ package: '1', month: '2030-01-01' }, { month: ['Please select a start month'] }],
    [{ package: '-1', month: '2027-04-01' }, { package: ['Please select a package first'] }],
  ])('%j is refused', async (fields, error) => {
    const browser = await signedIn(await rider())
    const answer = await browser.post(action, '/working-portal', fields as unknown as Record<string, string>)
    expect(answer).toMatchObject({ status: 400, body: { lastResult: { error } } })
  })

  it('without a saved method one is saved first', async () => {
    const browser = await signedIn(await rider())
    const answer = await browser.post(action, '/working-portal', {
      package: String(await packageId()),
      month: '2027-02-01',
    })
    expect(answer.headers.get('Location')).toMatch(/^\/subscribe\?client_secret=seti_.*setup_intent=true/)
  })

  it('the simple test starts a package by one click', async () => {
    const user = await payingRider(provider)
    const browser = await signedIn(user)
    await browser.post(simpleAction, '/simple-test', { package: String(await packageId()) })
    expect((await browser.get(simpleTest, '/simple-test')).body.answer).toMatchObject({
      status: 'active',
      hackAddons: 0,
    })
  })
})

describe('outside demo mode', () => {
  it.each([
    ['/working-portal', loader],
    ['/simple-test', simpleTest],
  ])('%s is not there', async (path, screen) => {
    expect((await (await signedIn(await rider())).get(screen, path)).status).toBe(404)
  })
})

it('/test-portal is the portal', async () => {
  const answer = await (await signedIn(await rider())).get(testPortal, '/test-portal?tab=payments')
  expect(answer).toRedirect('/?tab=payments')
})
