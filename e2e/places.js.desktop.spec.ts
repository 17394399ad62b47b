import { expect, open, SAMPLE, signIn, test } from './support'

test('An offered place that is taken in two windows at once is taken once', async ({ page, browser }) => {
  await signIn(page, SAMPLE.rider)
  await open(page, '/find-a-place')
  await page.getByRole('link', { name: 'See the place' }).click()
  await page.waitForURL(/\/offers\/\d+$/)
  const other = await (await browser.newContext()).newPage()
  await signIn(other, SAMPLE.rider)
  await open(other, page.url())
  await Promise.all([page, other].map((window) => window.getByRole('button', { name: 'Take the place' }).click()))
  const booked = [page, other].map((window) => window.getByText('Place booked'))
  await expect.poll(async () => (await Promise.all(booked.map((text) => text.count()))).filter(Boolean).length).toBe(1)
  for (const window of [page, other]) {
    if (!/offers/.test(window.url())) continue
    await open(window, window.url())
    await expect(window.getByText('Your family has taken this place already.')).toBeVisible()
  }
  await other.context().close()
})

test('The office goes beyond the places of a lesson only knowingly', async ({ page }) => {
  await signIn(page, SAMPLE.admin)
  await open(page, '/admin/waitlists')
  const [line = ''] =
    (
      await page
        .getByRole('main')
        .getByRole('link', { name: /9:00 AM Group Lesson/ })
        .first()
        .getAttribute('href')
    )?.split('/waitlist') ?? []
  await open(page, `${line}/add`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByRole('radio', { name: /This date only/ }).check()
  await dialog.getByRole('button', { name: 'Add Student', exact: true }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Full: 5 of 5' })).toBeVisible()
  await expect(dialog.getByLabel('Add anyway')).not.toBeChecked()
})
