import { expect, open, SAMPLE, signIn, test } from './support'

test.beforeEach(async ({ page }) => {
  await signIn(page, SAMPLE.admin)
  await open(page, '/admin')
})

test('a day’s actions appear under the mouse and by keyboard; a finger opens them', async ({ page, isMobile }) => {
  const day = page.locator('.week-day[data-shown]')
  const list = day.locator('.week-head .menu-list')
  const add = day.getByRole('link', { name: /^Add a lesson on / })
  if (isMobile) {
    await expect(add).toBeHidden()
    await day.getByRole('button', { name: /^More for / }).click()
    await expect(add).toBeVisible()
  } else {
    await page.mouse.move(1, 1)
    await expect(list).toHaveCSS('opacity', '0')
    await add.focus()
    await expect(list).toHaveCSS('opacity', '1')
    await page.getByRole('link', { name: 'Today', exact: true }).focus()
    await expect(list).toHaveCSS('opacity', '0')
    await day.getByRole('heading').hover()
    await expect(list).toHaveCSS('opacity', '1')
  }
  await add.click()
  await expect(page.getByRole('heading', { name: 'Add Lesson' })).toBeVisible()
})

test('the week’s further actions are behind three dots, including the share of paid rides and the legend', async ({
  page,
}) => {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  for (const entry of ['Change of Plans', 'All Students', 'Makeups', 'Ride Types', 'Export']) {
    await expect(page.getByText(entry, { exact: true }).last()).toBeVisible()
  }
  await expect(page.getByText('lessons used this month').last()).toBeVisible()
  await page.getByText('Makeups', { exact: true }).last().click()
  await expect(page).toHaveURL(/\/makeups/)
})

test('a rider without a waiver is announced as such: only figures are used', async ({ page }) => {
  // The week after this one is entirely in the future: past weeks show no missing waivers.
  const monday = await page.locator('.week-day').first().innerText()
  await page.getByRole('link', { name: 'Next week' }).click()
  // This week's riders stand there until the answer is swapped in.
  await expect(page.locator('.week-day').first()).not.toHaveText(monday, { useInnerText: true })
  const ride = page
    .locator('.ride a')
    .filter({ hasText: /No waiver/ })
    .first()
  const name = await ride.evaluate((link) => {
    const { content } = getComputedStyle(link.querySelector('small > :last-child') as Element, '::after')
    return [link.textContent, content]
  })
  expect(name).toEqual([expect.stringMatching(/ No waiver$/), 'none'])
  // A rider who has bought nothing for that month yet has no figures.
  await expect(ride.locator('[data-used]')).toHaveCount(/\d of \d/.test(name[0] ?? '') ? 1 : 0)
})

test('in dark mode the stripe of each ride type stands out from its card', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const contrasts = await page.locator('.lesson').evaluateAll((lessons) => {
    const canvas = document
      .createElement('canvas')
      .getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
    const light = (color: string) => {
      canvas.fillStyle = color
      canvas.fillRect(0, 0, 1, 1)
      const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) =>
        part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      )
      return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    }
    return lessons.map((lesson) => {
      const { borderInlineStartColor, backgroundColor } = getComputedStyle(lesson)
      return light(borderInlineStartColor) / light(backgroundColor)
    })
  })
  expect(contrasts.length).toBeGreaterThan(10)
  expect(Math.min(...contrasts)).toBeGreaterThan(4.5)
})
