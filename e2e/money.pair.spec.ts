import type { Page } from '@playwright/test'
import { expect, expectAccessible, open, payByCard, register, SAMPLE, saveCard, signIn, signOut, test } from './support'

const SANDBOX = '/sandbox/stripe/v1'
const headers = { Authorization: 'Bearer sk_test_sandbox' }

const person = (name: string, info: { project: { name: string }; retry: number }) => ({
  first: name,
  last: `Ford ${info.project.name} ${info.retry}`,
  email: `${name}.${info.project.name}.${info.retry}@example.com`.toLowerCase(),
  password: 'six-or-more',
})

/** Asks the provider as the school does. */
async function ask<T>(page: Page, path: string, form?: Record<string, string>): Promise<T> {
  const url = SANDBOX + path
  const answer = await (form ? page.request.post(url, { headers, form }) : page.request.get(url, { headers }))
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

interface Items {
  data: { items: { data: { quantity: number; price: { unit_amount: number } }[] } }[]
}

async function itemsOf(page: Page, email: string) {
  const customers = await ask<{ data: { id: string }[] }>(page, `/customers?email=${encodeURIComponent(email)}`)
  const { data } = await ask<Items>(page, `/subscriptions?customer=${customers.data[0]!.id}`)
  return data.map(({ items }) => items.data.map(({ quantity, price }) => [price.unit_amount, quantity]))
}

test('a double click on Update Subscription adds one item, and a canceled one is kept', async ({
  page,
  javaScriptEnabled,
}, info) => {
  const scripts = javaScriptEnabled !== false
  const family = person('Dana', info)
  await register(page, family)
  await open(page, '/')
  await page.getByRole('button', { name: 'Add card' }).click()
  await saveCard(page, scripts)
  await expect(page.getByText('Payment Method Added').first()).toBeVisible()
  await open(page, '/purchase?package=1&paymentType=recurring')
  await page.getByRole('button', { name: /^Purchase for/ }).click()
  await page.getByRole('button', { name: /^Start subscription/ }).click()
  await page.waitForURL(/\/payment-success/)

  await test.step('one add-on, two clicks', async () => {
    const before = await itemsOf(page, family.email)
    await open(page, '/subscription')
    await page.getByLabel('Hack', { exact: true }).fill('2')
    await page.getByRole('button', { name: 'Update Subscription' }).dblclick()
    await expect(page.getByText('Subscription updated successfully!').first()).toBeVisible()
    const [after] = await itemsOf(page, family.email)
    expect(after).toHaveLength(before[0]!.length + 1)
    expect(after!.filter(([price]) => price === 4_450)).toEqual([[4_450, 2]])
  })

  await test.step('cancel it, then keep it', async () => {
    await page.getByRole('link', { name: 'Cancel Subscription' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click()
    await expect(page.getByText('Subscription cancelled successfully').first()).toBeVisible()
    await expect(page.getByText(/^Canceled\. You can use your lessons until/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Keep my subscription', exact: true }).dblclick()
    await expect(page.getByText('Your subscription continues').first()).toBeVisible()
    await expect(page.getByText(/^Renews on/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Keep my subscription', exact: true })).toHaveCount(0)
    expect(await itemsOf(page, family.email)).toHaveLength(1)
  })
})

test('the office sees a purchase that was paid twice, and settles it', async ({ page, javaScriptEnabled }, info) => {
  const scripts = javaScriptEnabled !== false
  const family = person('Toni', info)
  await register(page, family)
  await open(page, '/purchase?package=1')
  await page.getByRole('button', { name: /^Purchase for/ }).click()
  await page.waitForURL(/\/payment-onetime/)
  await payByCard(page, scripts)
  await page.waitForURL(/\/payment-success\?payment_intent=/)
  const id = new URL(page.url()).searchParams.get('payment_intent')

  await test.step('the same purchase is paid once more', async () => {
    const first = await ask<{ amount: number; customer: string; metadata: { stirrup_order: string } }>(
      page,
      `/payment_intents/${id}`,
    )
    const second = await ask<{ id: string }>(page, '/payment_intents', {
      amount: String(first.amount),
      currency: 'usd',
      customer: first.customer,
      'metadata[stirrup_order]': first.metadata.stirrup_order,
    })
    await ask(page, `/payment_intents/${second.id}/confirm`, {
      payment_method: 'pm_card_visa',
      return_url: 'http://127.0.0.1/',
    })
    await open(page, `/payment-success?payment_intent=${second.id}`)
    await expect(page.getByText(/let the office know. Please don.t pay again/)).toBeVisible()
    await signOut(page)
  })

  await signIn(page, SAMPLE.admin)
  await open(page, '/payments')
  const name = `${family.first} ${family.last}`
  const entry = page.getByRole('listitem').filter({ hasText: 'Paid twice' }).filter({ hasText: name })
  await expectAccessible(page)
  await entry.getByRole('link', { name: /^Review/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Paid twice' })
  await expect(dialog.getByText(name)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add the Lessons' }).dblclick()
  await expect(page.getByText(/^(Lessons added|Already handled)$/).first()).toBeVisible()
  await expect(entry).toHaveCount(0)
  await signOut(page)

  await signIn(page, family)
  await open(page, '/')
  await expect(page.getByText('8 lessons: 0 ridden · 0 booked · 8 to book')).toBeVisible()
})
