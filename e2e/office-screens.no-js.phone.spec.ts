import { expect, open, SAMPLE, signIn, test } from './support'

test.beforeEach(async ({ page }) => {
  await signIn(page, SAMPLE.admin)
})

for (const path of [
  '/horses',
  '/horses/manage',
  '/horses/manage/1/rest',
  '/horses/manage/1/care',
  '/horses/manage/1/riders',
  '/horses/1/rides',
  '/horses/week',
  '/horses/one-more',
  '/horses/tracking',
  '/horses/workload',
  '/horses/workload/add',
  '/admin/day',
  '/admin/plans',
  '/admin/settings',
  '/settings/lesson-times',
  '/settings/import',
  '/settings/ride-types',
  '/settings/horses',
  '/admin/students',
  '/students/invitations',
  '/payments/as-last-month',
  '/admin/rides/new',
]) {
  test(`${path} fits a phone and a desk without scripts`, async ({ page }) => {
    await open(page, path)
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(beyond, `at ${width}`).toBeLessThanOrEqual(0)
    }
  })
}
