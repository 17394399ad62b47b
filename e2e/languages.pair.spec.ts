import { expect, expectAccessible, open, register, test } from './support'

test('a family changes to Spanish in the footer, buys in Spanish, and changes back', async ({
  page,
  javaScriptEnabled,
}, info) => {
  const scripts = javaScriptEnabled !== false
  const [last, email] = [`Luz ${info.project.name}`, `ana.${info.project.name}.${info.retry}@example.com`.toLowerCase()]
  await register(page, { first: 'Ana', last, email, password: 'six-or-more' })
  const footer = page.getByRole('contentinfo')
  const html = page.locator('html')

  await test.step('the page that was open is in Spanish', async () => {
    await open(page, '/purchase')
    await expect(html).toHaveAttribute('lang', 'en')
    await footer.getByRole('button', { name: 'Español' }).click()
    await expect(page.getByRole('heading', { name: 'Comprar paquetes de clases' })).toBeVisible()
    await expect(page).toHaveURL(/\/purchase$/)
    await expect(html).toHaveAttribute('lang', 'es')
    // From scratch, so that its scripts have their texts.
    await open(page, page.url())
    await expectAccessible(page)
  })

  await test.step('what a choice changes is in Spanish too', async () => {
    await page.getByText('Package 1 - Basic').click()
    await page.getByText('Suscripción mensual').click()
    if (!scripts) await page.getByRole('button', { name: 'Actualizar el total' }).click()
    await expect(page.getByText('Total por mes')).toBeVisible()
    await page.getByText('Compra única').click()
    if (!scripts) await page.getByRole('button', { name: 'Actualizar el total' }).click()
    await expect(page.getByText('Total por mes')).toHaveCount(0)
    await page.getByRole('button', { name: 'Comprar por $226.60' }).click()
    await page.waitForURL(/\/payment-onetime/)
  })

  await test.step('pay on our page, or on that of the provider', async () => {
    const complete = page.getByRole('button', { name: /^Completar la compra/ })
    if (!scripts) await complete.click()
    await page.getByLabel('Card number').fill('4000000000000002')
    await page.getByLabel(/^Expir/).fill('12 / 34')
    await page.getByLabel('Security code').fill('123')
    if (scripts) {
      await complete.click()
      await expect(page.getByRole('alert').filter({ hasText: 'El pago no se realizó' })).toBeVisible()
      await expect(page.getByText('No se cobró nada. Pruebe con otra tarjeta.')).toBeVisible()
    }
    await page.getByLabel('Card number').fill('4242424242424242')
    await (scripts ? complete : page.getByRole('button', { name: /^Pay/ })).click()
    await expect(page.getByRole('heading', { name: '¡Pago realizado!' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the account keeps the language: its receipt is in Spanish, in another browser too', async () => {
    await page.context().clearCookies({ name: 'language' })
    await page.context().clearCookies({ name: '__session' })
    await open(page, '/auth')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('six-or-more')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(html).toHaveAttribute('lang', 'es')
    await open(page, '/?tab=payments')
    await expect(page.getByText(/Package 1 - Basic \(\p{Ll}+ de \d{4}\)/u).first()).toBeVisible()
    await page.getByRole('link', { name: 'Ver recibo' }).click()
    await expect(page.getByText('Cargo por servicio (3%)')).toBeVisible()
  })

  await test.step('and back to English', async () => {
    await footer.getByRole('button', { name: 'English' }).click()
    await expect(page.getByText('Convenience Fee (3%)')).toBeVisible()
    await open(page, '/profile')
    await expect(html).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('heading', { name: 'Student Profile' })).toBeVisible()
  })
})
