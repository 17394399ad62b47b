import type { Page } from '@playwright/test'
import { expect, expectAccessible, open, SAMPLE, signIn, test } from './support'

/** A weekday ten weeks ahead, at which no other test looks; each project has its own. */
function dayOf(weekday: number): string {
  const day = new Date()
  const weeks = test.info().project.name === 'js' ? 30 : 31
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7) + 7 * weeks + weekday)
  return day.toISOString().slice(0, 10)
}

async function choose(page: Page, day: string, name: string) {
  await open(page, `/admin/day?date=${day}`)
  await page.getByRole('link', { name: 'Change of Plans' }).click()
  await expectAccessible(page)
  if (name === 'Scout') await page.getByLabel('Last day').first().fill(day)
  await page.getByRole('button', { name, exact: true }).click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

test('A horse that can’t work: three presses give its rides to others, and one Undo gives them back', async ({
  page,
}) => {
  await signIn(page, SAMPLE.admin)
  const day = dayOf(1)
  const rides = await (await page.request.get(`/api/admin/lessons?startDate=${day}&endDate=${day}`)).json()
  const [{ time, studentName }] = rides
  const given = { horseName: 'Scout', usageDate: day, lessonTime: time, studentName }
  expect((await page.request.post('/api/lessons/horse-assignments', { data: given })).ok()).toBe(true)

  await choose(page, day, 'Scout')
  await expect(page.getByRole('heading', { name: 'Scout can’t work' })).toBeVisible()
  const select = page.getByLabel(`Horse of ${studentName}`)
  await expect(select).not.toHaveText('Scout')
  await expect(select.locator('option', { hasText: 'Decide later (stays on Scout)' })).toBeEnabled()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Scout Rests')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/^Undone: put Scout to rest/)).toBeVisible()
  await open(page, `/admin/day?date=${day}`)
  await expect(page.locator('.sheet-ride', { hasText: studentName }).first()).toContainText('Scout')
})

test('An instructor who can’t come: three presses cover or cancel the lessons, and one Undo takes all of it back', async ({
  page,
}) => {
  await signIn(page, SAMPLE.admin)
  const day = dayOf(2)
  await choose(page, day, 'Hazel Finch')
  await expect(page.getByRole('heading', { name: 'Hazel Finch can’t come' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Lessons Changed')).toBeVisible()
  await expect(page.locator('.sheet')).not.toContainText('Hazel Finch')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/^Undone: /)).toBeVisible()
  await expect(page.locator('.sheet')).toContainText('Hazel Finch')
})

test('A hot day: three presses take a ride from each horse, and one Undo gives it back', async ({ page }) => {
  await signIn(page, SAMPLE.admin)
  const day = dayOf(3)
  await choose(page, day, '1 fewer ride')
  await expect(page.getByRole('heading', { name: 'Hot day' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  const said = page.getByRole('main').getByText('Hot day: 1 fewer ride for each horse.')
  await expect(said).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/^Undone: made .* a hot day/)).toBeVisible()
  await expect(said).toBeHidden()
})
