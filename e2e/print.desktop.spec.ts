import { onPaper } from '../app/routes/office/day/paper'
import { expect, open, type Page, SAMPLE, signIn, test } from './support'

const MONEY = /paid|\bover\b|\d+ (\/|of) \d+|renews/

/** Returns the words that are broken over two lines. */
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

const points = (part: Element) => Math.round(Number.parseFloat(getComputedStyle(part).fontSize) * 7.5) / 10

const pagesOf = async (page: Page) =>
  (await page.pdf({ preferCSSPageSize: true, format: 'Letter' })).toString('latin1').match(/\/Type \/Page\b/g)?.length

test.beforeEach(async ({ page }) => {
  await signIn(page, SAMPLE.admin)
})

test('the week prints on one letter page across: the school, the dates, riders and horses in full, and no allowances', async ({
  page,
}) => {
  // The week before, to which no other test adds a lesson: the longest day of this one may be as small as print gets.
  const before = new Date(Date.now() - 7 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  await open(page, `/admin?week=${before}`)
  const scripts = test.info().project.name === 'js'
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByText('Export', { exact: true }).last()).toBeVisible()
  await expect(page.getByText('Print', { exact: true }).last()).toBeVisible({ visible: scripts })
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 980, height: 740 })
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Weekly Schedule' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Stirrup Riding School')).toBeVisible()
  expect(await page.locator('.week').innerText()).not.toMatch(MONEY)
  expect(await page.locator('.week').evaluate(brokenWords)).toEqual([])
  // Its type is as large as its longest day allows, and each lesson's riders start on a new line.
  expect(await page.locator('.lesson').first().evaluate(points)).toBeGreaterThan(8)
  const heads = page.locator('.lesson-head small')
  expect(await heads.evaluateAll((all) => all.every((one) => getComputedStyle(one).display === 'block'))).toBe(true)
  expect(await pagesOf(page)).toBe(1)
  const paper = (await page.pdf({ preferCSSPageSize: true, format: 'Letter' })).toString('latin1')
  expect(paper).toMatch(/MediaBox ?\[0 0 792 612\]/)
})

test('the printed day sheet does not mention allowances', async ({ page }) => {
  await open(page, '/admin')
  // A day with a rider whose month is not paid.
  const day = page.locator('.week-day', { has: page.locator('em') }).first()
  const lesson = (await day.locator('.lesson-head').first().getAttribute('href')) ?? ''
  await open(page, `/admin/day?date=${lesson.split('/')[3]}`)
  expect(await page.locator('.sheet').innerText()).toMatch(MONEY)
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.sheet').innerText()).not.toMatch(MONEY)
})

test('the day sheet is for a clipboard: riders and horses in 14 pt, notes for the barn in 12 pt with a sign, and boxes to check', async ({
  page,
}) => {
  for (const who of [SAMPLE.admin, SAMPLE.instructor]) {
    await page.context().clearCookies()
    await signIn(page, who)
    const sheet = who === SAMPLE.admin ? '/admin/day' : '/teaching'
    // A day with a note for the barn.
    for (let back = 0; back < 14 && !(await page.locator('.sheet-notes > strong').count()); back++)
      await open(page, back ? ((await page.getByLabel('Previous day').getAttribute('href')) ?? '') : sheet)
    await page.emulateMedia({ media: 'print' })
    const ride = page.locator('.sheet-ride', { has: page.locator('.sheet-notes > strong') }).first()
    expect(await ride.locator('.sheet-name > span').first().evaluate(points)).toBe(14)
    expect(await ride.locator('.sheet-name > span').nth(1).evaluate(points)).toBe(14)
    const note = ride.locator('.sheet-notes > strong')
    expect(await note.evaluate(points)).toBe(12)
    expect(await note.evaluate((part) => getComputedStyle(part, '::before').content)).toContain('⚠')
    const boxes = page.locator('.sheet-mark').filter({ visible: true })
    expect(await boxes.evaluateAll((all) => all.map((one) => getComputedStyle(one, '::after').content))).toEqual(
      expect.arrayContaining(['"present"', '"absent"']),
    )
    await expect(page.getByRole('button', { name: 'All present' })).toHaveCount(0)
    expect(await pagesOf(page)).toBe(1)
    await page.emulateMedia({ media: null })
  }
})

