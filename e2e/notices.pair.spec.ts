import { request } from '@playwright/test'
import { expect, expectAccessible, open, SAMPLE, signIn, test } from './support'

test('a family chooses its notices, and stops a kind by the page and by one click of its mailbox', async ({
  page,
  baseURL,
}) => {
  const byEmail = page.getByRole('group', { name: 'Email me about' })
  const reminders = byEmail.getByLabel('Ride reminders')
  const chosen = byEmail.getByLabel('Makeups about to expire')
  const save = page.getByRole('button', { name: 'Save Notifications' })
  await signIn(page, SAMPLE.rider)
  await open(page, '/profile/notices')
  await reminders.check()
  await chosen.uncheck()
  await save.click()
  await open(page, '/profile/notices')
  await expect(chosen).not.toBeChecked()
  await expect(reminders).toBeChecked()

  await open(page, '/outbox')
  const theirs = page.getByRole('listitem').filter({ hasText: `To ${SAMPLE.rider.email}` })
  const reminder = theirs.getByRole('link', { name: /^\w+day, / }).first()
  while (!(await reminder.isVisible())) await page.getByRole('link', { name: 'Older' }).click()
  await reminder.click()
  const stop = page.getByRole('link', { name: /\/unsubscribe\// })
  // The reminder was written at the address of the server that made the sample school.
  const address = new URL((await stop.getAttribute('href')) ?? '').pathname
  await open(page, address)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stop These Emails' }).click()
  await expect(page.getByRole('heading', { name: 'Unsubscribed' })).toBeVisible()
  await page.getByRole('link', { name: 'Manage Notifications' }).click()
  await expect(reminders).not.toBeChecked()

  await reminders.check()
  await chosen.check()
  await save.click()
  const mailbox = await request.newContext({ baseURL, extraHTTPHeaders: { Origin: 'https://mail.example' } })
  const looked = await mailbox.get(address)
  expect(looked.status()).toBe(200)
  await open(page, '/profile/notices')
  await expect(reminders).toBeChecked()
  const clicked = await mailbox.post(address, { form: { 'List-Unsubscribe': 'One-Click' }, maxRedirects: 0 })
  expect(clicked.status()).toBe(200)
  await open(page, '/profile/notices')
  await expect(reminders).not.toBeChecked()
  await reminders.check()
  await save.click()
  await mailbox.dispose()
})

test('a family turns texts on by a code, chooses them, and ends them by STOP', async ({ page }, info) => {
  const phone = info.project.name === 'js' ? '0171' : '0172'
  await signIn(page, SAMPLE.newFamily)
  await page.request.delete('/api/texts')
  await open(page, '/profile/notices')
  await page.getByRole('link', { name: 'Turn On Texts' }).click()
  await page.getByLabel('Mobile number').fill(`845-555-${phone}`)
  await page.getByRole('button', { name: 'Text Me a Code' }).click()
  await expectAccessible(page)
  const newest = async () => {
    const told = await (await page.request.get('/sandbox/texts')).text()
    return new RegExp(`${phone}</h2>\\s*<ol reversed><li>(\\d{6})`).exec(told)?.[1] ?? ''
  }
  const code = await newest()
  await page.getByLabel('Code').fill(code === '123456' ? '654321' : '123456')
  await page.getByRole('button', { name: 'Turn On Texts' }).click()
  await expect(page.getByText('You have 4 more tries')).toBeVisible()
  await page.getByRole('button', { name: 'Text a New Code' }).click()
  await expect(page.getByText('Code sent')).toBeVisible()
  await page.getByLabel('Code').fill(await newest())
  await page.getByRole('button', { name: 'Turn On Texts' }).click()

  const byText = page.getByRole('group', { name: 'Text me about' })
  await expect(byText.getByLabel('School closings')).toBeChecked()
  await byText.getByLabel('Ride reminders').check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save Notifications' }).click()
  await open(page, '/profile/notices')
  await expect(byText.getByLabel('Ride reminders')).toBeChecked()

  await page.goto('/sandbox/texts')
  await page.locator('section', { hasText: phone }).getByRole('button', { name: 'Reply STOP' }).click()
  await open(page, '/profile/notices')
  await expect(byText).toHaveCount(0)
  await page.getByRole('link', { name: 'Change Number' }).click()
  await expect(page.getByText('said STOP')).toBeVisible()
})
