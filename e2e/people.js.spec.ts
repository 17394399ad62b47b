import { expect, open, SAMPLE, signIn, test } from './support'

test.beforeEach(async ({ page }) => {
  await signIn(page, SAMPLE.admin)
})

test('the key / leads to the search from every office screen, but not from a field or a dialog', async ({ page }) => {
  for (const path of ['/admin', '/students', '/settings/fee', '/horses']) {
    await open(page, path)
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: /^(Search everything|Rider, parent)/ })).toBeFocused()
  }
  await open(page, '/students')
  const field = page.getByRole('main').getByLabel('Search')
  await field.focus()
  await page.keyboard.type('a/b')
  await expect(field).toHaveValue('a/b')
  await open(page, '/students/new')
  await page.getByRole('dialog').getByLabel('Close').focus()
  await page.keyboard.press('/')
  await expect(page.getByRole('dialog').getByLabel('Close')).toBeFocused()
})

test('Add Student is disabled until its three fields have values', async ({ page }) => {
  await open(page, '/students/new')
  const add = page.getByRole('button', { name: 'Add Student' })
  await expect(add).toBeDisabled()
  await page.getByLabel('First name').fill('Kim')
  await page.getByLabel('Last name').fill(' ')
  await page.getByLabel('Email').fill('kim@example.com')
  await expect(add).toBeDisabled()
  await page.getByLabel('Last name').fill('Lee')
  await expect(add).toBeEnabled()
})
