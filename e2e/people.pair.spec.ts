import type { Page } from '@playwright/test'
import { expect, expectAccessible, goTo, open, SAMPLE, signIn, test } from './support'

test.beforeEach(async ({ page }) => {
  await signIn(page, SAMPLE.admin)
})

/** Searches from any office screen: in a box where there is room, otherwise through a link. */
async function searchFor(page: Page, words: string) {
  const way = page.getByRole('banner').getByRole('link', { name: 'Search everything' })
  const narrow = await way.isVisible()
  if (narrow) await way.click()
  const box = page.getByRole(
    'searchbox',
    narrow ? { name: 'Rider, parent, phone, email or horse' } : { name: 'Search everything' },
  )
  await box.fill(words)
  await box.press('Enter')
  await page.waitForURL(/\/search\?q=/)
}

test('the office finds riders and horses from any screen, without accents and in any order', async ({ page }) => {
  await open(page, '/settings/fee')
  await searchFor(page, 'fischer zoe')
  await expect(page.getByRole('main').getByRole('link', { name: 'Zoë Fischer' })).toBeVisible()
  await expectAccessible(page)
  await open(page, '/horses')
  await searchFor(page, 'WILLOW')
  await page.getByRole('main').getByRole('link', { name: 'Willow' }).click()
  await expect(page).toHaveURL(/\/horses\/tracking\?/)
})

test('two clicks from the week show who has not paid, and a third mails the link to pay', async ({ page }, info) => {
  const last = `Owes ${info.project.name} ${info.retry}`
  const notice = (text: string) => expect(page.getByRole('region', { name: /Notifications/ })).toContainText(text)
  const row = page.getByRole('row').filter({ hasText: last })
  await open(page, '/students-management/new')
  await page.getByLabel('First name').fill('Kim')
  await page.getByLabel('Last name').fill(last)
  await page.getByLabel('Email').fill(`owes.${info.project.name}.${info.retry}@example.com`)
  await page.getByRole('button', { name: 'Add Student' }).click()
  await notice('Student Added')
  await open(page, `/students-management?search=${encodeURIComponent(last)}`)
  const edit = row.getByRole('link', { name: /^Edit/ })
  // On a phone it is in the row's menu.
  if (!(await edit.isVisible())) await row.getByRole('button', { name: /^More for/ }).click()
  await edit.click()
  await page.getByLabel(/^Package added by the office/).selectOption({ label: 'Package 1 - Basic' })
  await page.getByRole('button', { name: 'Save Student' }).click()
  await notice('Student Updated')

  await open(page, '/admin')
  await goTo(page, 'Students')
  await page.getByRole('link', { name: 'Unpaid this month' }).click()
  await expect(row).toContainText('$220.00')
  await expectAccessible(page)
  await row.getByRole('button', { name: /^Email payment link/ }).click()
  await notice('Payment link sent')
  await expect(row).toContainText('Emailed today')

  await open(page, '/students')
  await page.getByRole('link', { name: /^Pending/ }).click()
  await expect(row).toContainText('Emailed today')
})

test('the office blocks a sign-in on a student’s page and returns to it', async ({ page }, info) => {
  const last = `Blocked ${info.project.name} ${info.retry}`
  await open(page, '/students/new')
  await page.getByLabel('First name').fill('Lou')
  await page.getByLabel('Last name').fill(last)
  await page.getByLabel('Email').fill(`blocked.${info.project.name}.${info.retry}@example.com`)
  await page.getByRole('button', { name: 'Add Student' }).click()
  await expect(page.getByRole('main').getByRole('heading', { name: `Lou ${last}` })).toBeVisible()
  await page.getByRole('link', { name: 'Edit Student' }).click()
  await page.getByLabel('Block sign-in').check()
  await page.getByRole('button', { name: 'Save Student' }).click()
  await page.waitForURL(/\/students\/[^/]+\?month=/)
  await expect(page.getByRole('main').getByText('Sign-in blocked')).toBeVisible()
})
