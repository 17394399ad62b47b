import type { Browser, Page } from '@playwright/test'
import { expect, open, SAMPLE, signIn, test } from './support'

const said = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('region', { name: /Notifications/ })).toContainText(text)

async function atTheDesk(browser: Browser): Promise<Page> {
  const context = await browser.newContext()
  const desk = await context.newPage()
  await signIn(desk, SAMPLE.admin)
  return desk
}

const ask = async (page: Page, wish: string) => {
  await page.getByRole('checkbox', { name: 'Wednesday' }).check()
  await page.getByLabel('Times or other notes').fill(wish)
  await page.getByRole('button', { name: 'Ask the Office' }).click()
  await expect(page.getByText('Waiting for the office.')).toBeVisible()
  await expect(page.getByText(`Wednesdays: ${wish}`)).toBeVisible()
}

const openRequest = async (desk: Page) => {
  await open(desk, '/admin')
  await desk.getByRole('link', { name: /makeup requests?$/ }).click()
  await desk.getByRole('row').filter({ hasText: 'Finn Carter' }).getByRole('link', { name: 'Answer' }).click()
  await expect(desk.getByRole('heading', { name: 'Makeup request from Finn Carter' })).toBeVisible()
}

test('a family that finds no place asks the office, one of two desks answers, and the family reads it', async ({
  page,
  browser,
}) => {
  await signIn(page, SAMPLE.rider)
  await open(page, '/my-makeups')
  const [one, two] = [await atTheDesk(browser), await atTheDesk(browser)]
  await page.getByRole('link', { name: /^Finn Carter/ }).click()
  await ask(page, 'before dinner')
  await openRequest(one)
  await open(two, one.url())
  for (const desk of [one, two]) await desk.getByLabel('Answer for the family').fill('All full until Friday.')
  await Promise.all([one, two].map((desk) => desk.getByRole('button', { name: 'Send Answer' }).click()))
  const told = async (text: string) =>
    (await Promise.all([one, two].map((desk) => desk.getByText(text, { exact: true }).count()))).filter(Boolean).length
  await expect.poll(() => told('Answer sent')).toBe(1)
  await expect.poll(() => told('Not sent')).toBe(1)
  await open(page, page.url())
  await expect(page.getByText('The office answered: All full until Friday.')).toBeVisible()

  await ask(page, 'any time')
  await openRequest(one)
  await one
    .getByRole('button', { name: /^Book \d/ })
    .first()
    .click()
  await said(one, 'Makeup booked')
  await open(page, page.url())
  await expect(page.getByText(/^The office booked it for /)).toBeVisible()
  await one.getByRole('button', { name: 'Undo' }).first().click()
  await expect(one.getByText('Undone').first()).toBeVisible()
  await open(page, page.url())
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await said(page, 'Request canceled')
  for (const desk of [one, two]) await desk.context().close()
})

test('a ride that the family calls off is marked on the day sheet, until the rider comes after all', async ({
  page,
  browser,
}) => {
  await signIn(page, SAMPLE.rider)
  await open(page, '/scheduled-rides')
  const links = await page.getByRole('link', { name: "Can't come" }).all()
  const rides = await Promise.all(links.map((link) => link.getAttribute('href')))
  // The last ride that would give the family a makeup: other tests may have used up a month's.
  for (const ride of rides.reverse()) {
    await open(page, ride ?? '')
    if (await page.getByText(/you get a makeup/).count()) break
  }
  const [address, date = ''] = [page.url(), /ride=([\d-]{10})/.exec(page.url())?.[1]]
  await page.getByRole('button', { name: "Can't come" }).click()
  await said(page, 'Thanks for letting us know')
  // The answer leads to times for the makeup, if the ride was called off in time.
  await expect(page.getByRole('heading', { level: 1, name: 'Pick another time' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Use a makeup for/ })).toHaveCount(5)
  await page.getByRole('link', { name: 'Not now' }).click()
  await page.waitForURL(/scheduled-rides/)
  const desk = await atTheDesk(browser)
  await open(desk, `/admin/day?date=${date}`)
  await expect(desk.getByText('canceled by the family')).toHaveCount(1)
  await open(page, address)
  await page.getByRole('button', { name: 'I can make it after all' }).click()
  await said(page, 'You’re back on the schedule')
  await open(desk, `/admin/day?date=${date}`)
  await expect(desk.getByText('canceled by the family')).toHaveCount(0)
  await desk.context().close()
})

test('a family chooses a day, sees all of its lessons, and finds full ones behind one line', async ({ page }) => {
  await signIn(page, SAMPLE.rider)
  await open(page, '/find-a-place')
  await page.getByText(/full lessons?: join a waitlist$/).click()
  await expect(page.getByRole('button', { name: /^Join the waitlist/ }).first()).toBeVisible()
  const day = page
    .getByRole('navigation', { name: 'Days' })
    .getByRole('link', { name: /nothing to book$/ })
    .first()
  const name = (await day.getAttribute('aria-label'))?.split(':')[0] ?? ''
  await day.click()
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await page.waitForURL(/show=all/)
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Buy [A-Z][a-z]+ first: / }).first()).toHaveAttribute(
    'href',
    /^\/purchase\?rider=.*&start=20/,
  )
})
