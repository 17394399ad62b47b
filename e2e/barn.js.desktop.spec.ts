import type { Browser, Page } from '@playwright/test'
import { expect, expectAccessible, open, register, SAMPLE, signIn, signOut, test } from './support'

/** Returns a day with this weekday, 0 for Sunday, that no other test marks. */
function dayAhead(weekday: number) {
  const day = new Date()
  day.setUTCDate(day.getUTCDate() + ((weekday - day.getUTCDay() + 7) % 7) + 42)
  return day.toISOString().slice(0, 10)
}
const SATURDAY = dayAhead(6)

/** Returns the latest past day with lessons, which its instructor may still mark: there are none on Sundays. */
function dayJustOver() {
  const day = new Date(Date.now() - 24 * 60 * 60_000)
  if (day.getUTCDay() === 0) day.setUTCDate(day.getUTCDate() - 1)
  return day.toISOString().slice(0, 10)
}
const SHEET = `/admin/day?date=${SATURDAY}`
const DANA = { first: 'Dana', last: 'Desk', password: 'dana-at-the-desk' }

const line = (page: Page, at: number) => page.locator('.sheet-ride').nth(at)
const mark = (page: Page, at: number, name: 'Present' | 'Absent') =>
  line(page, at).getByRole('button', { name: new RegExp(`^${name},`) })
const bar = (page: Page) => page.locator('.sheet-bar')

async function phoneOf(browser: Browser) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  return context.newPage()
}

/** Opens the sheet with a signal and waits until the worker has a copy with the files that it needs. */
async function openAndKeep(page: Page, path = SHEET) {
  await open(page, path)
  await expect(page.getByText('Available offline on this device')).toBeVisible()
  await expect
    .poll(() =>
      page.evaluate(async (key) => {
        const files = await (await caches.open('sheet-files')).keys()
        return files.length >= 2 && Boolean(await (await caches.open('sheets')).match(key))
      }, path),
    )
    .toBe(true)
}

