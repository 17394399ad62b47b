import { expect, open, register, SAMPLE, signIn, test } from './support'

const today = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'America/New_York',
}).format()

test('an offered place that is taken in two windows at once is taken once', async ({ page, browser }) => {
  await signIn(page, SAMPLE.rider)
  await open(page, '/find-a-place')
  await page.getByRole('link', { name: 'See This Spot' }).click()
  await page.waitForURL(/\/offers\/\d+$/)
  // The offered day, never today.
  await expect(page.getByText(/^(Every week from )?\w+day, \w+ \d+/)).not.toContainText(today)
  const other = await (await browser.newContext()).newPage()
  await signIn(other, SAMPLE.rider)
  await open(other, page.url())
  await Promise.all([page, other].map((window) => window.getByRole('button', { name: 'Take This Spot' }).click()))
  const booked = [page, other].map((window) => window.getByText('Lesson booked'))
  await expect.poll(async () => (await Promise.all(booked.map((text) => text.count()))).filter(Boolean).length).toBe(1)
  for (const window of [page, other]) {
    if (!/offers/.test(window.url())) continue
    await open(window, window.url())
    await expect(window.getByText('Your family already took this spot.')).toBeVisible()
  }
  await other.context().close()
})

test('the office exceeds the places of a lesson only knowingly', async ({ page }) => {
  await signIn(page, SAMPLE.admin)
  await open(page, '/admin/waitlists')
  const [line = ''] =
    (
      await page
        .getByRole('main')
        .getByRole('link', { name: /9:00 AM Group Lesson/ })
        .first()
        .getAttribute('href')
    )?.split('/waitlist') ?? []
  await open(page, `${line}/add`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByRole('radio', { name: /This date only/ }).check()
  await dialog.getByRole('button', { name: 'Add Student', exact: true }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Full: 5 of 5' })).toBeVisible()
  await expect(dialog.getByLabel('Add anyway')).not.toBeChecked()
})

test('a second tap at the same point books nothing else, and the focus continues where the finger was', async ({
  page,
  browser,
}, { retry }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const email = `taps.twice.${retry}@example.com`
  await register(page, { first: 'Tilda', last: 'Twice', email, password: 'taps-a-phone-twice' })
  const { id } = await (await page.request.get('/api/auth/user')).json()
  const desk = await (await browser.newContext()).newPage()
  await signIn(desk, SAMPLE.admin)
  const until = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10)
  for (const reason of ['First', 'Second']) {
    const makeup = { studentId: id, type: 'Group Lesson', reason, until }
    expect((await desk.request.post('/api/admin/makeups', { data: makeup })).status()).toBe(201)
  }
  await desk.context().close()

  await open(page, '/find-a-place')
  const book = page.getByRole('button', { name: /^Use a makeup for/ }).nth(1)
  const rows = page.locator('.lesson-row').filter({ visible: true })
  const heights = () => rows.evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height)))
  const before = await heights()
  await book.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await book.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const tap = () => page.mouse.click(x + width / 2, y + height / 2)
  await tap()
  await expect(page.getByText('✓ Booked')).toBeVisible()
  await expect(page.locator('li:focus')).toContainText('✓ Booked')
  await expect(rows.nth(1)).toContainText('✓ Booked')
  expect(await heights()).toEqual(before)
  await tap()
  await page.keyboard.press('Tab')
  await open(page, '/scheduled-rides')
  await expect(page.getByText('Upcoming Rides (1 scheduled)')).toBeVisible()
  expect(asked.filter((url) => url.includes('/cant-come'))).toEqual([])
})

test('on Attendance to Mark a second tap at the same point marks nobody else, and the mark stays with its Undo', async ({
  page,
}, { retry }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, SAMPLE.admin)
  const monday = new Date()
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7) - 7)
  const at = { lessonDate: monday.toISOString().slice(0, 10), scheduledTime: '3:30 PM', lessonType: 'Group Lesson' }
  for (const name of ['Once', 'Twice']) {
    const data = { firstName: 'Tap', lastName: name, email: `tap.${name}.${retry}@example.com`.toLowerCase() }
    const { id } = await (await page.request.post('/api/admin/students', { data })).json()
    const added = await page.request.post('/api/temporary-lessons/add-student', {
      data: { ...at, studentId: id, beyondCapacity: true },
    })
    expect(added.ok(), await added.text()).toBe(true)
  }
  await open(page, '/admin/not-recorded')
  const presents = page.getByRole('button', { name: /^Present, / })
  const before = await presents.count()
  const row = page.locator('.sheet-ride', { hasText: 'Tap Once' }).first()
  const present = row.getByRole('button', { name: /^Present, / })
  await present.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await present.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const tap = () => page.mouse.click(x + width / 2, y + height / 2)
  await tap()
  await expect(row.locator('.sheet-marked')).toContainText('Present')
  await expect(row.locator(':focus')).toHaveCount(1)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await tap()
  await expect(presents).toHaveCount(before - 1)
  expect(sent).toEqual([])
  await row.getByRole('button', { name: /^Undo, / }).click()
  await expect(presents).toHaveCount(before)
})

test('at 360 px the first times are within two screens, and full lessons and waitlists behind one line', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, SAMPLE.rider)
  await open(page, '/find-a-place')
  for (const rider of ['Riley Carter', 'Ada Carter', 'Finn Carter']) {
    await page.getByRole('link', { name: rider, exact: true }).click()
    await expect(page.getByRole('link', { name: rider, exact: true })).toHaveAttribute('aria-current', 'page')
    expect(await page.evaluate(() => document.documentElement.scrollHeight), rider).toBeLessThan(2 * 740)
    await expect(page.getByRole('button', { name: /^Join the waitlist/ }).locator('visible=true')).toHaveCount(0)
  }
})
