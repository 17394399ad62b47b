import type { Page, Route } from '@playwright/test'
import { expect, open, register, SAMPLE, signIn, test } from './support'

// Section 8 of the specification, to the letter: what is said where only scripts can say it.

test('the export says what became of the file', async ({ page }) => {
  await signIn(page, SAMPLE.admin)
  await open(page, '/payments/export')
  const report = '**/api/admin/reports/transactions?*'
  const download = page.getByRole('button', { name: 'Download CSV' })
  const dialog = page.getByRole('dialog')
  const cases: [string, Parameters<Route['fulfill']>[0]][] = [
    ['Server responded with status 404', { status: 404, body: 'Not here' }],
    ['Server did not return CSV data', { status: 200, contentType: 'text/html', body: '<p>Sign in</p>' }],
    ['Failed to export transaction data', { status: 409, json: { message: 'Failed to export transaction data' } }],
  ]
  for (const [said, answer] of cases) {
    await page.route(report, (route) => route.fulfill(answer))
    await download.click()
    await expect(dialog.getByRole('alert')).toHaveText(`Export failed${said}`)
    await page.unroute(report)
  }
  const file = page.waitForEvent('download')
  await download.click()
  await file
  await expect(dialog.getByRole('status')).toHaveText('Success: Transaction data exported successfully')
  await expect(dialog.getByRole('alert')).toBeHidden()

  // The server says what is wrong with the days, and the form that is already running shows it.
  const [start, end] = [dialog.getByLabel('Start Date'), dialog.getByLabel('End Date')]
  await start.fill('2026-03-20')
  await end.fill('2026-03-10')
  await download.click()
  await expect(dialog.getByText('The end date is before the start date')).toBeVisible()
  await expect(dialog.getByRole('alert').first()).toHaveText('Export failedFailed to export transaction data')
  await end.fill('2026-03-30')
  const second = page.waitForEvent('download')
  await download.click()
  await second
  await expect(dialog.getByRole('alert')).toHaveCount(0)
})

test('a payment that the provider does not make says so, and can be tried again', async ({ page }, info) => {
  const email = `morgan.messages.${info.retry}@example.com`
  await register(page, { first: 'Morgan', last: 'Messages', email, password: 'six-or-more' })
  await open(page, '/purchase')
  await page.getByText('Intro Package').click()
  // The form has a field of the name `method`. The page is left at once, so what its button said is kept.
  await page.evaluate(() => {
    new MutationObserver(() => {
      const said = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Processing...')
      if (said) sessionStorage.setItem('said', 'Processing...')
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await page.getByRole('button', { name: 'Purchase for $185.40' }).click()
  await page.waitForURL(/\/payment-onetime/)
  expect(await page.evaluate(() => sessionStorage.getItem('said'))).toBe('Processing...')
  const complete = page.getByRole('button', { name: 'Complete Purchase' })
  await fillCard(page)
  const confirm = '**/v1/payment_intents/*/confirm'
  const said = page.getByRole('alert')

  await test.step('the provider refuses without a word', async () => {
    await page.route(confirm, (route) => route.fulfill({ status: 402, json: { error: { type: 'api_error' } } }))
    await complete.click()
    await expect(said).toContainText('Payment Failed')
    await expect(said).toContainText('Failed to process payment')
    await page.unroute(confirm)
  })

  await test.step('the provider answers with a payment that is not made', async () => {
    const json = { id: 'pi_1', object: 'payment_intent', status: 'requires_payment_method' }
    await page.route(confirm, (route) => route.fulfill({ json }))
    await complete.click()
    await expect(said).toContainText('An error occurred while processing the payment')
    await page.unroute(confirm)
  })

  await complete.click()
  await page.waitForURL(/\/payment-success/)
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect(page.getByText('Your purchase has been completed successfully.')).toBeVisible()
})

test('a bank payment asks for all of its details, and says how long it takes', async ({ page }, info) => {
  const email = `billie.messages.${info.retry}@example.com`
  await register(page, { first: 'Billie', last: 'Messages', email, password: 'six-or-more' })
  await open(page, '/purchase')
  await page.getByText('Intro Package').click()
  await page.getByRole('radio', { name: 'US bank account' }).check()
  await page.getByRole('button', { name: 'Purchase for $180.00' }).click()
  await page.waitForURL(/\/payment-onetime/)
  const complete = page.getByRole('button', { name: 'Complete Purchase' })
  // Until its script is there, the button leads to the provider's page.
  await expect(page.getByLabel('Routing number')).toBeVisible()
  await complete.click()
  await expect(page.getByText('Please fill in all bank account details')).toBeVisible()
  await page.getByLabel('Routing number').fill('110000000')
  await page.getByLabel('Account number').fill('000000000009')
  await page.getByLabel(/^Account holder/).fill('Billie Messages')
  await complete.click()
  await expect(page.getByText('Bank Payment Submitted.')).toBeVisible()
  await expect(
    page.getByText('Bank payments take 1-3 business days. We’ll email you when it’s complete.'),
  ).toBeVisible()
  await page.waitForURL(/\/payment-success\?.*status=processing/)
})

test('Payment Tracking says that it reads another year, and takes the one that was chosen last', async ({ page }) => {
  await signIn(page, SAMPLE.admin)
  await open(page, '/payments')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/payments?*', async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  const year = new Date().getFullYear()
  const show = page.getByRole('button', { name: 'Show', exact: true })
  await page.getByLabel('Year').selectOption(String(year - 1))
  await show.click()
  const loading = page.getByRole('button', { name: 'Loading payment data...' })
  await expect(loading).toBeVisible()
  await page.getByLabel('Year').selectOption(String(year - 2))
  await loading.click()
  answer()
  await expect(page).toHaveURL(new RegExp(`year=${year - 2}`))
  await expect(show).toBeVisible()
})

async function fillCard(page: Page) {
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByLabel(/^Expir/).fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
}
