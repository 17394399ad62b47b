import type { Page } from '@playwright/test'
import { expect, expectAccessible, open, register, SAMPLE, signIn, signOut, test } from './support'

/** Follows the link in the latest email to an address, as shown in the demo's outbox. */
async function linkMailedTo(page: Page, email: string, subject: RegExp): Promise<string> {
  const message = page.getByRole('listitem').filter({ hasText: email }).getByRole('link', { name: subject }).first()
  await expect(async () => {
    await page.goto('/outbox')
    await expect(message).toBeVisible({ timeout: 500 })
  }).toPass()
  await message.click()
  const text = await page.locator('main').innerText()
  return /https?:\/\/\S+\/auth\?(?:token|reset)=\S+/.exec(text)?.[0] ?? 'no link'
}

test('a family completes its profile, and signs in again by either link, once', async ({ page }, info) => {
  const email = `null.${info.project.name}.${info.retry}@example.com`
  const password = 'six-or-more'
  const heading = (name: string) => page.getByRole('heading', { name })

  await test.step('profile in two steps', async () => {
    // A name that is the text null counts as missing.
    await register(page, { first: 'null', last: 'null', email, password })
    await open(page, '/profile')
    await expect(page.getByText('Step 1 of 2')).toBeVisible()
    await page.getByLabel('Student Name').fill(`Robin ${info.project.name}`)
    await page.getByLabel('Phone').fill('555 010 2030')
    await page.getByRole('button', { name: /Continue|Save|Next/ }).click()
    await expect(page.getByText('Step 2 of 2')).toBeVisible()
    await page.getByRole('button', { name: 'Skip for Now' }).click()
    await expect(heading('Welcome back!')).toBeVisible()
    await signOut(page)
  })

  await test.step('a forgotten password', async () => {
    await open(page, '/auth')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByRole('dialog').getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    await expect(page.getByText('Password Reset Link Generated')).toBeVisible()
    const link = await linkMailedTo(page, email, /password/i)
    await page.goto(link)
    await page.getByLabel('New Password').fill('another-one')
    await page.getByLabel('Confirm Password').fill('another-one')
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await expect(page.getByText('Password Reset Successful!')).toBeVisible()
    await signIn(page, { email, password: 'another-one' })
    await signOut(page)
  })

  await test.step('a magic link works once', async () => {
    await open(page, '/auth')
    await page.getByRole('link', { name: 'Magic Link Sign In' }).click()
    await page.getByRole('dialog').getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Generate Magic Link' }).click()
    await expect(page.getByText('Magic Link Generated')).toBeVisible()
    const link = await linkMailedTo(page, email, /sign/i)
    // Without scripts the link's page has a button to press.
    const follow = async () => {
      await page.goto(link)
      if (info.project.use.javaScriptEnabled === false) await page.getByRole('button', { name: 'Sign In' }).click()
    }
    await follow()
    await expect(heading('Welcome back!')).toBeVisible()
    await signOut(page)
    await follow()
    await expect(page.getByText('The magic link is invalid or has expired.')).toBeVisible()
  })
})

test('the screen that asks for the password fits, is accessible, and sends on what was typed', async ({ page }) => {
  await signIn(page, SAMPLE.admin)
  await open(page, '/settings/fee')
  const fee = page.getByLabel('Fee (%)')
  const before = await fee.inputValue()
  await fee.fill('2.25')
  // A recent sign-in is not asked. A wrong password is refused at any time.
  await page.locator('form', { has: fee }).evaluate((form) => {
    const said = document.createElement('input')
    Object.assign(said, { type: 'hidden', name: 'own-password', value: 'not-mine' })
    form.append(said)
  })
  await page.getByRole('button', { name: 'Save Fee' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  await expect(page.getByText('That’s not your password.')).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await page.getByLabel(/^Password of/).fill(SAMPLE.admin.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('A $100.00 purchase by card costs $102.25.')).toBeVisible()
  await fee.fill(before)
  await page.getByRole('button', { name: 'Save Fee' }).click()
  await expect(page.getByText('costs $102.25.')).toBeHidden()
})
