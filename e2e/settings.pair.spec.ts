import type { Page } from '@playwright/test'
import { expect, open, SAMPLE, signIn, test } from './support'

/** The package that no other test buys. */
const NAME = 'Package 4 - Premium Private'

async function setPrice(page: Page, price: string) {
  await open(page, '/settings')
  await page.getByRole('link', { name: `Edit ${NAME}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Price').fill(price)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Package Saved').first()).toBeVisible()
  await expect(dialog).toHaveCount(0)
}

test('a price that the office changes is the one that families see', async ({ page }) => {
  await signIn(page, SAMPLE.admin)
  await setPrice(page, '655.50')
  try {
    await expect(page.getByText(`changed ${NAME}: price`).first()).toBeVisible()
    await open(page, '/purchase')
    await expect(page.getByRole('radio', { name: NAME }).locator('xpath=ancestor::label')).toContainText('$655.50')
  } finally {
    await setPrice(page, '640.00')
  }
})

test('the settings are a list of pages that never scrolls sideways, and ride types and horses stay among them', async ({
  page,
}) => {
  await signIn(page, SAMPLE.admin)
  await open(page, '/settings')
  const isWide = (page.viewportSize()?.width ?? 0) > 1000
  const pages = page.getByRole('navigation', { name: 'Settings' }).filter({ visible: true })
  for (const [name, address] of [
    ['Ride types', '/settings/ride-types'],
    ['Horses', '/settings/horses'],
  ] as const) {
    if (!isWide) {
      await expect(pages).toHaveCount(0)
      await page.locator('.settings-folded > summary').click()
    }
    expect(await pages.evaluate((list) => list.scrollWidth <= list.clientWidth)).toBe(true)
    await pages.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL((url) => url.pathname === address)
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'Rest of Apollo' }).click()
  await expect(page).toHaveURL(/\/settings\/horses\/\d+\/rest$/)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/settings/horses')
  await open(page, '/admin/settings')
  await expect(page.getByRole('dialog', { name: 'Ride types' })).toBeVisible()
})
