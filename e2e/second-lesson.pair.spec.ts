import { expect, expectAccessible, open, SAMPLE, signIn, test } from './support'

/** Four weeks ahead, so that no other test's lessons are in the way. */
const DAY = new Date(Date.now() + 28 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

test('a second lesson of one type at an hour is asked about, added with an instructor and an arena, and undone', async ({
  page,
}) => {
  // Each project and each try has its own hour.
  const hour = 7 + (test.info().project.name === 'js' ? 0 : 1) + 2 * test.info().retry
  const add = async (arena: string, instructor: string) => {
    await open(page, `/admin/lessons/new?day=${DAY}&week=${DAY}`)
    const dialog = page.getByRole('dialog', { name: 'Add Lesson' })
    await dialog.getByLabel('Time').selectOption({ label: `${hour}:30 AM` })
    await dialog.getByLabel('Ride type').selectOption({ label: 'Horsemanship' })
    await dialog.getByLabel('Arena').selectOption({ label: arena })
    await dialog.getByLabel('Instructor').selectOption({ label: instructor })
    await dialog.getByText('This date only').click()
    await dialog.getByRole('button', { name: 'Add Lesson' }).click()
  }
  await signIn(page, SAMPLE.admin)
  await add('Indoor', 'No instructor')
  await expect(page.getByText(`${hour}:30 AM Horsemanship, `)).toBeVisible()

  await add('Indoor', 'Marcus Webb')
  const dialog = page.getByRole('dialog', { name: 'Add Lesson' })
  await expect(dialog.getByRole('alert')).toContainText(
    'Lesson already exists - A lesson for this time slot already exists for this date',
  )
  await expectAccessible(page, 'dialog')
  await dialog.getByLabel('Add a second one').check()
  await dialog.getByRole('button', { name: 'Add Lesson' }).click()
  await expect(page.getByText(`${hour}:30 AM Horsemanship 2, `)).toBeVisible()
  const day = page.locator('.week-day[data-shown]')
  const shared = day.getByText(`Indoor also has ${hour}:30 AM Horsemanship 2`)
  await expect(shared).toBeVisible()
  await expectAccessible(page)

  const second = `/admin/lessons/${DAY}/0${hour}:30/Horsemanship%202`
  await open(page, `${second}/edit`)
  await page.getByLabel('Arena').selectOption({ label: 'Outdoor' })
  await page.getByRole('button', { name: 'Save Lesson' }).click()
  await expect(day.getByText(`Indoor also has ${hour}:30 AM`)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(shared).toBeVisible()
  await open(page, second)
  await expect(page.getByRole('dialog', { name: `${hour}:30 AM Horsemanship 2` })).toContainText('Marcus Webb')
  await open(page, `/admin/day?date=${DAY}`)
  await expect(page.getByText(`${hour}:30 AM Horsemanship 2`).first()).toBeVisible()
})
