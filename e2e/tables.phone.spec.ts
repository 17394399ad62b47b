import { expect, expectAccessible, open, SAMPLE, signIn, test } from './support'

/**
 * The height of a usual row (the median) of each list on a small phone, in pixels, and of everything around the rows.
 * The median, since other tests add rows, some with long names that wrap.
 */
const LISTS = {
  '/students': { row: 80, around: 1090 },
  '/students-management': { row: 80, around: 1090 },
  '/payments': { row: 64, around: 1500 },
  '/payments/sales': { row: 34, around: 840 },
  '/horses/workload': { row: 56, around: 640 },
  '/payments/payouts': { row: 64, around: 540 },
  '/makeups': { row: 76, around: 400 },
  '/payments/month-end': { row: 85, around: 1210 },
  '/settings/catalogue': { row: 112, around: 800 },
}

test('the office reads each of its lists on a phone in a few screens, and it stays a table to a screen reader', async ({
  page,
}) => {
  await signIn(page, SAMPLE.admin)
  const longer: string[] = []
  for (const [screen, most] of Object.entries(LISTS)) {
    await open(page, screen)
    const { row, around } = await page.evaluate(() => {
      const rows = [...document.querySelectorAll<HTMLElement>('.data-table tbody tr')]
      const heights = rows.map(({ offsetHeight }) => offsetHeight).sort((a, b) => a - b)
      const height = heights.reduce((sum, each) => sum + each, 0)
      return { row: heights[heights.length >> 1] ?? NaN, around: document.documentElement.scrollHeight - height }
    })
    if (!(row <= most.row && around <= most.around))
      longer.push(`${screen}: a row of ${row} px, ${around} px around them`)
    const first = page.getByRole('table').first().getByRole('row').nth(1)
    await expect(first).toBeVisible()
    expect(await first.getByRole('cell').count(), screen).toBeGreaterThan(1)
    await expectAccessible(page)
  }
  expect(longer).toEqual([])
})

test('the students’ month is not cut off on a narrow phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, SAMPLE.admin)
  for (const screen of ['/students', '/students-management']) {
    await open(page, screen)
    const wide = await page.getByLabel('Month').evaluate((select: HTMLElement) => {
      const asItIs = select.offsetWidth
      select.style.width = 'max-content'
      return asItIs - select.offsetWidth
    })
    expect(wide, screen).toBeGreaterThanOrEqual(0)
  }
})

test('what a card leaves out is one tap away, and a wider window has the table', async ({ page }) => {
  await signIn(page, SAMPLE.admin)
  await open(page, '/students-management?search=Adeyemi')
  const row = page.getByRole('row').filter({ hasText: 'Lucas Adeyemi' })
  await expect(row).toContainText('Package 3 - Private')
  await expect(row.getByText('(845) 555-')).toBeHidden()
  const makeups = row.getByRole('cell').nth(6)
  await expect(makeups).toBeHidden()
  await page.getByLabel('All counters').check()
  await expect(row.getByText('(845) 555-')).toBeVisible()
  await expect(makeups).toBeVisible()
  await row.getByRole('button', { name: /^More for/ }).click()
  await expect(row.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  for (const screen of ['/students', '/students-management']) {
    await page.setViewportSize({ width: 896, height: 800 })
    await open(page, screen)
    expect((await page.getByRole('columnheader', { name: 'Package' }).boundingBox())?.height, screen).toBeGreaterThan(
      15,
    )
    await expect(page.getByLabel(/^All /)).toBeHidden()
  }
})

test('an upright tablet shows three days of the week, the last three at its end', async ({ page }) => {
  await signIn(page, SAMPLE.admin)
  await page.setViewportSize({ width: 768, height: 1024 })
  for (const [day, first] of [
    [1, 1],
    [3, 3],
    [7, 5],
  ] as const) {
    await open(page, '/admin')
    await page
      .locator('.week-strip a')
      .nth(day - 1)
      .click()
    const days = page.locator('.week-day')
    await expect(days.nth(day - 1)).toHaveAttribute('data-shown')
    const seen = await days.evaluateAll((all) => all.flatMap((one, i) => (one.clientWidth ? [i + 1] : [])))
    expect(seen).toEqual([first, first + 1, first + 2])
  }
})
