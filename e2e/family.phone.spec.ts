import { expect, open, SAMPLE, signIn, test } from './support'

test('a guardian sees each rider first, chooses one, and keeps the choice from tab to tab', async ({ page }) => {
  await signIn(page, SAMPLE.rider)
  await open(page, '/')
  const riders = page.locator('.family-riders a')
  await expect(riders).toHaveCount(3)
  await expect(page.getByRole('heading', { name: 'Riley Carter' })).toBeVisible()
  // The tabs come right after what waits for an answer, so that each shows what it holds.
  const tabs = page.getByRole('navigation', { name: 'Portal' })
  await expect(tabs).toBeInViewport()
  await riders.filter({ hasText: 'Finn Carter' }).click()
  await expect(page.getByRole('heading', { name: 'Finn Carter' })).toBeVisible()
  await tabs.getByRole('link', { name: 'Ride History' }).click()
  await expect(page).toHaveURL(/tab=history&rider=/)
  await expect(page.getByRole('heading', { name: 'Finn Carter' })).toBeVisible()
  await expect(page.getByText('10:30 AM').first()).toBeVisible()
  expect((await page.goto('/?rider=someone-else'))?.status()).toBe(404)
  await open(page, '/scheduled-rides')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Your Family's Scheduled Rides")
  await page.getByRole('navigation', { name: 'Riders' }).getByRole('link', { name: 'Ada Carter' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Ada Carter's Scheduled Rides")
})
