import type { Page } from '@playwright/test'
import { expect, expectAccessible, open, payByCard, register, SAMPLE, saveCard, signIn, signOut, test } from './support'

const family = (name: string, info: { project: { name: string }; retry: number }) => ({
  first: name,
  last: `Brooks ${info.project.name} ${info.retry}`,
  email: `${name}.${info.project.name}.${info.retry}@example.com`.toLowerCase(),
  password: 'six-or-more',
})

async function choosePackage(page: Page, scripts: boolean, method: 'Card' | 'US bank account', price: string) {
  await open(page, '/purchase')
  await page.getByText('Package 1 - Basic').click()
  await page.getByRole('radio', { name: method }).check()
  if (!scripts) await page.getByRole('button', { name: 'Update total' }).click()
  await page.getByRole('button', { name: `Purchase for ${price}` }).click()
  await page.waitForURL(/\/payment-onetime/)
}

test('a refund by the office is on the receipt', async ({ page, javaScriptEnabled }, info) => {
  const scripts = javaScriptEnabled !== false
  const parent = family('Robin', info)
  await register(page, parent)
  await choosePackage(page, scripts, 'Card', '$226.60')
  await payByCard(page, scripts)
  await page.waitForURL(/\/payment-success/)
  await signOut(page)

  await test.step('the office refunds half of it', async () => {
    await signIn(page, SAMPLE.admin)
    await open(page, '/payments')
    const row = page.getByRole('row').filter({ hasText: parent.email })
    await row.getByRole('button', { name: /^More for/ }).click()
    await row.getByRole('link', { name: 'Refund' }).click()
    await page.getByLabel('Amount').fill('110')
    if (!scripts) await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await page.getByRole('button', { name: 'Refund $113.30' }).click()
    await expect(page.getByText('$113.30 refunded, including a $3.30 fee.').first()).toBeVisible()
    await signOut(page)
  })

  await test.step('the family sees it', async () => {
    await signIn(page, parent)
    await open(page, '/?tab=payments')
    await page.getByRole('link', { name: 'View Receipt' }).click()
    await expect(page.getByText('−$113.30')).toBeVisible()
    await expect(page.getByText('$6.60')).toBeVisible()
    await expectAccessible(page)
  })
})

test('the fields are in the first screen of a phone, below a summary that unfolds', async ({
  page,
  javaScriptEnabled,
}, info) => {
  const scripts = javaScriptEnabled !== false
  await register(page, family('Rowan', info))
  await choosePackage(page, scripts, 'Card', '$226.60')
  const fee = page.getByText('Convenience Fee (3%)')
  await expect(fee).toBeHidden()
  const first = scripts ? page.getByLabel('Card number') : page.getByRole('button', { name: 'Complete Purchase' })
  await expect(first).toBeInViewport({ ratio: 1 })
  await page.getByText('Payment Summary').locator('visible=true').click()
  await expect(fee).toBeVisible()
  await expectAccessible(page)
})

test('a bank payment costs no fee and is labeled until it is through', async ({ page, javaScriptEnabled }, info) => {
  const scripts = javaScriptEnabled !== false
  await register(page, family('Bobby', info))
  await choosePackage(page, scripts, 'US bank account', '$220.00')
  await expect(page.getByText('Convenience Fee')).toHaveCount(0)
  const complete = page.getByRole('button', { name: 'Complete Purchase' })
  if (!scripts) await complete.click()
  await page.getByLabel('Routing number').fill('110000000')
  // A test account whose payments stay pending.
  await page.getByLabel('Account number').fill('000000000009')
  await page.getByLabel(/^Account holder/).fill('Bobby Brooks')
  await (scripts ? complete : page.getByRole('button', { name: /^Pay/ })).click()
  await page.waitForURL(/\/payment-success/)
  await expect(page.getByRole('heading', { name: 'Bank Payment Processing' })).toBeVisible()
  await open(page, '/?tab=payments')
  await expect(page.getByText('Clearing', { exact: true }).first()).toBeVisible()
  await open(page, '/')
  await expect(page.getByText('4 lessons: 0 ridden · 0 booked · 4 to book')).toBeVisible()
})

