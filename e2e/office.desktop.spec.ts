import { expect, open, SAMPLE, signIn, test } from './support'

test('the office keeps its students, their counters and what they paid', async ({ page, javaScriptEnabled }, info) => {
  const scripts = javaScriptEnabled !== false
  const last = `Desk ${info.project.name} ${info.retry}`
  const list = `/students-management?search=${encodeURIComponent(last)}`
  const notice = (text: string) => expect(page.getByRole('region', { name: /Notifications/ })).toContainText(text)
  const row = page.getByRole('row').filter({ hasText: last })
  await signIn(page, SAMPLE.admin)

  await test.step('add a student and correct a counter, with a line that says why', async () => {
    await open(page, '/students-management/new')
    await page.getByLabel('First name').fill('Kim')
    await page.getByLabel('Last name').fill(last)
    await page.getByLabel('Email', { exact: true }).fill(`kim.${info.project.name}.${info.retry}@example.com`)
    await page.getByRole('button', { name: 'Add Student' }).click()
    await notice('Student Added')
    await open(page, list)
    await row.getByRole('link', { name: /^Edit/ }).click()
    await page.getByLabel('Group lessons').fill('2')
    await page.getByLabel(/^Reason/).fill('Two rides before the app')
    await page.getByRole('button', { name: 'Save Student' }).click()
    await notice('Student Updated')
    await open(page, list)
    await row
      .getByRole('link', { name: new RegExp(last) })
      .first()
      .click()
    const line = page.getByRole('row').filter({ hasText: 'Two rides before the app' })
    await expect(line).toContainText('+2')
  })

  await test.step('reset the month, and take it back', async () => {
    await open(page, list)
    await expect(row).toContainText('2 / 0')
    await page.getByRole('link', { name: 'Reset Monthly Usage' }).click()
    await page.getByRole('button', { name: /^Reset / }).click()
    await notice('Monthly usage reset')
    await expect(row).not.toContainText('2 / 0')
    await page.getByRole('button', { name: 'Undo' }).click()
    await notice('Reset undone')
    await expect(row).toContainText('2 / 0')
  })

  await test.step('note an amount paid in cash', async () => {
    await open(page, `/payments/by-month?q=${encodeURIComponent(last)}`)
    await expect(page.getByText('Offline Payments (Manual)')).toHaveCount(1)
    const march = page.getByLabel(/March/).first()
    // An empty month is a dot, and a field as soon as someone comes to it.
    const line = () => march.evaluate((field) => getComputedStyle(field).borderTopColor)
    const quiet = await line()
    expect(quiet).toMatch(/, 0\)$/)
    await march.focus()
    expect(await line()).not.toBe(quiet)
    // With scripts a field takes digits alone, and is saved once, when it is left or by Enter.
    if (scripts) {
      const saved: string[] = []
      page.on('request', (request) => request.method() === 'POST' && saved.push(request.postData() ?? ''))
      for (const wrong of ['220.50', '-50', '99999']) {
        await march.fill('')
        await march.pressSequentially(wrong)
        await march.press('Enter')
        expect(await march.evaluate((field: HTMLInputElement) => field.validity.patternMismatch), wrong).toBe(true)
      }
      expect(saved).toEqual([])
      await march.fill('')
      await march.pressSequentially('1a2b0')
      await march.press('Enter')
      await expect(page.getByText('$0.00 → $120.00')).toBeVisible()
      expect(saved).toHaveLength(1)
    } else {
      await march.fill('120')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
    }
    await expect(page.getByText(/^\$120\.00 in \d{4}$/)).toBeVisible()
  })

  await test.step('remove and restore', async () => {
    await open(page, list)
    await row.getByRole('button', { name: /^More for/ }).click()
    if (scripts) await page.getByRole('menuitem', { name: 'Remove' }).click()
    else await row.getByRole('link', { name: 'Remove' }).click()
    await page.getByRole('button', { name: /^Remove/ }).click()
    await expect(row).toHaveCount(0)
    await page.getByRole('link', { name: 'Removed', exact: true }).click()
    await row.getByRole('button', { name: /^Restore/ }).click()
    await notice('Student Restored')
  })

  await test.step('import donations after a look at what changes', async () => {
    await open(page, '/donations/import')
    const lines = ['Payment ID,Payment Date,Total Amount', `e2e-${last},2026-11-01,25`, `x-${last},2026-11-01,-3`]
    const buffer = Buffer.from(lines.join('\n'))
    await page.getByLabel('CSV file').setInputFiles({ name: 'export.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByText('amount must not be negative')).toBeVisible()
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await notice('1 new, 0 changed, 0 unchanged, 1 skipped')
  })
})

test('the students are one screen: the month once, cards that add up, the phone in sight, counters a switch away', async ({
  page,
}) => {
  await signIn(page, SAMPLE.admin)
  await open(page, '/students?search=Adeyemi')
  const main = page.getByRole('main')
  await expect(main.getByRole('combobox', { name: 'Month' })).toHaveCount(1)
  await expect(main.getByText('←', { exact: true })).toHaveCount(1)

  const card = async (label: string) => {
    const texts = await main
      .locator('.card', { hasText: new RegExp(`^${label}`) })
      .first()
      .locator('p')
      .allInnerTexts()
    return texts.slice(1).map((text) => Number.parseInt(text, 10) || 0)
  }
  const [total = 0, nothingDue = 0] = await card('Total Students')
  const [paid = 0, renews = 0] = await card('Paid')
  const [pending = 0] = await card('Pending')
  expect(paid + renews + pending + nothingDue).toBe(total)
  await expect(main.getByRole('link', { name: /^Pending/ })).toContainText('See who')

  const row = page.getByRole('row').filter({ hasText: 'Lucas Adeyemi' })
  await expect(row.locator('.contact')).toHaveText(/^\(845\) 555-\d{4} · Parent: /)
  const month = await main.getByRole('combobox', { name: 'Month' }).inputValue()
  await main.getByRole('link', { name: 'Counters' }).click()
  await expect(page).toHaveURL(new RegExp(`/students-management\\?month=${month}&search=Adeyemi$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Student Management' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Makeups' })).toBeVisible()
  expect(await card('Total Students')).toEqual([total, nothingDue])
  await main.getByRole('link', { name: 'Payments', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/students\\?month=${month}&search=Adeyemi$`))
})

test('Pending has one color, and of the figures of donations their sum is the largest', async ({ page }) => {
  await signIn(page, SAMPLE.admin)
  const colors = new Set<string>()
  for (const screen of ['/students', '/donations']) {
    await open(page, screen)
    const badge = page.locator('.badge', { hasText: /^Pending$/ })
    colors.add(await badge.first().evaluate((word) => getComputedStyle(word).backgroundColor))
  }
  expect([...colors]).toHaveLength(1)
  const sizes = await page
    .locator('.card > p.num')
    .evaluateAll((figures) => figures.map((figure) => Number.parseFloat(getComputedStyle(figure).fontSize)))
  expect(sizes).toHaveLength(4)
  expect(sizes.slice(1).every((size) => size < (sizes[0] ?? 0))).toBe(true)
})
