import type { Page } from '@playwright/test'
import { expect, expectAccessible, open, SAMPLE, signIn, test } from './support'

/** A Monday at which no other test looks; each project has its own. */
function firstDay(): string {
  const day = new Date()
  const weeks = test.info().project.name === 'js' ? 44 : 46
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7) + 7 * weeks)
  return day.toISOString().slice(0, 10)
}

const fits = async (page: Page) => {
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

test('The office plans a season, publishes it, and takes it back with one Undo', async ({ page }) => {
  await signIn(page, SAMPLE.admin)
  await open(page, '/admin')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const entry = page.getByText('Seasons', { exact: true }).last()
  await expect(entry).toBeVisible()
  await entry.click()
  await fits(page)
  const name = `Term of ${test.info().project.name}`
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('First day').fill(firstDay())
  await page.getByRole('button', { name: 'Plan It' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

  await page.getByRole('link', { name: 'Add Lesson…' }).click()
  await page.getByLabel('Weekday').selectOption('Saturday')
  await page.getByLabel('Begins at').fill('14:15')
  await page.getByLabel('Ride type').selectOption('Group Lesson')
  await page.getByLabel('Spots').fill('3')
  await fits(page)
  await page.getByRole('button', { name: 'Add Lesson', exact: true }).click()
  const saturday = page.getByRole('region', { name: 'Saturday' })
  const added = saturday.locator('li', { hasText: '2:15 PM Group Lesson' })
  await expect(added).toContainText('0 of 3')

  const rider = page.getByRole('region', { name: 'Monday' }).locator('li li').first().getByRole('link')
  const who = (await rider.locator('span').first().innerText()).trim()
  await rider.click()
  await page.getByLabel('1st choice').selectOption('Saturday 2:15 PM')
  await fits(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('At a time they asked for').locator('..')).toContainText('0 of 1')
  await page.getByRole('button', { name: 'Solve' }).click()
  await expect(page.getByText('1 ride placed')).toBeVisible()
  await expect(added).toContainText(who)
  await fits(page)

  await page.getByRole('link', { name: 'What If…' }).click()
  await page.getByLabel('Without the instructor').selectOption('Hazel Finch')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('heading', { name: 'Without Hazel Finch' })).toBeVisible()
  await fits(page)
  await page.getByRole('link', { name }).click()

  await page.getByRole('link', { name: 'Publish…' }).click()
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(page.locator('tbody')).toContainText(who)
  await fits(page)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Season Published')).toBeVisible()
  await expect(page.getByText('Weekly rides: 1 moved')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/^Undone: published Term of/)).toBeVisible()

  await open(page, '/admin/seasons')
  await page.getByRole('link', { name }).click()
  await page.getByRole('link', { name: 'Remove…' }).click()
  await page.getByRole('button', { name: 'Remove Season' }).click()
  await expect(page.getByText('Season Removed')).toBeVisible()
})

test('A family says which times work for it, and finds them again', async ({ page }) => {
  await signIn(page, SAMPLE.rider)
  await open(page, '/next-season/1')
  await expect(page.getByRole('heading', { name: 'Which times work for you?' })).toBeVisible()
  await fits(page)
  const first = page.getByLabel('1st choice').first()
  const wanted = await first.locator('option').nth(2).innerText()
  await first.selectOption(wanted)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByLabel('1st choice').first().locator('option:checked')).toHaveText(wanted)
})
