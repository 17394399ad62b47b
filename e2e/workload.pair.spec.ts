import { expect, expectAccessible, open, SAMPLE, signIn, test } from './support'

/** A day of last week, so that the horses of other tests are as free as before. */
const DAY = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

test('other work of a horse is recorded, refused while the horse has other work, and removed with Undo', async ({
  page,
}) => {
  // Each project and each try has its own hour, before the first lesson.
  const hour = (test.info().project.name === 'js' ? 1 : 2) + 2 * test.info().retry
  const time = `0${hour}:10`
  await signIn(page, SAMPLE.admin)
  await open(page, '/horses/workload')
  const add = async (kind: string) => {
    await page.getByRole('link', { name: 'Log Other Work' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Horse').selectOption({ label: 'Clover' })
    await dialog.locator('input[name=kind]').fill(kind)
    await dialog.getByLabel('Day').fill(DAY)
    await dialog.getByLabel('Time').fill(time)
    await dialog.getByLabel('Minutes').fill('45')
    await dialog.getByLabel('Rider or handler').fill('Megan')
    await expectAccessible(page, 'dialog')
    await dialog.getByRole('button', { name: 'Add Work' }).click()
  }
  await add('Long reining')
  await expect(page.getByRole('heading', { name: 'Workload of Clover' })).toBeVisible()
  const line = page.getByText(`${hour}:10 AM Long reining, 45 min, Megan`)
  await expect(line).toBeVisible()
  await expectAccessible(page)

  await add('Show')
  await expect(page.getByRole('dialog')).toContainText(`Clover has Long reining at ${hour}:10 AM`)
  await page.getByRole('link', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: `Remove ${hour}:10 AM Long reining` }).click()
  await expect(page.getByText('Work Removed')).toBeVisible()
  await expect(line).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone: the work is back')).toBeVisible()
  await expect(line).toBeVisible()
})

test('a day without a ride is blank in the week of the horses, not a dash', async ({ page }) => {
  await signIn(page, SAMPLE.admin)
  await open(page, '/horses')
  const days = page.locator('.heat').first().locator('td')
  expect(await days.count()).toBeGreaterThan(7)
  await expect(days.filter({ hasText: '–' })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Rides per week' })).toBeVisible()
})

test('care that is due stands with the horse, comes again once it is done, and Undo takes that back', async ({
  page,
}) => {
  await signIn(page, SAMPLE.admin)
  await open(page, '/horses/manage')
  await expect(page.getByText('Worming overdue since')).toBeVisible()
  await page.getByRole('link', { name: 'Care of Rosie' }).click()
  await page.getByText('Done… Worming').click()
  await page.getByLabel('Note').fill('Weighed too')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Worming is done' }).click()
  await expect(page.getByText(/^Due again /)).toBeVisible()
  await expect(page.getByText('Weighed too')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Weighed too')).toBeHidden()
  await open(page, '/horses/workload')
  await page.getByRole('link', { name: 'Rosie', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Year at a glance' })).toBeVisible()
  await expect(page.getByText('Worming overdue since')).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})