test('a family saves its cards', async ({ page, javaScriptEnabled }, info) => {
  const scripts = javaScriptEnabled !== false
  await register(page, family('Casey', info))
  for (const number of ['4242424242424242', '5555555555554444']) {
    await open(page, '/')
    await page.getByRole('button', { name: 'Add card' }).click()
    await expect(page.getByRole('heading', { name: 'Add a card' })).toBeVisible()
    await expect(page.getByText('Payment Summary')).toHaveCount(0)
    await saveCard(page, scripts, number)
    await expect(page.getByText('Payment Method Added').first()).toBeVisible()
  }
  const card = (label: string) => page.getByRole('listitem').filter({ hasText: label })
  await open(page, '/')
  await expect(card('Visa •••• 4242').getByText('Default', { exact: true })).toBeVisible()
  await card('Mastercard •••• 4444').evaluate((row) => row.scrollIntoView({ block: 'end' }))
  await card('Mastercard •••• 4444').getByRole('button', { name: 'Set as default' }).click()
  await expect(page.getByText('Default Payment Method Updated').first()).toBeVisible()
  if (scripts) {
    const [toast, row] = [page.locator('.toast'), card('Mastercard •••• 4444')]
    await expect(row).toBeInViewport()
    const [said, pressed] = [await toast.boundingBox(), await row.boundingBox()]
    expect(said!.y + said!.height).toBeLessThan(pressed!.y)
  }
  await expect(card('Mastercard •••• 4444').getByText('Default', { exact: true })).toBeVisible()
  await card('Visa •••• 4242').locator('summary').click()
  await card('Visa •••• 4242').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Payment Method Deleted').first()).toBeVisible()
  await expect(card('Visa •••• 4242')).toHaveCount(0)
})

test('a saved card pays the next purchase in one tap, and another one after it was declined', async ({
  page,
  javaScriptEnabled,
}, info) => {
  const scripts = javaScriptEnabled !== false
  await register(page, family('Sky', info))
  await choosePackage(page, scripts, 'Card', '$226.60')
  const keep = page.getByLabel('Save this card for next time')
  if (scripts) await expect(keep).not.toBeChecked()
  await keep.check()
  await payByCard(page, scripts)
  await page.waitForURL(/\/payment-success/)

  await test.step('buy it again, and confirm it at the bank', async () => {
    await open(page, '/')
    await page.getByRole('button', { name: 'Buy again · $226.60' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Pay $226.60 with Visa 4242' }).dblclick()
    // The second press of a form without scripts ends the navigation of the first one.
    await expect(page).toHaveURL(/\/payment-success/)
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    await open(page, '/?tab=payments')
    await expect(page.getByRole('link', { name: 'View Receipt' })).toHaveCount(2)
  })

  await test.step('a bank asks for confirmation, without any script of ours', async () => {
    await open(page, '/')
    await page.getByRole('button', { name: 'Add card' }).click()
    await saveCard(page, scripts, '4000002760003184')
    await page.getByRole('button', { name: 'Complete authentication' }).click()
    await expect(page.getByText('Payment Method Added').first()).toBeVisible()
    await choosePackage(page, scripts, 'Card', '$226.60')
    await page.getByText('Use another card').click()
    await page.getByRole('button', { name: 'Pay $226.60 with Visa 3184' }).click()
    await page.getByRole('button', { name: 'Fail authentication' }).click()
    await expect(page.getByRole('heading', { name: 'Payment Confirmation Failed' })).toBeVisible()
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByText('Nothing was charged. Please try another card.')).toBeVisible()
    await page.getByRole('button', { name: 'Pay $226.60 with Visa 4242' }).click()
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  })
})

test('a mother buys for two children in one payment', async ({ page, javaScriptEnabled }, info) => {
  const scripts = javaScriptEnabled !== false
  const mother = family('Mary', info)
  await register(page, { ...mother, children: ['Adam', 'Zoe'] })

  await test.step('each child has a choice of its own, and one total is visible', async () => {
    await open(page, '/purchase')
    await page.getByText('Package 1 - Basic').click()
    await page.getByRole('button', { name: 'Zoe' }).click()
    await page.getByText('Package 2 - Premium').click()
    await page.getByRole('button', { name: 'Adam ✓' }).click()
    await expect(page.getByRole('radio', { name: /Package 1 - Basic/ })).toBeChecked()
    await expect(page.getByText('$638.60').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Purchase for $638.60' }).click()
    await page.waitForURL(/\/payment-onetime/)
    await page.getByText('Payment Summary').locator('visible=true').click()
    await expect(page.getByText('Zoe: Package 2 - Premium')).toBeVisible()
  })

  await test.step('once paid, each child has its lessons', async () => {
    await payByCard(page, scripts)
    await page.waitForURL(/\/payment-success/)
    await expect(page.getByText('Adam: Package 1 - Basic')).toBeVisible()
    await page.getByRole('link', { name: 'View Receipt' }).click()
    await expect(page.getByText('Zoe: Package 2 - Premium')).toBeVisible()
    await open(page, '/')
    await expect(page.getByRole('button', { name: 'Buy again · $638.60' })).toBeVisible()
  })
})
