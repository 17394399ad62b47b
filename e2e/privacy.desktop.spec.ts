import { expect, expectAccessible, open, SAMPLE, signIn, test } from './support'

test('a family downloads everything the school has about it, in one click', async ({ page }) => {
  await signIn(page, SAMPLE.rider)
  await open(page, '/profile')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download Your Data' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^riding-school-\d{4}-\d\d-\d\d\.zip$/)
})

test('the office erases a family by typing its name, and the row says Former rider', async ({ page }, info) => {
  const last = `Leaver ${info.project.name} ${info.retry}`
  const notice = (text: string) => expect(page.getByRole('region', { name: /Notifications/ })).toContainText(text)
  await signIn(page, SAMPLE.admin)
  await open(page, '/students-management/new')
  await page.getByLabel('First name').fill('Lou')
  await page.getByLabel('Last name').fill(last)
  await page.getByLabel('Email').fill(`leaver.${info.project.name}.${info.retry}@example.com`)
  await page.getByRole('button', { name: 'Add Student' }).click()
  await notice('Student Added')

  await open(page, `/search?q=${encodeURIComponent(last)}`)
  await page
    .getByRole('main')
    .getByRole('link', { name: `Lou ${last}` })
    .first()
    .click()
  await page.waitForURL(/\/students\/[0-9a-f-]+/)
  await page.getByRole('link', { name: 'Erase Data' }).click()
  const dialog = page.getByRole('dialog', { name: `Erase Lou ${last}?` })
  await expect(dialog).toContainText('This can’t be undone.')
  await expectAccessible(page, 'dialog')
  await dialog.getByLabel(/to confirm$/).fill('Lou')
  await dialog.getByRole('button', { name: 'Erase for Good' }).click()
  await expect(dialog).toContainText(`Please type Lou ${last}`)
  await dialog.getByLabel(/to confirm$/).fill(`lou ${last}`)
  await dialog.getByRole('button', { name: 'Erase for Good' }).click()
  await notice('Data Erased')
  await expect(page.getByRole('heading', { name: /^Former rider \d+$/ })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Personal data was erased on')
  await expect(page.getByRole('link', { name: 'Edit Student' })).toHaveCount(0)
  await expectAccessible(page)
})