test('two phones without a signal: marks are stored, sent once, and a question is asked if both changed the same ride', async ({
  page: desk,
  browser,
}, { retry }) => {
  const email = `dana.desk.${retry}@example.com`
  await register(desk, { ...DANA, email })
  const ann = await phoneOf(browser)
  await signIn(ann, SAMPLE.admin)
  await open(ann, `/settings/administrators/add?email=${email}`)
  await ann.getByRole('button', { name: 'Make Administrator' }).click()
  await expect(ann.getByText('Administrator Added')).toBeVisible()
  // What opened the account before no longer opens it.
  await desk.goto(await ann.getByLabel('Link for').inputValue())
  await desk.getByLabel('New Password').fill('of-the-office')
  await desk.getByLabel('Confirm Password').fill('of-the-office')
  await desk.getByRole('button', { name: 'Reset Password' }).click()
  await expect(desk.getByText('Password Reset Successful!')).toBeVisible()
  await signIn(desk, { email, password: 'of-the-office' })

  await openAndKeep(ann)
  const before = await line(ann, 0).boundingBox()
  await ann.context().setOffline(true)
  await ann.reload()
  await expect(ann.getByText(/^No signal\. Sheet of Saturday as of .+ saved on this device\./)).toBeVisible()
  expect((await line(ann, 0).boundingBox())?.height).toBe(before?.height)
  await expect(ann.locator('html[data-scripts]')).toHaveCount(1)

  // The first is marked by both, the second marked the same by both, the third gets a horse, the fourth a mark that is undone.
  await mark(ann, 0, 'Absent').click()
  await mark(ann, 1, 'Absent').click()
  await line(ann, 2).locator('.sheet-name').click()
  const horses = line(ann, 2).getByRole('combobox')
  const horse = await horses.locator('option:not([disabled])').nth(3).textContent()
  await horses.selectOption({ index: 3 })
  await mark(ann, 3, 'Present').click()
  await expect(bar(ann)).toContainText('4 changes kept on this device, not sent yet.')
  await mark(ann, 3, 'Present').click()
  await expect(bar(ann)).toContainText('3 changes kept')
  await expect(line(ann, 0)).toContainText('Not sent yet')
  await expect(line(ann, 2)).toContainText(horse ?? '')
  await expectAccessible(ann)
  await ann.reload()
  await expect(bar(ann)).toContainText('3 changes kept')
  await expect(mark(ann, 0, 'Absent')).toHaveAttribute('aria-pressed', 'true')

  await openAndKeep(desk)
  // Weeks ahead a ride that was ridden is asked about.
  await mark(desk, 0, 'Present').click()
  await desk.getByRole('button', { name: 'Mark it anyway' }).click()
  await expect(desk.getByText('Attendance Recorded')).toBeVisible()
  await openAndKeep(desk)
  await expect(mark(desk, 0, 'Present')).toHaveAttribute('aria-pressed', 'true')
  await mark(desk, 1, 'Absent').click()
  await expect(desk.getByText('Attendance Recorded')).toBeVisible()

  await ann.context().setOffline(false)
  const clash = line(ann, 0).getByRole('group')
  await expect(clash).toContainText(/You marked Absent at .+ Dana Desk marked Present at/)
  await expect(bar(ann)).toContainText('1 change to decide.')
  await expect(ann.getByText('No signal.')).toBeHidden()
  await expect(line(ann, 2)).not.toContainText('Not sent')
  await expectAccessible(ann)
  await desk.reload()
  await expect(mark(desk, 0, 'Present')).toHaveAttribute('aria-pressed', 'true')
  await expect(line(desk, 2)).toContainText(horse ?? '')

  await clash.getByRole('button', { name: 'Use mine' }).click()
  await expect(clash).toBeHidden()
  await expect(bar(ann)).toContainText('Everything is sent.')
  await desk.reload()
  await expect(mark(desk, 0, 'Absent')).toHaveAttribute('aria-pressed', 'true')

  await ann.context().setOffline(true)
  await mark(ann, 4, 'Present').click()
  await expect(bar(ann)).toContainText('1 change kept')
  await ann.context().setOffline(false)
  const asked = line(ann, 4).getByRole('group')
  await expect(asked).toContainText('This lesson begins on Saturday')
  await asked.getByRole('button', { name: 'Drop mine' }).click()
  await expect(asked).toBeHidden()
  await ann.context().close()
})

test('what the barn must know stands in full on a phone, also without a signal', async ({ browser }) => {
  const notes = [
    'Allergic to bee stings: the EpiPen is in the tack room, top drawer, and somebody has to stay with her until it works.',
    'Penicillin too. Only her grandmother picks her up, never anybody else, whatever they say, and she knows the way.',
  ]
  const phone = await phoneOf(browser)
  await signIn(phone, SAMPLE.admin)
  await open(phone, SHEET)
  const said = await line(phone, 0).getAttribute('data-ride')
  const { riderId, name }: { riderId: string; name: string } = JSON.parse(said ?? '')
  for (const note of notes) {
    await open(phone, `/students/${riderId}`)
    await phone.getByLabel('New note').fill(note)
    await phone.getByRole('radio', { name: /^The barn/ }).check()
    await phone.getByRole('button', { name: 'Add Note' }).click()
    await expect(phone.getByText('Note added')).toBeVisible()
  }
  await openAndKeep(phone)
  const shown = phone.locator('.sheet-ride', { hasText: name }).first().locator('.sheet-notes')
  const isWhole = () => shown.evaluate((part) => part.scrollHeight === part.clientHeight)
  for (const offline of [false, true]) {
    await phone.context().setOffline(offline)
    await phone.reload()
    for (const note of notes) await expect(shown).toContainText(note)
    expect(await isWhole()).toBe(true)
  }
  await phone.context().setOffline(false)
  // The same rider prints in other tests.
  for (const _ of notes) {
    await open(phone, `/students/${riderId}`)
    await phone
      .getByRole('button', { name: /^Delete the note/ })
      .first()
      .click()
    await expect(phone.getByText('Note deleted')).toBeVisible()
  }
  await phone.context().close()
})

