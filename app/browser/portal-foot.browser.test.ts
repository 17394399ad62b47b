import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import css from '../styles/home.css?raw'

test('On a phone the portal has room for the bar at its foot, and the sign-in at the same address has none', async () => {
  await page.viewport(390, 800)
  const style = document.createElement('style')
  // The page of the tests has styles in no layer, which would win.
  style.textContent = css.replace('@layer components', '@media all')
  document.head.append(style)
  document.body.dataset.screen = 'routes/portal/home/home'
  const foot = () => getComputedStyle(document.body).paddingBottom
  document.body.innerHTML = '<div id="page"><main><nav class="tabs portal-tabs"></nav></main></div>'
  expect(foot()).toBe('60px')
  document.body.innerHTML = '<div id="page"><main><form></form></main></div>'
  expect(foot()).toBe('0px')
})
