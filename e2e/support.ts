import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { test as base, type Cookie, expect, type Page } from '@playwright/test'
import { copySample } from '../scripts/sample-school.mjs'
import { startBuiltServer } from '../test/harness/built-server'

/** The sample school's sign-ins (design, "Sample school"). */
export const SAMPLE = {
  admin: { email: 'admin@stirrup.example', password: 'stirrup-admin' },
  instructor: { email: 'coach@stirrup.example', password: 'stirrup-coach' },
  newFamily: { email: 'new@stirrup.example', password: 'stirrup-new' },
  rider: { email: 'rider@stirrup.example', password: 'stirrup-rider' },
} as const

/** Starts a demo with the sample school, as nobody has changed it. */
export async function startSchool(settings: { port?: number; appUrl?: string } = {}) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'stirrup-school-'))
  copySample(dataDir)
  const demo = { STIRRUP_MODE: 'demo', DATA_DIR: dataDir }
  const server = await startBuiltServer({ settings: demo, onLine: () => undefined, ...settings })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Fails a test if the page's console has an error or a warning, other than an expected response. After a failed test
 * Playwright goes on in another worker, which gets a school of its own: what the first try left would fail the second.
 */
export const test = base.extend<{ quietConsole: undefined }, { school: string | undefined }>({
  school: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern that says what is used
    async ({}, use, { workerIndex }) => {
      const own = workerIndex > 0 && !process.env.E2E_SERVER ? await startSchool() : undefined
      await use(own?.url)
      await own?.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ school, baseURL }, use) => use(school ?? baseURL),
  quietConsole: [
    async ({ page }, use) => {
      const problems: string[] = []
      page.on('console', (message) => {
        const expected = /status of 4\d\d|ERR_FAILED/.test(message.text())
        if (['error', 'warning'].includes(message.type()) && !expected) problems.push(message.text())
      })
      page.on('pageerror', (error) => {
        // The browser's own message: a page was left before the transition to it had begun.
        if (!String(error).includes('Transition was aborted')) problems.push(String(error))
      })
      await use(undefined)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

export { expect, type Page }

/** Opens a page and waits until its scripts, if it has any, are running. */
export async function open(page: Page, path: string) {
  await page.goto(path)
  if (base.info().project.use.javaScriptEnabled !== false) await started(page)
}

/** Resolves once the page's script runs, and with it each island that is visible or within half a window. */
const started = (page: Page) =>
  page.waitForFunction(() => {
    if (!document.querySelector('script[data-main]')) return true
    const isNear = ({ top, bottom, width, height }: DOMRect) =>
      width > 0 && height > 0 && bottom > -innerHeight / 2 && top < innerHeight * 1.5
    const waits = (island: HTMLElement) =>
      !('started' in island.dataset) && [...island.children].some((part) => isNear(part.getBoundingClientRect()))
    return (
      'scripts' in document.documentElement.dataset &&
      ![...document.querySelectorAll<HTMLElement>('[data-island]')].some(waits)
    )
  })

/** Follows a link of the frame, which a narrow window has in its Menu. */
export async function goTo(page: Page, place: string) {
  const frame = page.getByRole('banner')
  const menu = frame.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  await frame.getByRole('link', { name: place, exact: true }).click()
}

const sessions = new Map<string, { cookies: Cookie[]; until: number }>()
/** How long a stored session is used, in milliseconds: after ten minutes it is asked for its password again. */
const FRESH_MS = 6 * 60_000

/** Signs in on the screen the first time, and reuses the session for some minutes: a school allows no fifty sign-ins in five minutes. */
export async function signIn(page: Page, who: { email: string; password: string }) {
  const session = sessions.get(who.email)
  if (session && Date.now() < session.until) return page.context().addCookies(session.cookies)
  // Whoever is signed in is led away from the page.
  await signOut(page)
  await open(page, '/auth')
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password').fill(who.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
  const cookies = await page.context().cookies()
  sessions.set(who.email, {
    cookies: cookies.filter(({ name }) => name === '__session'),
    until: Date.now() + FRESH_MS,
  })
}

export async function signOut(page: Page) {
  await page.context().clearCookies({ name: '__session' })
}

/** Signs up; with `children`, given by first name, who ride instead. */
export async function register(
  page: Page,
  person: { first: string; last: string; email: string; password: string; children?: string[] },
) {
  const { children = [] } = person
  await open(page, '/auth?tab=create-account')
  if (children.length) await page.getByLabel('My child').check()
  const you = page.getByRole('group', { name: 'You', exact: true })
  await you.getByLabel('First name').fill(person.first)
  await you.getByLabel('Last name').fill(person.last)
  await you.getByLabel('Email').fill(person.email)
  await you.getByLabel('Phone').fill('555 010 2030')
  await you.getByLabel('Password').fill(person.password)
  for (const [index, first] of children.entries()) {
    if (index) await page.getByText('Add another rider').locator('visible=true').click()
    const rider = page.getByRole('group', { name: `Rider ${index + 1}` })
    await rider.getByLabel('First name').fill(first)
    await rider.getByLabel('Last name').fill(person.last)
  }
  if (children.length) await page.getByLabel('I am the parent or legal guardian').check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
}

/** Fills in the provider's card fields, on our page with scripts and on its own page without. */
export async function payByCard(page: Page, scripts: boolean, number = '4242424242424242') {
  const complete = page.getByRole('button', { name: 'Complete Purchase' })
  if (!scripts) await complete.click()
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel(/^Expir/).fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  await (scripts ? complete : page.getByRole('button', { name: /^Pay/ })).click()
}

/** Saves a card: with scripts in the fields on our page, without on the provider's. */
export async function saveCard(page: Page, scripts: boolean, number = '4242424242424242') {
  const submit = page.getByRole('button', { name: 'Set Up Payment Method' })
  if (!scripts) await submit.click()
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel(/^Expir/).fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  await (scripts ? submit : page.getByRole('button', { name: /^Save/ })).click()
}

/** Each look sends it to the page: half the size of the file that axe would send. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Expects no finding of axe, in any of the levels we commit to. axe runs scripts in the page, so the browser needs
 * them. Its legacy mode leaves out frames of other sites, of which we have none, and avoids the page that axe opens to
 * merge frames' findings: that, and describing what passes, took two thirds of its processor time.
 */
export async function expectAccessible(page: Page, part = 'html') {
  if (base.info().project.use.javaScriptEnabled === false) return
  await page.evaluate(stopAnimations)
  const { violations } = await new AxeBuilder({ page, axeSource: AXE })
    .include(part)
    .options({ runOnly: { type: 'tag', values: LEVELS }, resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze()
  await page.evaluate(resumeAnimations)
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 160))])).toEqual([])
}

/** Ends the animations that run and holds those to come: axe would measure a notification that is half faded in or out. */
function stopAnimations() {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().progress == null) animation.pause()
    else animation.finish()
  }
}

function resumeAnimations() {
  for (const animation of document.getAnimations()) {
    if (animation.playState === 'paused') animation.play()
  }
}

/** Matches the beginning of a lesson's card: `3:30 – 4:30 PM`, `11:30 AM – 12:30 PM`. */
export const beginsAt = (time: string) => new RegExp(`^\\s*${time.replace(/ [AP]M$/, '')}( [AP]M)? –`)