test('a day of twenty riders is one page at full size, one of 32 in smaller type', async ({ page }) => {
  await open(page, '/admin')
  const address = await page.locator('.ride a').first().getAttribute('href')
  for (const [lessons, riders, notes, size] of [
    [5, 20, 2, 14],
    [8, 32, 4, 9],
  ] as const) {
    await open(page, `/admin/day?date=${address?.split('/')[3]}`)
    const note = 'Allergic to bee stings. EpiPen in the tack room, top drawer.'
    const day = Array.from({ length: lessons }, (_, lesson) => ({
      riders: Array.from({ length: riders / lessons }, (_, at) => ({
        concerns: [],
        barn: lesson < notes && at === 0 ? [note] : [],
        note: '',
      })),
    }))
    await page.evaluate(
      ({ day, style }) => {
        const sheet = document.querySelector<HTMLElement>('.sheet')
        const lesson = sheet?.querySelector('section')
        // A rider of one line: others have warnings, which take a second one on paper.
        const rows = [...(sheet?.querySelectorAll('li') ?? [])]
        const length = ({ textContent }: Element) => textContent?.length ?? 0
        const [ride] = rows.sort((a, b) => length(a) - length(b))
        if (!sheet || !lesson || !ride) throw new Error('This day has no rider')
        const made = day.map(({ riders }) => {
          const copy = lesson.cloneNode(true) as HTMLElement
          const rides = riders.map(({ barn: [note] }) => {
            const row = ride.cloneNode(true) as HTMLElement
            const notes = row.querySelector<HTMLElement>('.sheet-notes')
            if (notes) {
              // The day's first ride may have notes of its own.
              delete notes.dataset.note
              notes.replaceChildren()
              if (note) {
                notes.dataset.note = ''
                notes.innerHTML = `<strong>${note}</strong>`
              }
            }
            return row
          })
          copy.querySelector('ul')?.replaceChildren(...rides)
          return copy
        })
        sheet.replaceChildren(...made)
        for (const [name, value] of Object.entries(style)) sheet.style.setProperty(name, String(value))
      },
      { day, style: onPaper(day, 0) },
    )
    await page.emulateMedia({ media: 'print' })
    expect(await pagesOf(page)).toBe(1)
    const letters = await page.locator('.sheet-name > span').first().evaluate(points)
    expect(letters).toBeGreaterThanOrEqual(size)
    expect(letters < 14).toBe(size < 14)
  }
})

test('a year of payments prints with all twelve months', async ({ page }) => {
  await open(page, '/payments/by-month')
  await page.setViewportSize({ width: 980, height: 740 })
  await page.emulateMedia({ media: 'print' })
  const months = page.locator('.year-grid tbody').first().locator('tr').first().locator('td.num')
  await expect(months).toHaveCount(12)
  for (const month of await months.all()) await expect(month).toBeVisible()
})

test('the list of students prints without its cards, each name larger than the phone below it, the contact in full', async ({
  page,
}) => {
  await open(page, '/students')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Total Students')).toBeHidden()
  const student = page.locator('.student-name', { has: page.locator('.contact', { hasText: /\d/ }) }).first()
  const contact = student.locator('.contact')
  expect(await student.locator('.link').evaluate(points)).toBeGreaterThan(await contact.evaluate(points))
  expect(await contact.evaluate((part) => part.scrollWidth <= part.clientWidth)).toBe(true)
  expect(await contact.evaluate((part) => getComputedStyle(part).whiteSpace)).toBe('normal')
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toBeHidden()
})

test('the month for the bookkeeper prints its money, without its files', async ({ page }) => {
  await open(page, '/payments/month-end')
  await expect(page.getByText('QuickBooks Online: Stripe balance')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('cell', { name: 'Total' }).filter({ visible: true })).toHaveCount(2)
  await expect(page.getByText('QuickBooks Online: Stripe balance')).toBeHidden()
})

test('the rides of a family print without controls', async ({ page }) => {
  await page.context().clearCookies()
  await signIn(page, SAMPLE.rider)
  await open(page, '/scheduled-rides')
  const onScreen = ["Can't come", 'Book a lesson', 'Makeups', 'Change', 'Your calendar']
  for (const text of onScreen) await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const text of onScreen)
    await expect(page.getByText(text, { exact: true }).filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('cell', { name: 'Group Lesson' }).first()).toBeVisible()
})
