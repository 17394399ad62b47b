import type { Page } from '@playwright/test'
import { expect, expectAccessible, open, SAMPLE, signIn, signOut, test } from './support'

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

test('A storm: the day closes from noon in three presses, and one Undo opens it again', async ({ page }) => {
  await signIn(page, SAMPLE.admin)
  const day = dayOf(5)
  await open(page, `/admin/day?date=${day}`)
  await page.getByRole('link', { name: 'Change of Plans' }).click()
  await page.getByRole('link', { name: 'Close…' }).click()
  await expect(page.getByRole('heading', { name: /^Close Saturday/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel(/^From 12:00 PM on/).check()
  await expect(page.getByLabel('Reason')).toHaveValue('Weather')
  await page.getByRole('button', { name: 'Close the Day' }).click()
  await expect(page.getByText('Day Closed')).toBeVisible()
  const hack = page.getByRole('heading', { name: /^12:00 PM Hack/ })
  await expect(page.getByRole('heading', { name: /^9:00 AM Group Lesson/ })).toBeVisible()
  await expect(hack).toBeHidden()
  await expect(page.getByRole('main')).toContainText('Closed from 12:00 PM: Weather')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/^Undone: /)).toBeVisible()
  await expect(hack).toBeVisible()
})

test('An arena is closed: three presses bring its lessons into the other one, and one Undo brings them back', async ({
  page,
}) => {
  await signIn(page, SAMPLE.admin)
  const day = dayOf(0)
  await choose(page, day, 'Outdoor')
  await expect(page.getByRole('heading', { name: 'Outdoor is closed' })).toBeVisible()
  await expect(page.getByLabel('3:30 PM Group Lesson')).toHaveValue('in Indoor')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Lessons Changed')).toBeVisible()
  const lesson = page.getByRole('heading', { name: /^3:30 PM Group Lesson/ })
  await expect(lesson).toContainText('Indoor')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/^Undone: /)).toBeVisible()
  await expect(lesson).toContainText('Outdoor')
})

test('A lesson that nobody can cover joins the other one of its hour', async ({ page }) => {
  await signIn(page, SAMPLE.admin)
  const day = dayOf(5)
  const rides = await (await page.request.get(`/api/admin/lessons?startDate=${day}&endDate=${day}`)).json()
  const ofHour = ({ scheduledTime, type }: { scheduledTime: string; type: string }) =>
    scheduledTime === '10:30' && type === 'Group Lesson'
  // The other lesson has spots for one rider less.
  const mark = `/api/admin/lessons/${encodeURIComponent(rides.find(ofHour).id)}/attendance`
  expect((await page.request.patch(mark, { data: { attendance: 'absent' } })).ok()).toBe(true)
  await choose(page, day, 'Hazel Finch')
  const becomes = page.getByLabel('10:30 AM Group Lesson', { exact: true })
  await expect(becomes).toHaveValue('join Group Lesson 2')
  await expect(becomes.locator('option:checked')).toHaveText(/^Join 10:30 AM Group Lesson 2 \(\d+ free\)$/)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Lessons Changed')).toBeVisible()
  await expect(page.getByText('1 lesson joined with another')).toBeVisible()
  const left = page.getByRole('heading', { name: /^10:30 AM Group Lesson with/ })
  await expect(left).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/^Undone: /)).toBeVisible()
  await expect(left).toBeVisible()
  expect((await page.request.patch(mark, { data: { attendance: 'scheduled' } })).ok()).toBe(true)
})

test('An instructor says that they can’t come, and the office confirms the plan; Undo makes it a task again', async ({
  page,
}) => {
  const day = dayOf(4)
  await signIn(page, SAMPLE.instructor)
  await open(page, '/teaching')
  await page.getByRole('link', { name: 'I can’t come…' }).click()
  await expectAccessible(page)
  await page.getByLabel('First day').fill(day)
  await page.getByRole('button', { name: 'Tell the Office' }).click()
  await expect(page.getByText('The Office Was Told')).toBeVisible()
  await expect(page.getByText(/^You told the office that you can’t come/)).toBeVisible()
  await signOut(page)

  await signIn(page, SAMPLE.admin)
  const task = page.getByRole('region', { name: 'Hazel Finch' })
  await open(page, '/admin/plans')
  await task.getByRole('link', { name: 'Show the lessons of Hazel Finch' }).click()
  await expect(page.getByRole('heading', { name: 'Hazel Finch can’t come' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Lessons Changed')).toBeVisible()
  await expect(page.locator('.sheet')).not.toContainText('Hazel Finch')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/^Undone: /)).toBeVisible()
  await open(page, '/admin/plans')
  await task.getByRole('button', { name: 'Nothing to do for Hazel Finch' }).click()
  await expect(page.getByText('Answered')).toBeVisible()
  await expect(task).toBeHidden()
})
