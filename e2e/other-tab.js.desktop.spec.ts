import { expect, open, type Page, test } from './support'

/** What is saved on the payment provider's page, in another tab, appears on the page that opened it. */

const run = Date.now().toString(36)
let families = 0

/** Registers a family with something missing: `null` marks a missing field. */
async function register(page: Page, lacking: { firstName?: string; phone?: string }) {
  const name = `tab${run}${++families}`
  const person = {
    firstName: name,
    lastName: 'Carter',
    email: `${name}@example.org`,
    phone: '555 010 2030',
    ...lacking,
  }
  const answer = await page.request.post('/api/register', { data: { ...person, password: 'another-tab' } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return `${name}@example.org`
}

/** Presses what opens the provider's page, and saves a card there. */
async function saveCardInOtherTab(page: Page, button: string) {
  await expect(page.locator('html[data-scripts]')).toHaveCount(1)
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: button }).click()
  const tab = await opened
  await tab.getByLabel('Card number').fill('4242424242424242')
  await tab.getByLabel(/^Expir/).fill('12 / 34')
  await tab.getByLabel('Security code').fill('123')
  await tab.getByRole('button', { name: /^(Add|Save)/ }).click()
  await expect(tab.getByText('Visa •••• 4242')).toBeVisible()
  await tab.close()
}

/** Returns to the tab from another one. */
const lookAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

test('a card that is saved from the profile dialog appears on Make a Payment, though the dialog is gone', async ({
  page,
}) => {
  const email = await register(page, { phone: 'null' })
  await open(page, '/')
  const dialog = page.getByRole('dialog', { name: 'Complete Your Profile' })
  await dialog.getByLabel('Phone').fill('')
  // Missing fields are reported here, in our words, and no other tab opens.
  await dialog.getByRole('button', { name: 'Save and Add Payment Method' }).click()
  await expect(dialog.getByText('Phone number is required')).toBeVisible()
  expect(page.context().pages()).toHaveLength(1)
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await open(page, '/')
  await dialog.getByLabel('Phone').fill('845-555-0177')
  await saveCardInOtherTab(page, 'Save and Add Payment Method')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('•••• 4242').first()).toBeVisible()
})

test('a card that is saved from Make a Payment appears there, however late someone returns', async ({ page }) => {
  await page.clock.install()
  await register(page, {})
  await open(page, '/')
  await expect(page.getByText('No saved payment methods.')).toBeVisible()
  await saveCardInOtherTab(page, 'Open payment portal')
  await page.clock.fastForward(120_000)
  await lookAgain(page)
  await expect(page.getByText('•••• 4242').first()).toBeVisible()
})

test('step 2 of the setup offers to manage what was saved', async ({ page }) => {
  await register(page, { firstName: 'null' })
  await open(page, '/profile')
  await page.getByLabel('Student Name').fill('Robin Carter')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Step 2 of 2')).toBeVisible()
  await saveCardInOtherTab(page, 'Add Payment Method')
  await expect(page.getByRole('button', { name: 'Manage Payment Methods' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Payment Method' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Complete Setup' })).toBeVisible()
})
