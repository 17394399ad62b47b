import type { Page } from '@playwright/test'
import { expect, expectAccessible, open, register, SAMPLE, signIn, signOut, test } from './support'

/** Tests of app/browser, with answers that are late, missing or many. */
const DAY = '2031-05-16'
const slot = (time: string) => ({ lessonDate: DAY, scheduledTime: time, lessonType: 'Hack' })

test.beforeEach(async ({ page }) => {
  await signIn(page, SAMPLE.admin)
})

/** Holds answers to these requests until the returned function is called. */
async function hold(page: Page, url: string | RegExp, method: string) {
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route(url, async (route) => {
    if (route.request().method() === method) await held
    await route.continue()
  })
  return () => goOn()
}

test('no script is requested before the page is painted, and a read-only screen requests none', async ({ page }) => {
  // Signing in has led to the same address, whose script may still be loading.
  await page.goto('about:blank')
  const painted: Promise<number>[] = []
  const paints = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
  await page.route('**/*.js', async (route) => {
    painted.push(paints())
    await Promise.all(painted)
    await route.continue()
  })
  await open(page, '/admin')
  expect(await Promise.all(painted)).toEqual([1])
  for (const path of ['/scheduled-rides', '/ride-history', '/search?q=em']) {
    await open(page, path)
    expect(
      await page.evaluate(
        () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length,
      ),
    ).toBe(0)
  }
})

test('a dialog opens over its screen, and Esc, the backdrop and Cancel give the focus back to what opened it', async ({
  page,
}) => {
  await open(page, `/admin?day=${DAY}`)
  const opener = page.getByRole('link', { name: 'Add Lesson', exact: true })
  const dialog = page.getByRole('dialog')
  const closings = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
    () => dialog.getByRole('link', { name: 'Cancel' }).click(),
    () => dialog.getByRole('link', { name: 'Close' }).click(),
  ]
  const steps = await page.evaluate(() => history.length)
  for (const close of closings) {
    await opener.click()
    await expect(dialog).toBeVisible()
    expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true)
    await expect(page).toHaveURL(/lessons\/new/)
    await close()
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
    await expect(page).toHaveURL((url) => url.pathname === '/admin')
  }
  // A closed dialog leaves no history step after the screen.
  await page.goForward()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  expect(await page.evaluate(() => history.length)).toBe(steps + 1)
})

test('a dialog closes without a signal too: its screen stays visible, its address is back, and no error is shown', async ({
  page,
}) => {
  await open(page, '/horses')
  await page.getByRole('link', { name: 'Manage Horses' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.route('**/*', (route) => route.abort())
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/horses(\?|$)/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Horses', exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('of two requested weeks the last one is shown, however late the first answer arrives', async ({ page }) => {
  await open(page, `/admin?day=${DAY}`)
  const next = page.getByRole('link', { name: 'Next week' })
  const release = await hold(page, '**/admin?week=2031-05-19', 'GET')
  await next.click()
  await page.getByRole('link', { name: 'Previous week' }).click()
  await expect(page.getByText(/^May 5 –/)).toBeVisible()
  release()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText(/^May 5 –/)).toBeVisible()
  await expect(page).toHaveURL(/2031-05-05/)
})

test('without an answer the input stays, the page says so, and a second try succeeds', async ({ page }) => {
  await open(page, '/students/new')
  await page.getByLabel('First name').fill('Noa')
  await page.getByLabel('Last name').fill('Offline')
  await page.getByLabel('Email').fill(`noa.${test.info().project.name}@example.com`)
  await page.route('**/students/new*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  const add = page.getByRole('button', { name: 'Add Student' })
  await add.click()
  await expect(page.getByText("We couldn't reach the school")).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Noa')
  await page.unroute('**/students/new*')
  await add.click()
  await expect(page.getByText('Student Added')).toBeVisible()
})

test('two clicks send a form once, and its button shows progress', async ({ page }) => {
  await page.request.post('/api/temporary-lessons', { data: slot('08:00') })
  await open(page, `/admin/lessons/${DAY}/08:00/Hack`)
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') sent++
  })
  await page.getByText('Delete lesson…').click()
  const remove = page.getByRole('button', { name: /^Delete .+ only$/ })
  await remove.evaluate((button) => {
    for (let click = 0; click < 3; click++) (button as HTMLButtonElement).click()
  })
  await expect(page.getByText('One Time Lesson Removed')).toBeVisible()
  expect(sent).toBe(1)
})

test('fields of a grid that are left one after the other are all saved, though answers are late', async ({ page }) => {
  await open(page, '/payments/by-month')
  const fields = page.getByRole('textbox', { name: /, (January|February|March), dollars paid offline$/ })
  const values = ['11', '12', '13']
  const before = await Promise.all([0, 1, 2].map((i) => fields.nth(i).inputValue()))
  let answers = 0
  page.on('response', (response) => {
    if (response.request().method() === 'POST') answers++
  })
  await page.route('**/payments/offline', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150))
    await route.continue()
  })
  const fill = async (texts: string[]) => {
    answers = 0
    for (const [i, text] of texts.entries()) await fields.nth(i).fill(text)
    await fields.nth(3).focus()
    await expect.poll(() => answers).toBe(texts.length)
  }
  await fill(values)
  await open(page, '/payments/by-month')
  expect(await Promise.all([0, 1, 2].map((i) => fields.nth(i).inputValue()))).toEqual(values)
  await fill(before)
})

