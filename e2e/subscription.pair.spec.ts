import { expect, expectAccessible, open, register, saveCard, test } from './support'

test('a family subscribes, changes what it has, and ends it', async ({ page, javaScriptEnabled }, info) => {
  const scripts = javaScriptEnabled !== false
  const email = `monthly.${info.project.name}.${info.retry}@example.com`
  await register(page, { first: 'Sam', last: `Rivers ${info.project.name}`, email, password: 'six-or-more' })

  await test.step('choose a package every month', async () => {
    await open(page, '/purchase')
    await page.getByText('Package 1 - Basic').click()
    await page.getByText('Monthly subscription').click()
    if (!scripts) await page.getByRole('button', { name: 'Update total' }).click()
    await expect(page.getByText('Total per month')).toBeVisible()
    await page.getByRole('button', { name: 'Purchase for $226.60' }).click()
  })

  await test.step('save a card first', async () => {
    await page.waitForURL(/\/subscribe\?/)
    await saveCard(page, scripts)
    await page.waitForURL(/\/purchase\/review/)
    await expect(page.getByText('Payment Method Added').first()).toBeVisible()
    await expect(page.getByText('Visa •••• 4242')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Start subscription · $226.60' }).dblclick()
  })

  await test.step('see what comes next, the subscription and the allowance it gives', async () => {
    await page.waitForURL(/\/payment-success/)
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    await expect(page.getByText(/^Your next charge is \$226\.60 on/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'View Receipt' })).toBeVisible()
    await expectAccessible(page)
    await open(page, '/subscription')
    await expect(page.getByText('Active', { exact: true })).toBeVisible()
    await expect(page.getByText('Lessons used: 0 / 4')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('change it from next month on', async () => {
    await open(page, '/subscription')
    await page.getByLabel('Package', { exact: true }).selectOption({ label: 'Package 2 - Premium: $400.00' })
    await page.getByRole('button', { name: 'Update Subscription' }).click()
    await expect(page.getByText('Subscription updated successfully!').first()).toBeVisible()
    await expect(page.getByText('$412.00').first()).toBeVisible()
    await expect(page.getByText(/^Until /)).toBeVisible()
    await expect(page.getByText('Lessons used: 0 / 4')).toBeVisible()
  })

  await test.step('the card that pays it cannot be deleted', async () => {
    await open(page, '/')
    await expect(page.getByText('used for your subscription')).toBeVisible()
    await expect(page.getByText('Delete', { exact: true })).toHaveCount(0)
  })

  await test.step('end it, after being asked', async () => {
    await open(page, '/subscription')
    await page.getByRole('link', { name: 'Cancel Subscription' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click()
    await expect(page.getByText('Subscription cancelled successfully').first()).toBeVisible()
  })
})
