import { Secret, TOTP } from 'otpauth'
import { expect, expectAccessible, open, type Page, SAMPLE, startSchool, test } from './support'

// Browsers create no passkey for 127.0.0.1, where the other tests' school runs.
const port = Number(process.env.E2E_PORT ?? 4630) + 1
const school = `http://localhost:${port}`
let server: Awaited<ReturnType<typeof startSchool>>

test.use({ baseURL: school })

test.beforeAll(async () => {
  test.setTimeout(300_000)
  server = await startSchool({ port, appUrl: school })
})

test.afterAll(async () => {
  await server.stop()
})

async function sayPassword(page: Page) {
  await open(page, '/auth')
  await page.getByLabel('Email').fill(SAMPLE.admin.email)
  await page.getByLabel('Password').fill(SAMPLE.admin.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
}

test('the office adds a passkey, signs in with it, and removes it', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const code = page.getByLabel('Code', { exact: true })

  await sayPassword(page)
  await open(page, '/second-step')
  await page.getByRole('button', { name: 'Set Up' }).click()
  const secret = Secret.fromBase32((await page.locator('li strong').innerText()).replace(/\s/g, ''))
  await code.fill(new TOTP({ secret }).generate())
  await page.getByRole('button', { name: 'Turn On' }).click()
  const [first = '', second = ''] = await page.locator('main ul.num li').allInnerTexts()

  await open(page, '/second-step')
  await page.getByRole('link', { name: 'Add a Passkey' }).click()
  await expectAccessible(page, 'html')
  await page.getByLabel('Name of the device').fill('Office PC')
  await code.fill(first)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectAccessible(page, 'html')
  await page.getByRole('button', { name: 'Make the Passkey' }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()
  await expect(page.getByText('Office PC')).toBeVisible()
  await expectAccessible(page, 'html')
  expect((await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toHaveLength(1)

  // The same device accepts no second one for the account.
  await page.getByRole('link', { name: 'Add a Passkey' }).click()
  await page.getByLabel('Name of the device').fill('Office PC again')
  await code.fill(second)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Make the Passkey' }).click()
  await expect(page.getByText('has a passkey for this account already')).toBeVisible()

  await page.context().clearCookies()
  await sayPassword(page)
  await expect(page).toHaveURL(/sign-in-code/)
  await expectAccessible(page, 'html')
  await page.getByRole('button', { name: 'Use Your Passkey' }).click()
  await expect(page).toHaveURL(/\/admin/)

  await open(page, '/second-step')
  await page.getByRole('link', { name: /^Remove Office PC/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Passkey removed')).toBeVisible()
  await page.context().clearCookies()
  await sayPassword(page)
  await expect(code).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use Your Passkey' })).toHaveCount(0)
})