test('what is typed elsewhere stays while an answer arrives', async ({ page }) => {
  await open(page, '/horses/manage')
  const dialog = page.getByRole('dialog')
  const other = dialog.getByRole('textbox').first()
  await other.fill('Half a name')
  await dialog.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.locator('.toast')).toBeVisible()
  await expect(other).toHaveValue('Half a name')
})

test('the office’s menu opens by keyboard, follows its keys and letters, and closes by Esc and by a click elsewhere', async ({
  page,
}) => {
  await open(page, '/students-management')
  const button = page.getByRole('button', { name: /^More for/ }).first()
  const menu = page.getByRole('menu')
  const item = (name: string) => menu.getByRole('menuitem', { name, exact: true })
  await button.focus()
  await page.keyboard.press('ArrowDown')
  await expect(item('Record payment')).toBeFocused()
  await page.keyboard.press('End')
  await expect(item('Remove')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(item('Record payment')).toBeFocused()
  await page.keyboard.type('pay')
  await expect(item('Payments')).toBeFocused()
  await expect(page.locator('[popover]:popover-open')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(menu).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(menu).toBeHidden()
  // An item works as without scripts: a dialog opens here, and closing it leads back to the button.
  await button.click()
  await item('Record payment').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(button).toBeFocused()
  // The account's menu too, with its form.
  await page.getByRole('banner').locator('.menu > button:visible').click()
  await expect(menu.getByRole('menuitem')).toHaveText(['Profile', 'Customer Portal', 'Sign out'])
  await expect(item('Profile')).toHaveAttribute('href', /\/profile$/)
})

test('a row of Payments has the menu too, with the same links as without scripts, and axe finds nothing', async ({
  page,
}) => {
  const menu = page.getByRole('menu')
  for (const [screen, row, items] of [
    [
      '/payments/by-month',
      page.locator('.year-grid tbody').first(),
      ['Record payment', 'Payments', 'Yearly statement', 'View Details'],
    ],
    [
      '/payments',
      page.locator('.transactions tbody tr').filter({ hasText: 'Paid' }).first(),
      ['View Receipt', 'Refund', 'Payments', 'Yearly statement', 'View Details'],
    ],
  ] as const) {
    await open(page, screen)
    const button = row.getByRole('button', { name: /^More for/ })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(menu.getByRole('menuitem')).toHaveText([...items])
    await expect(menu.getByRole('menuitem').first()).toBeFocused()
    expect(await row.locator('.menu-list .menu-item').allTextContents()).toEqual([...items])
    await page.keyboard.type('year')
    await expect(menu.getByRole('menuitem', { name: 'Yearly statement' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  }
  await page
    .locator('.transactions')
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  await menu.getByRole('menuitem', { name: 'Yearly statement' }).click()
  await expect(page).toHaveURL(/\/statement\?student=[\w-]+&year=\d{4}$/)
})

test('if the menu cannot be loaded, and on family screens, the browser opens its own', async ({ page }) => {
  await page.route('**/assets/menu-*', (route) => route.abort())
  await open(page, '/students-management')
  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^More for/ }) })
  await row
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  await expect(row.getByRole('link', { name: 'Remove' }).first()).toBeVisible()
  await open(page, '/')
  const menu = page.locator('.menu').filter({ visible: true }).first()
  const list = menu.locator('.menu-list')
  await menu.getByRole('button').first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(list.getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(menu.getByRole('button').first()).toBeFocused()
})

test('what was chosen before the scripts loaded counts once they have', async ({ page }) => {
  const release = await hold(page, '**/assets/framework-*', 'GET')
  await page.goto('/purchase')
  await page.getByText('Package 2 - Premium').click()
  await page.getByText('US bank account').click()
  await page.getByText('Next Month').click()
  await expect(page.getByRole('button', { name: 'Update total' })).toBeVisible()
  release()
  await expect(page.getByRole('button', { name: 'Update total' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Purchase for $400.00' })).toBeEnabled()
  await expect(page.getByRole('radio', { name: /^Next Month/ })).toBeChecked()
  await expect(page).toHaveURL(/package=\d+&start=next-month&method=us_bank_account/)
  await page.getByRole('region', { name: 'Packages' }).getByText('Package 2 - Premium').click()
  await expect(page.getByRole('button', { name: 'Purchase for $0.00' })).toBeDisabled()
})

test('a second click on Complete Purchase does not pay again, and says how long to wait', async ({ page }) => {
  await signOut(page)
  const name = `twice${Date.now().toString(36)}`
  await register(page, { first: name, last: 'Till', email: `${name}@example.org`, password: 'six-or-more' })
  await open(page, '/')
  await page.getByText('Package 1 - Basic').first().click()
  await page.getByRole('button', { name: /^Purchase for/ }).click()
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByLabel(/^Expir/).fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  const release = await hold(page, /\/payment_intents\/[^/]+\/confirm/, 'POST')
  const pay = page.getByRole('button', { name: /^(Complete Purchase|Processing|Please wait)/ })
  await pay.click()
  await expect(pay).toHaveText('Processing...')
  // It is marked as disabled, but can be pressed.
  await pay.click({ force: true })
  await expect(pay).toHaveText(/^Please wait \d+s\.\.\.$/)
  await expect(page.getByText(/^Please Wait: Please wait \d+ seconds before clicking again/)).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await open(page, '/?tab=payments')
  await expect(page.getByRole('main').getByText('$226.60')).toHaveCount(1)
})
