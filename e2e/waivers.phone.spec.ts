import {
  expect,
  expectAccessible,
  open,
  type Page,
  payByCard,
  register,
  SAMPLE,
  signIn,
  signOut,
  test,
} from './support'

async function askForWaivers(page: Page, waiverRequired: boolean) {
  await signIn(page, SAMPLE.admin)
  const answer = await page.request.put('/api/admin/waivers/rule', { data: { waiverRequired } })
  expect(answer.status()).toBe(200)
  await signOut(page)
}

test.beforeEach(({ page }) => askForWaivers(page, true))
test.afterEach(({ page }) => askForWaivers(page, false))

test('a family that has to sign first is told so in the shop, signs on a phone, and goes on to pay', async ({
  page,
}, info) => {
  const scripts = info.project.use.javaScriptEnabled !== false
  const tried = `${info.project.name}.${info.repeatEachIndex}.${info.retry}`
  const last = `Signing ${tried}`
  const email = `signing.${tried}@example.com`
  await register(page, { first: 'Nora', last, email, password: 'signs-before-buying' })
  await open(page, '/purchase?package=1')
  await expect(page.getByRole('region', { name: 'Waiver' })).toContainText('You can buy and book once it’s signed.')
  await page.getByRole('button', { name: /^Purchase for/ }).click()

  await expect(page).toHaveURL(/\/waivers\?redirectTo=/)
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText('One signature first')
  await expect(page.getByRole('heading', { name: 'Riding has risks' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Your full name').fill('Nora Signing')
  const pad = page.getByRole('img', { name: 'Draw your signature here' })
  await expect(pad).toBeVisible({ visible: scripts })
  if (scripts) {
    await expect(page.locator('[data-island=signature]')).toHaveAttribute('data-started')
    // The notification covers the bottom of a phone's screen for five seconds.
    await expect(page.getByRole('region', { name: /Notifications/ }).getByText('One signature first')).toBeHidden()
    await pad.hover({ position: { x: 60, y: 50 } })
    await page.mouse.down()
    await pad.hover({ position: { x: 140, y: 25 } })
    await page.mouse.up()
    await expect(page.getByRole('button', { name: 'Clear' })).toBeVisible()
  }
  await page.getByLabel('I sign for myself and am 18 or older.').check()
  await page.getByLabel(/I have read this/).check()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()

  await expect(page).toHaveURL(/\/waivers\/\d+\?redirectTo=/)
  await expect(page.getByText(/^SHA-256/)).toBeHidden()
  await page.getByText('Proof', { exact: true }).click()
  await expect(page.getByText(/^SHA-256/)).toBeVisible()
  await expect(page.getByText('Unchanged since it was signed.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Signature of Nora Signing' })).toHaveCount(scripts ? 1 : 0)
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/purchase\?package=1/)
  await expect(page.getByRole('region', { name: 'Waiver' })).toHaveCount(0)
  await page.getByRole('button', { name: /^Purchase for/ }).click()
  await payByCard(page, scripts)
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
})
