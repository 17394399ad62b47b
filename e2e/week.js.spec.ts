import { beginsAt, expect, open, SAMPLE, signIn, test } from './support'

/** A day far ahead, where the sample school has nothing at this time. */
const DAY = '2031-04-11'
const WEEK = `/admin?day=${DAY}`

test.beforeEach(async ({ page }) => {
  await signIn(page, SAMPLE.admin)
})

test('the office adds a lesson and a rider and marks present by keyboard alone', async ({ page }) => {
  const keys = page.keyboard
  await open(page, WEEK)
  await page.getByRole('link', { name: 'Add Lesson', exact: true }).focus()
  await keys.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Day')).toBeFocused()
  await keys.press('Tab')
  await keys.press('ArrowDown')
  await keys.press('Tab')
  await keys.type('Private')
  await keys.press('Tab')
  await expect(dialog.getByLabel('Length')).toBeFocused()
  await keys.press('Tab')
  await keys.press('ArrowUp')
  await keys.press('Enter')
  await expect(page.getByText('Lesson Added')).toBeVisible()

  await page.getByRole('link', { name: 'Add student to 7:00 AM Private Lesson' }).focus()
  await keys.press('Enter')
  await expect(dialog.getByLabel('Search students')).toBeFocused()
  const name = (await dialog.locator('.rider-choices span').first().textContent()) ?? ''
  await keys.type(name)
  await keys.press('Enter')
  await expect(dialog.getByRole('checkbox', { name: new RegExp(name) })).toBeChecked()
  await expect(dialog.getByLabel('Search students')).toHaveValue('')
  await dialog.getByRole('radio', { name: 'This date only' }).focus()
  await keys.press('Space')
  await keys.press('Enter')
  await expect(page.getByText('Student Added')).toBeVisible()

  const rider = page
    .locator('.week-day[data-shown] .lesson', { hasText: beginsAt('7:00 AM') })
    .locator('.ride', { hasText: name })
  await rider.getByRole('link').focus()
  await keys.press('Enter')
  await expect(dialog.getByLabel('Horse')).toBeFocused()
  await dialog.getByRole('button', { name: 'Present' }).focus()
  await keys.press('Enter')
  await dialog.getByLabel('Mark it anyway').focus()
  await keys.press('Space')
  await dialog.getByRole('button', { name: 'Present' }).focus()
  await keys.press('Enter')
  await expect(page.getByText('Attendance Recorded')).toBeVisible()
  await expect(rider).toHaveAttribute('data-mark', 'present')
  await expect(dialog.getByRole('button', { name: 'Present' })).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('button', { name: 'Undo' }).focus()
  await keys.press('Enter')
  await expect(rider).not.toHaveAttribute('data-mark')

  await open(page, `/admin/lessons/${DAY}/07:00/Private%20Lesson`)
  await page.getByText('Delete lesson…').click()
  await page.getByRole('button', { name: /^Delete .+ only$/ }).click()
  await expect(page.getByText('One Time Lesson Removed')).toBeVisible()
})

test('a change shows before it is saved, and is undone with the reason if it is refused', async ({ page }) => {
  const slot = { time: '07:30', type: 'Hack' }
  await page.request.post('/api/temporary-lessons', {
    data: { lessonDate: DAY, scheduledTime: slot.time, lessonType: slot.type },
  })
  await open(page, `/admin/lessons/${DAY}/${slot.time}/${slot.type}/add`)
  const dialog = page.getByRole('dialog')
  const choice = dialog.getByRole('checkbox').nth(1)
  await choice.check()
  const [studentId, name] = [
    await choice.inputValue(),
    (await dialog.locator('.rider-choices span').nth(1).textContent()) ?? '',
  ]
  await dialog.getByText('This date only').click()
  // Someone else adds the same student first, and the answer takes its time.
  await page.request.post('/api/temporary-lessons/add-student', {
    data: { lessonDate: DAY, scheduledTime: slot.time, lessonType: slot.type, studentId },
  })
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/add', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Add Student' }).click()
  const lesson = page.locator('.week-day[data-shown] .lesson', { hasText: beginsAt('7:30 AM') })
  await expect(lesson.locator('.ride', { hasText: name })).toBeVisible()
  await expect(dialog).toBeHidden()
  goOn()
  await expect(dialog).toContainText(`${name} is already riding at 7:30 AM`)

  await open(page, `/admin/lessons/${DAY}/${slot.time}/${slot.type}`)
  await page.getByText('Delete lesson…').click()
  await page.getByRole('button', { name: /^Delete .+ only$/ }).click()
  await expect(page.getByText('One Time Lesson Removed')).toBeVisible()
})
