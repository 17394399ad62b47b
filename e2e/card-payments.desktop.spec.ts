import { expect, open, SAMPLE, signIn, test } from './support'

test('the office pays a dollar to test card payments, and gets it refunded', async ({ page }) => {
  await signIn(page, SAMPLE.admin)
  await open(page, '/settings/card-payments')
  await page.getByRole('button', { name: 'Charge Me $1 and Give It Back' }).click()
  await page.locator('[name=number]').fill('4242 4242 4242 4242')
  await page.locator('[name=expiry]').fill('12 / 34')
  await page.locator('[name=cvc]').fill('123')
  await page.getByRole('button', { name: /^Pay/ }).first().click()
  await expect(page).toHaveURL(/\/settings\/card-payments$/)
  await expect(page.getByText('You paid $1.00 and got it back.')).toBeVisible()
})
