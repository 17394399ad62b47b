import { expect, open, SAMPLE, signIn, test } from './support'

test('a family of three sees what it needs in two screens, with all tabs visible', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, SAMPLE.rider)
  await open(page, '/')
  // A font that arrives late is missing from the first page.
  await page.waitForFunction('document.fonts.status === "loaded"')
  await open(page, '/')
  await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeInViewport({ ratio: 1 })
  const tabs = page.getByRole('navigation', { name: 'Portal' }).getByRole('link')
  await expect(tabs).toHaveText(['Make a Payment', 'Scheduled Rides', 'Ride History', 'Payment History'])
  for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 })
  const box = await page.getByRole('radio', { name: /Intro Package/ }).boundingBox()
  expect(box?.y).toBeLessThan(1000)
  // Without scripts the total is there from the start, because it could not appear. A month's last days add a line or two.
  const height = await page.evaluate('document.documentElement.scrollHeight')
  expect(height).toBeLessThanOrEqual(javaScriptEnabled === false ? 2700 : 1920)
  // Two lines, including the screen's edge.
  await page.setViewportSize({ width: 360, height: 740 })
  expect((await page.getByRole('contentinfo').boundingBox())?.height).toBeLessThan(120)

  await page.setViewportSize({ width: 1280, height: 800 })
  for (const tab of await tabs.all()) {
    const place = await tab.boundingBox()
    expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThan(480)
  }
})

test('a guardian sees the rides of all riders in one list, and each tab opens at its top', async ({ page }) => {
  await signIn(page, SAMPLE.rider)
  await open(page, '/')
  const next = page.getByRole('region', { name: 'Next rides' })
  for (const name of ['Riley', 'Ada', 'Finn']) await expect(next.getByText(name, { exact: true }).first()).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Portal' })
  await page.getByRole('heading', { name: 'Payment Methods' }).scrollIntoViewIfNeeded()
  await tabs.getByRole('link', { name: 'Ride History' }).click()
  await expect(page).toHaveURL(/tab=history/)
  await expect(next).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeInViewport()
  await expect(page.locator('.rides tbody tr').first()).toBeInViewport()
  await page.getByRole('navigation', { name: 'Riders' }).getByRole('link', { name: 'Finn Carter' }).click()
  await expect(page).toHaveURL(/tab=history&rider=/)
  await expect(page.getByText('10:30 AM').first()).toBeVisible()
  await expect(page.getByText(/^on \S+/).first()).toBeVisible()
  expect((await page.goto('/?rider=someone-else'))?.status()).toBe(404)
  await open(page, '/scheduled-rides')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Your Family's Scheduled Rides")
  await page.getByRole('navigation', { name: 'Riders' }).getByRole('link', { name: 'Ada Carter' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Ada Carter's Scheduled Rides")
})
