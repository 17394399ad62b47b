import { expect, expectAccessible, open, SAMPLE, signIn, test } from './support'

test('the office explains a bank line, sees its sales and downloads the month for the bookkeeper', async ({ page }) => {
  await signIn(page, SAMPLE.admin)
  const before = new Date()
  before.setUTCDate(0)
  await open(page, `/payments/payouts?month=${before.toISOString().slice(0, 7)}`)
  await page.locator('tbody').getByRole('link').first().click()
  const title = await page.getByRole('heading', { level: 1, name: /^Payout of/ }).textContent()
  const amount = title!.replace('Payout of ', '')
  await expect(page.locator('dl').getByText('Bank line')).toBeVisible()
  await expect(page.locator('dl').getByText(amount, { exact: true }).last()).toBeVisible()
  await expectAccessible(page)
  await open(page, '/payments/sales')
  await expect(page.getByRole('cell', { name: 'Through the portal' })).toBeVisible()
  await expectAccessible(page)
  await open(page, '/payments/month-end')
  await expectAccessible(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Xero: Stripe balance' }).first().click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^xero_\d{4}-\d\d_stripe\.csv$/)
})

test('the tabs of Payments are in the same place on each of them', async ({ page }) => {
  await signIn(page, SAMPLE.admin)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const tops = new Set<number>()
    await open(page, '/payments')
    const tabs = page.getByRole('navigation', { name: 'Money' })
    const names = await tabs.getByRole('link').allInnerTexts()
    expect(names).toEqual(['Transactions', 'Unpaid', 'By month', 'Payouts', 'Sales', 'Month end'])
    for (const name of names) {
      await tabs.getByRole('link', { name }).click()
      await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
      tops.add((await tabs.boundingBox())?.y ?? 0)
      await expectAccessible(page)
    }
    expect([...tops], `${width} px`).toHaveLength(1)
  }
})

test('a family opens its yearly statement and downloads it', async ({ page }) => {
  await signIn(page, SAMPLE.rider)
  await open(page, '/?tab=payments')
  await page.getByRole('link', { name: / statement$/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Statement$/ })).toBeVisible()
  await expectAccessible(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download PDF' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^statement-\d{4}\.pdf$/)
})
