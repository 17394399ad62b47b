import { Secret, TOTP } from 'otpauth'
import { expect, expectAccessible, open, type Page, SAMPLE, test } from './support'

async function sayPassword(page: Page, back = '') {
  await open(page, `/auth${back && `?redirectTo=${encodeURIComponent(back)}`}`)
  await page.getByLabel('Email').fill(SAMPLE.instructor.email)
  await page.getByLabel('Password').fill(SAMPLE.instructor.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
}

test('an instructor sets up a second step, signs in with a recovery code, and turns it off', async ({ page }, info) => {
  const code = page.getByLabel('Code', { exact: true })
  const look = async () => {
    if (info.project.use.javaScriptEnabled !== false) await expectAccessible(page, 'html')
  }

  await sayPassword(page)
  await open(page, '/second-step')
  await page.getByRole('button', { name: 'Set Up' }).click()
  const secret = Secret.fromBase32((await page.locator('li strong').innerText()).replace(/\s/g, ''))
  await look()
  await code.fill('000000')
  await page.getByRole('button', { name: 'Turn On' }).click()
  await expect(page.getByText('That code isn’t the one of this app')).toBeVisible()
  await code.fill(new TOTP({ secret }).generate())
  await page.getByRole('button', { name: 'Turn On' }).click()
  await expect(page.getByText('never shown again')).toBeVisible()
  await look()
  const [first = '', second = ''] = await page.locator('main ul.num li').allInnerTexts()

  await page.context().clearCookies()
  await sayPassword(page, '/teaching/password')
  await expect(page).toHaveURL(/sign-in-code/)
  await look()
  // The password alone opens nothing.
  await page.goto('/teaching')
  await expect(page).not.toHaveURL(({ pathname }) => pathname === '/teaching')
  await open(page, '/sign-in-code?redirectTo=%2Fteaching%2Fpassword')
  await code.fill(first)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/teaching\/password/)

  await open(page, '/second-step')
  await look()
  await code.fill(second)
  await page.getByRole('button', { name: 'Turn Off' }).click()
  await expect(page.getByRole('button', { name: 'Set Up' })).toBeVisible()
})