test('an instructor without a signal opens My Day, also from a ride’s dialog: marks and a horse are sent once the signal is back', async ({
  page: desk,
  browser,
}) => {
  const date = dayJustOver()
  const myDay = `/teaching?date=${date}`
  const coach = await phoneOf(browser)
  await signIn(coach, SAMPLE.instructor)
  await open(coach, myDay)
  // The name is above the horse.
  const nameIn = (text: string) => text.split('\n')[0]
  const [first, second] = (await coach.locator('.sheet-name').allInnerTexts()).map(nameIn)
  const of = (page: Page, name = '') => page.locator('.sheet-ride', { hasText: name })
  const press = (page: Page, name: string | undefined, mark: 'Present' | 'Absent') =>
    of(page, name).getByRole('button', { name: new RegExp(`^${mark},`) })

  await signIn(desk, SAMPLE.admin)
  await open(desk, `/admin/day?date=${date}`)
  for (const name of [first, second]) {
    const pressed = of(desk, name).locator('[aria-pressed=true]')
    if (await pressed.count()) await pressed.click()
    await expect(pressed).toHaveCount(0)
  }

  await openAndKeep(coach, myDay)
  for (const sheet of [coach, desk]) {
    const said: unknown = JSON.parse((await of(sheet, first).getAttribute('data-ride')) ?? '')
    expect(said).toMatchObject({ date, name: first, attendance: 'scheduled', riderId: expect.any(String) })
  }
  const copy = await coach.evaluate(async (key) => (await caches.match(key))?.text(), myDay)
  expect(copy).not.toMatch(/\$\d|paid|\w@\w/i)
  await line(coach, 0).locator('.sheet-name').click()
  await expect(coach.getByRole('dialog')).toBeVisible()
  await coach.context().setOffline(true)
  await coach.reload()
  await expect(coach.getByText(/^No signal\. Sheet of \w+ as of /)).toBeVisible()
  await expect(coach).toHaveURL(myDay)
  await expect(coach.locator('html[data-scripts]')).toHaveCount(1)

  await press(coach, first, 'Present').click()
  await press(coach, second, 'Absent').click()
  await expect(bar(coach)).toContainText('2 changes kept')
  const mounted = coach.locator('.sheet-ride').filter({ hasNotText: 'No horse' }).nth(2)
  const third = nameIn(await mounted.locator('.sheet-name').innerText())
  await mounted.locator('.sheet-name').click()
  await of(coach, third).getByRole('combobox').selectOption({ label: 'No horse' })
  await expect(bar(coach)).toContainText('3 changes kept on this device, not sent yet.')
  await expectAccessible(coach)

  await desk.reload()
  await press(desk, first, 'Absent').click()
  await expect(desk.getByText('Attendance Recorded')).toBeVisible()
  await coach.context().setOffline(false)
  const clash = of(coach, first).getByRole('group')
  await expect(clash).toContainText(/You marked Present at .+ marked Absent at/)
  await clash.getByRole('button', { name: 'Keep theirs' }).click()
  await expect(clash).toBeHidden()
  await expect(coach.getByText('No signal.')).toBeHidden()
  await desk.reload()
  await expect(press(desk, first, 'Absent')).toHaveAttribute('aria-pressed', 'true')
  await expect(press(desk, second, 'Absent')).toHaveAttribute('aria-pressed', 'true')
  await expect(of(desk, third)).toContainText('No horse')

  // The next person who opens a sheet there leaves none of the previous one.
  await signOut(coach)
  await signIn(coach, SAMPLE.admin)
  await openAndKeep(coach, `/admin/day?date=${date}`)
  expect(await coach.evaluate(async (key) => Boolean(await caches.match(key)), myDay)).toBe(false)
  await coach.context().close()
})

