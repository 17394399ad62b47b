import type { Page } from '@playwright/test'
import { installedBrowser } from '../scripts/browser.mjs'
import { expect, open, SAMPLE, signIn, test } from './support'

// Like the browser's own setting, so that sizes and breakpoints follow.
test.use({
  launchOptions: {
    executablePath: installedBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--blink-settings=defaultFontSize=32'],
  },
  viewport: { width: 360, height: 740 },
})

const SCREENS = {
  rider: [
    ...['/', '/?tab=scheduled', '/?tab=history', '/?tab=payments', '/find-a-place', '/my-makeups', '/scheduled-rides'],
    ...['/ride-history', '/purchase', '/profile', '/waivers', '/subscription', '/statement', '/devices'],
  ],
  admin: [
    ...['/admin', '/admin/day', '/admin/not-recorded', '/admin/waitlists', '/students', '/students-management'],
    ...[
      '/horses',
      '/horses/manage',
      '/makeups',
      '/payments',
      '/payments/by-month',
      '/payments/sales',
      '/payments/payouts',
      '/donations',
    ],
    ...['/payments/month-end', '/settings', '/settings/catalogue', '/search?q=em', '/admin/changes'],
  ],
  instructor: ['/teaching'],
} as const

/** Finds words of up to 11 letters that stand on two lines, but for tables of days and charts of months: they keep their columns. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const found = new Set<string>()
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement
      if (!parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      if (parent.closest('thead, script, style, select, textarea, .sr-only, .heat, .bars, .bars-plot, .year')) continue
      for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/[\p{L}\p{N}:,.$'’%]+/gu)) {
        if (word.length > 11) continue
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.add(word)
      }
    }
    return [...found]
  })

for (const [who, screens] of Object.entries(SCREENS)) {
  test(`With letters twice as large, no screen of the ${who} scrolls sideways or breaks a word on a phone`, async ({
    page,
  }) => {
    await signIn(page, SAMPLE[who as keyof typeof SCREENS])
    const wider: string[] = []
    const broken: string[] = []
    for (const screen of screens) {
      await open(page, screen)
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (beyond > 0) wider.push(`${screen}: ${beyond} px`)
      broken.push(...(await brokenWords(page)).map((word) => `${screen}: ${word}`))
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
      // The school's name is complete.
      const name = page.getByRole('banner').getByText('Stirrup Riding School')
      await expect(name).toBeVisible()
      expect((await name.boundingBox())?.width, screen).toBeGreaterThan(150)
    }
    expect(wider).toEqual([])
    expect(broken).toEqual([])
  })
}

test('With letters twice as large, each day of the week is on one line', async ({ page }) => {
  await signIn(page, SAMPLE.admin)
  await open(page, '/admin')
  const day = page.locator('.week-day[data-shown] .week-head h2')
  expect((await day.boundingBox())?.width).toBeGreaterThan(200)
})
