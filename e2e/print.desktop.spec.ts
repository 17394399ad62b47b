import { expect, open, SAMPLE, signIn, test } from './support'

const MONEY = /paid|\bover\b|\d+ (\/|of) \d+|renews/

/** The words that stand on two lines. */
function brokenWords(part: Element): string[] {
  const broken: string[] = []
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s-]+-?/g)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
    }
  }
  return broken
}

test.beforeEach(async ({ page }) => {
  await signIn(page, SAMPLE.admin)
})

test('The week prints on one letter page across: the school, the dates, riders and horses whole, and no allowances', async ({
  page,
}) => {
  await open(page, '/admin')
  const scripts = test.info().project.name === 'js'
  await expect(page.getByRole('button', { name: 'Print' })).toHaveCount(scripts ? 1 : 0)
  await page.setViewportSize({ width: 980, height: 740 })
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Weekly Schedule' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Stirrup Riding School')).toBeVisible()
  expect(await page.locator('.week').innerText()).not.toMatch(MONEY)
  expect(await page.locator('.week').evaluate(brokenWords)).toEqual([])
  const paper = (await page.pdf({ preferCSSPageSize: true, format: 'Letter' })).toString('latin1')
  expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(1)
  expect(paper).toMatch(/MediaBox ?\[0 0 792 612\]/)
})

test('The printed day sheet says nothing of allowances', async ({ page }) => {
  await open(page, '/admin')
  // A day with a rider whose month is not paid.
  const day = page.locator('.week-day', { has: page.locator('em') }).first()
  const lesson = (await day.locator('.lesson-head').first().getAttribute('href')) ?? ''
  await open(page, `/admin/day?date=${lesson.split('/')[3]}`)
  expect(await page.locator('.sheet').innerText()).toMatch(MONEY)
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.sheet').innerText()).not.toMatch(MONEY)
})

test('A year of payments prints with all of its twelve months', async ({ page }) => {
  await open(page, '/payments')
  await page.setViewportSize({ width: 980, height: 740 })
  await page.emulateMedia({ media: 'print' })
  const months = page.locator('.year-grid tbody').first().locator('tr').first().locator('td.num')
  await expect(months).toHaveCount(12)
  for (const month of await months.all()) await expect(month).toBeVisible()
})
