import { horseSelects } from './desk'
import { expect, open, SAMPLE, signIn, test } from './support'

test('Without scripts the horses of a day and of a lesson are saved, exchanged and undone', async ({ page }) => {
  await signIn(page, SAMPLE.admin)
  const day = new Date()
  const weeks = test.info().project.name === 'no-js' ? 5 : 6
  day.setUTCDate(day.getUTCDate() + ((6 - day.getUTCDay() + 7) % 7) + 7 * weeks)
  const date = day.toISOString().slice(0, 10)
  const selects = horseSelects(page)
  const chosen = async () => [await selects.nth(0).inputValue(), await selects.nth(1).inputValue()]

  await open(page, `/admin/day?date=${date}`)
  await page.getByRole('main').getByRole('link', { name: 'Horses', exact: true }).click()
  await expect(selects.nth(2)).toBeVisible()
  // Two horses alone go out, so that nothing but the two riders can be in the way.
  const horses = await selects.nth(0).locator('option:not([value="none"]):not(:disabled)').all()
  const [first = '', second = ''] = await Promise.all(
    horses.map(async (one) => (await one.getAttribute('value')) ?? ''),
  )
  for (const select of await page.getByRole('combobox', { name: /^Horse of/ }).all()) await select.selectOption('none')
  await selects.nth(0).selectOption(first)
  await selects.nth(1).selectOption(second)
  await page.getByRole('button', { name: 'Save Horses' }).click()
  await expect(page.getByText('Horses Saved')).toBeVisible()

  const lesson = `/admin/lessons/${date}/09:00/Group%20Lesson/horses`
  await open(page, lesson)
  await selects.nth(0).selectOption(second)
  await page.getByRole('button', { name: 'Save Horses' }).click()
  await expect(page.getByText(/is with .+ at 9:00 AM and with .+ at 9:00 AM/).first()).toBeVisible()
  await selects.nth(1).selectOption(first)
  await page.getByRole('button', { name: 'Save Horses' }).click()
  await expect(page.getByText(/^[2-5] rides changed/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/^Undone/)).toBeVisible()
  await open(page, lesson)
  expect(await chosen()).toEqual([first, second])
})
