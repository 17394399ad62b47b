import { expect, open, SAMPLE, signIn, test } from './support'

test('an office screen is closed to a rider, and says so before it redirects', async ({ page }) => {
  await signIn(page, SAMPLE.rider)
  const answer = await page.goto('/admin')
  expect(answer?.status()).toBe(403)
  expect(answer?.headers().refresh).toBe('1; url=/')
  await expect(page.getByText('Admin privileges required to access this page.')).toBeVisible()
  await page.waitForURL((url) => url.pathname === '/')
  // A browser that is closed in the middle of the next page may never finish closing.
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a signed-out visitor returns to the page they asked for', async ({ page }) => {
  await open(page, '/ride-history')
  expect(new URL(page.url()).searchParams.get('redirectTo')).toBe('/ride-history')
  await expect(page.getByText('Please log in to access the customer portal.').first()).toBeVisible()
  await page.getByLabel('Email').fill(SAMPLE.rider.email)
  await page.getByLabel('Password').fill(SAMPLE.rider.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL(/\/ride-history/)
})

test('a choice made before signing in is kept', async ({ page, javaScriptEnabled }) => {
  await open(page, '/purchase')
  await page.getByText('Package 2 - Premium').click()
  if (javaScriptEnabled === false) await page.getByRole('button', { name: 'Update total' }).click()
  await page.getByRole('button', { name: 'Purchase for $412.00' }).click()
  await page.waitForURL(/\/auth/)
  await page.getByLabel('Email').fill(SAMPLE.rider.email)
  await page.getByLabel('Password').fill(SAMPLE.rider.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL(/\/purchase/)
  await expect(page.getByRole('button', { name: 'Purchase for $412.00' })).toBeEnabled()
})