test('signing out asks while something is unsent, and leaves neither sheets nor marks to the next person', async ({
  page,
}) => {
  await page.route('**/api/day-sheet/changes', (route) => route.abort())
  await open(page, '/auth')
  await page.getByLabel('Email').fill(SAMPLE.admin.email)
  await page.getByLabel('Password').fill(SAMPLE.admin.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
  await openAndKeep(page)
  await page.context().setOffline(true)
  await mark(page, 5, 'Present').click()
  await expect(bar(page)).toContainText('1 change kept')
  await page.context().setOffline(false)

  const kept = () =>
    page.evaluate(async () => ({
      sheets: (await caches.has('sheets')) && (await (await caches.open('sheets')).keys()).length > 0,
      marks: (await indexedDB.databases()).length,
    }))
  await page.locator('header .menu button[popovertarget]:visible').last().click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: '1 change not sent yet' })).toBeVisible()
  await expectAccessible(page)
  expect(await kept()).toEqual({ sheets: true, marks: 1 })
  await page.getByRole('button', { name: 'Sign Out and Discard' }).click()
  await expect(page).toHaveURL(/\/auth/)
  await expect.poll(kept).toEqual({ sheets: false, marks: 0 })
})

test('a session that ends in the barn leaves the sheet with its unsent changes; an unreadable one holds up no other', async ({
  page,
}) => {
  const friday = `/admin/day?date=${dayAhead(5)}`
  await signIn(page, SAMPLE.admin)
  await openAndKeep(page, friday)
  await page.context().setOffline(true)
  const [first, second] = [line(page, 0), line(page, 1)]
  await mark(page, 0, 'Absent').click()
  await mark(page, 1, 'Absent').click()
  await expect(bar(page)).toContainText('2 changes kept')
  await signOut(page)
  await page.context().setOffline(false)
  await expect(bar(page)).toContainText('to send 2 changes')
  await page.goto(friday)
  await expect(page).toHaveURL(/\/auth/)

  await page.context().setOffline(true)
  await page.goto(friday)
  await expect(first).toContainText('Not sent yet')
  await expect(second).toContainText('Not sent yet')

  await page.route('**/api/day-sheet/changes', async (route) => {
    const { changes } = route.request().postDataJSON()
    if (changes.length > 1) return route.fulfill({ status: 400, json: { message: 'Too many' } })
    return route.continue()
  })
  // The page that is left may send them too, as soon as there is a signal and a session.
  const sent = new Set<string>()
  page.on('response', (response) => {
    if (!response.url().endsWith('/api/day-sheet/changes') || !response.ok()) return
    for (const { studentId } of response.request().postDataJSON().changes) sent.add(studentId)
  })
  await page.context().setOffline(false)
  await signIn(page, SAMPLE.admin)
  await page.goto(friday)
  await expect.poll(() => sent.size).toBe(2)
  await page.unroute('**/api/day-sheet/changes')
  await page.reload()
  for (const at of [0, 1]) await expect(mark(page, at, 'Absent')).toHaveAttribute('aria-pressed', 'true')
})

test('a browser that stores nothing says so before a mark is lost', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Not in this mode', 'SecurityError')
    }
  })
  await signIn(page, SAMPLE.admin)
  await openAndKeep(page, SHEET)
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText('This browser keeps no marks without a signal. Please write them down.')).toBeVisible()
  await expect(page.getByText('Your changes are saved on this device.')).toBeHidden()
  await mark(page, 6, 'Absent').click()
  await expect(page.getByText('This browser keeps nothing without a signal. Please write it down.')).toBeVisible()
  await expect(mark(page, 6, 'Absent')).toHaveAttribute('aria-pressed', 'false')
  await page.context().setOffline(false)
})
