import { CLICKS, Desk, horseOf, horseSelects, sheetRides } from './desk'
import { expect, open, SAMPLE, signIn, test } from './support'

/** A Saturday weeks ahead, on which the sample school has fifteen riders and no horses yet; each project has its own. */
function saturday(): string {
  const day = new Date()
  day.setUTCDate(day.getUTCDate() + ((6 - day.getUTCDay() + 7) % 7) + (test.info().project.name === 'phone' ? 28 : 21))
  return day.toISOString().slice(0, 10)
}

test.beforeEach(async ({ page }) => {
  await signIn(page, SAMPLE.admin)
})

test('The riders of a Saturday have their horses after a few clicks, and two of a lesson exchange theirs in three', async ({
  page,
}) => {
  const day = saturday()
  const desk = new Desk()
  await open(page, `/admin?day=${day}`)
  const horses = page.getByRole('link', { name: 'Horses on Saturday' })
  // A finger opens the menu of the day first.
  if (!(await horses.isVisible())) await page.getByRole('button', { name: 'More for Saturday' }).click()
  await desk.click(horses)
  await expect(horseSelects(page)).toHaveCount(15)
  // Whose horses are all out or tired that day gets no proposal.
  const proposed = await Promise.all((await horseSelects(page).all()).map(horseOf))
  const left = proposed.filter((name) => name === 'Not assigned').length
  expect(left).toBeLessThanOrEqual(2)
  await desk.click(page.getByRole('button', { name: 'Save Horses' }))
  await expect(page.getByText('Horses Saved')).toBeVisible()
  expect(desk.clicks).toBe(CLICKS.get('horses for a Saturday of 15 riders'))
  await expect(sheetRides(page).getByText('No horse', { exact: true })).toHaveCount(left)

  await open(page, `/admin/lessons/${day}/09:00/Group%20Lesson/horses`)
  const [first, second] = [horseSelects(page).nth(0), horseSelects(page).nth(1)]
  const [was, other] = [await horseOf(first), await horseOf(second)]
  const swap = new Desk()
  await swap.choose(first, { value: await second.inputValue() })
  await expect(page.getByText(/^Swapped: /)).toBeVisible()
  expect(await horseOf(second)).toBe(was)
  await swap.click(page.getByRole('button', { name: 'Save Horses' }))
  await expect(page.getByText('2 rides changed')).toBeVisible()
  expect(swap.clicks).toBeLessThanOrEqual(3)
  await open(page, `/admin/lessons/${day}/09:00/Group%20Lesson/horses`)
  expect([await horseOf(horseSelects(page).nth(0)), await horseOf(horseSelects(page).nth(1))]).toEqual([other, was])
})

test('A double shows at once and is refused by name; the same day can be filled as last week', async ({ page }) => {
  const day = saturday()
  await open(page, `/admin/day/horses?date=${day}`)
  // Without a horse of one's own there is nothing to exchange.
  await horseSelects(page).nth(0).selectOption('none')
  await horseSelects(page)
    .nth(0)
    .selectOption({ value: await horseSelects(page).nth(1).inputValue() })
  await expect(page.getByText(/is with .+ at 9:00 AM and with .+ at 9:00 AM/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Save Horses' }).click()
  await expect(page.getByText('The horses were not saved')).toBeVisible()
  await page.getByRole('link', { name: 'Copy Last Week' }).click()
  await expect(page.getByText('Filled in as last week')).toBeVisible()
})
