import { expect, open, SAMPLE, signIn, test } from './support'

const MONEY = /no allowance|\bover\b|\d+ \/ \d+|renews/

test.beforeEach(async ({ page }) => {
  await signIn(page, SAMPLE.admin)
})

test('The week prints on one page across, with riders and horses and without allowances', async ({ page }) => {
  await open(page, '/admin')
  const scripts = test.info().project.name === 'js'
  await expect(page.getByRole('button', { name: 'Print' })).toHaveCount(scripts ? 1 : 0)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Weekly Schedule' })).toBeVisible()
  expect(await page.locator('.week').innerText()).not.toMatch(MONEY)
  const paper = (await page.pdf({ preferCSSPageSize: true, format: 'Letter' })).toString('latin1')
  expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(1)
  expect(paper).toMatch(/MediaBox ?\[0 0 792 612\]/)
})

test('The printed day sheet says nothing of allowances', async ({ page }) => {
  await open(page, '/admin')
  // The fullest day of the week has somebody without an allowance.
  const day = page.locator('.week-day', { has: page.locator('em') }).first()
  const lesson = (await day.locator('.lesson-head').first().getAttribute('href')) ?? ''
  await open(page, `/admin/day?date=${lesson.split('/')[3]}`)
  expect(await page.locator('.sheet').innerText()).toMatch(MONEY)
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.sheet').innerText()).not.toMatch(MONEY)
})
