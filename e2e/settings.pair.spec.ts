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
