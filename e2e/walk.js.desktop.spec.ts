import type { RouteConfigEntry } from '@remix-run/route-config'
import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import routes from '../app/routes'
import { isAdminPath } from '../app/utils/paths'
import { expect, expectAccessible, type Page, SAMPLE, signIn, test } from './support'

/** A small phone, a common one, a tablet, a desktop at 150 %, an old desktop, a desktop. */
const WIDTHS = [320, 360, 768, 853, 1024, 1280]

/** Widths at which a screen is also checked for accessibility: the office's hundred screens only on a desktop, where it works. */
const lookedAt = (role: string) => (role === 'admin' ? [1280] : [360, 1280])

/** Returns a day on which a subscription will pay for lessons, and a package does not yet. */
function mondayOfNextMonth(): string {
  const day = new Date()
  day.setUTCMonth(day.getUTCMonth() + 1, 1)
  day.setUTCDate(1 + ((8 - day.getUTCDay()) % 7))
  return day.toISOString().slice(0, 10)
}

/** Returns a day on which the sample instructor teaches. */
function mondayAhead(): string {
  const day = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000)
  day.setUTCDate(day.getUTCDate() + ((8 - day.getUTCDay()) % 7))
  return day.toISOString().slice(0, 10)
}

/** Where the walk begins; it continues to every screen and dialog that a link leads to. */
const ROLES = [
  {
    name: 'visitor',
    who: undefined,
    begin: ['/', '/auth?tab=create-account', '/purchase', '/no-such-page', '/test-login'],
    goesOn: /^\/(auth|purchase)/,
  },
  {
    name: 'new family',
    who: SAMPLE.newFamily,
    begin: ['/', '/profile', '/profile/complete', '/purchase?package=1'],
    goesOn: /^\/$/,
  },
  {
    name: 'rider',
    who: SAMPLE.rider,
    begin: [
      '/',
      '/?tab=scheduled',
      '/?tab=history',
      '/?tab=payments',
      '/purchase?package=1',
      '/purchase?tab=addons',
      '/purchase/review?package=1',
      '/ride-history',
      '/find-a-place',
      `/find-a-place?show=all&from=${mondayOfNextMonth()}&day=${mondayOfNextMonth()}`,
      '/offers/1',
      '/my-makeups',
      '/waivers',
      '/consent',
      '/statement',
      // Nothing leads there from the only device.
      '/devices/everywhere',
      '/unsubscribe/cutoff',
      '/confirm-address?token=cutoff',
      '/first-administrator?token=cutoff',
      '/welcome?token=cutoff',
      '/welcome/steps',
      '/payment-onetime',
      '/payment-success',
      // A letter leads there.
      '/next-season/1',
      '/subscribe',
      '/subscription/cancel',
      '/outbox',
      '/working-portal',
      '/simple-test',
      '/api/docs',
    ],
    goesOn:
      /^\/(profile|devices|subscription|scheduled-rides|ride-history|receipts|purchase|find-a-place|cant-come|my-makeups|waivers)/,
  },
  {
    name: 'instructor',
    who: SAMPLE.instructor,
    begin: ['/teaching', `/teaching?date=${mondayAhead()}`],
    goesOn: /^\/teaching/,
  },
  {
    name: 'admin',
    who: SAMPLE.admin,
    begin: [
      // A student's page that comes first: one with a paper waiver, and another to sign.
      '/search?q=lucas+adeyemi',
      '/admin',
      '/admin/day',
      '/admin/not-recorded',
      '/makeups',
      '/makeups/1',
      '/makeups/requests/1',
      '/admin/rides/new',
      '/horses/1/rides',
      '/horses/one-more',
      '/students?status=unpaid',
      '/students/invitations?show=wrong',
      '/search?q=em',
      '/donations/import',
      '/second-step',
      '/second-step/passkey',
      '/settings/administrators/add?email=rider@stirrup.example',
    ],
    goesOn: /^\/(admin|search|students|students-management|horses|makeups|payments|donations|settings)/,
  },
]

/** Screens without a link in a fresh sample school, or with a link from only one student's page. */
const OUT_OF_THE_WAY = [
  '/admin/lessons/:date/:time/:type/put-back',
  // Only with unsent changes of the day sheet.
  '/logout',
  // It only takes a form: tested by `language.test.ts`.
  '/language',
  // Only between a password and its code: tested by `second-step.pair.spec.ts`.
  '/sign-in-code',
  // Only if there is a passkey: tested by `passkey.js.desktop.spec.ts`.
  '/second-step/passkeys/:id/remove',
  // It asks only from ten minutes after a sign-in on; until then it leads to a file at once.
  '/confirm',
  // A form leads there: `plans.pair.spec.ts` looks at it.
  '/admin/plans/cover',
  '/admin/plans/arena',
  '/admin/plans/hot',
  '/students/:id/family/unlink',
  '/settings/waivers/draft/publish',
  '/donations/import/:id',
  '/settings/administrators/:id/remove',
  '/settings/school/logo/remove',
]

/** Returns the addresses of all screens and dialogs in the route map. Routes of a `.ts` file show nothing. */
function screensOf(entries: RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path = '', file, children = [] }) => {
    const address = [above, path].filter(Boolean).join('/')
    const shows = file.endsWith('.tsx') && !file.endsWith('layout.tsx')
    return [...(shows ? [`/${address}`] : []), ...screensOf(children, address)]
  })
}

const SCREENS = [...new Set(screensOf(routes))].sort(
  (a, b) => b.replace(/:\w+/g, '').length - a.replace(/:\w+/g, '').length,
)
const screenOf = (pathname: string) =>
  SCREENS.find((screen) => new RegExp(`^${screen.replace(/:\w+|\*/g, '[^/]+')}$`).test(pathname))

/** Returns what is wrong with a page at its present width. */
const faults = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const beyond = document.documentElement.scrollWidth - window.innerWidth
    if (beyond > 0) found.push(`${beyond} px wider than the window`)
    const words = document.createRange()
    for (const name of document.querySelectorAll('td:first-child a, th a, .ride > a, .lesson-row .num, h1, h2')) {
      const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT)
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        // An email address replaces a missing name, and has to break.
        if (text.textContent?.includes('@')) continue
        words.selectNodeContents(text)
        if (words.getClientRects().length < 2) continue
        for (const word of (text.textContent ?? '').matchAll(/[\p{L}\p{N}]{2,}/gu)) {
          words.setStart(text, word.index)
          words.setEnd(text, word.index + word[0].length)
          if (new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
            found.push(`"${word[0]}" is broken`)
        }
      }
    }
    return found
  })

/**
 * Returns rows with forms or fields that a swap may confuse: what is chosen or unfolded in one would appear in another.
 * IDs that React counts (`:R1:`) belong to a place in the page, not to a row.
 */
const looseRows = (page: Page) =>
  page.evaluate(() => {
    // A form's `id` may be a field of that name.
    const idOf = (element: Element) => element.getAttribute('id') ?? ''
    const isOwn = (element: Element) => /^[^:]/.test(idOf(element))
    const controls = [...document.querySelectorAll('form, select, textarea, input:not([type=hidden])')]
    return controls.flatMap((control) => {
      const list = control.closest('ul, ol, table')
      const row = control.closest('li, tr')
      // An island keeps its own rows apart.
      if (!list || !row || control.closest('[data-island]')) return []
      let named: Element | null = row
      while (named && named !== list && !isOwn(named)) named = named.parentElement
      const isCounted = idOf(control).startsWith(':')
      return named === list || isCounted
        ? [`A form or field in a row without an id: ${row.outerHTML.slice(0, 200)}`]
        : []
    })
  })

const validator = new HtmlValidate(new StaticConfigLoader({ extends: ['html-validate:standard'] }))

/** Returns where a page, as it was sent, is not valid HTML. */
async function misplaced(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results
    .flatMap(({ messages }) => messages)
    .map(({ message, offset }) => `${message}: ${html.slice(Math.max(0, offset - 100), offset + 100)}`)
}

/** Returns the role whose walk has to reach a screen. */
function walkerOf(screen: string): string {
  if (/^\/(auth|test-login|\*)/.test(screen)) return 'visitor'
  if (screen.startsWith('/teaching')) return 'instructor'
  if (screen === '/profile/complete') return 'new family'
  return isAdminPath(screen) || screen.startsWith('/second-step') ? 'admin' : 'rider'
}

for (const { name, who, begin, goesOn } of ROLES) {
  test(`Every screen and dialog of the ${name} fits windows from 320 px up, breaks no name, is accessible and valid`, async ({
    page,
  }) => {
    if (who) await signIn(page, who)
    const wrong: string[] = []
    const queue: string[] = [...begin]
    const known = new Set(begin.map((address) => screenOf(address.replace(/\?.*/, ''))))
    for (let address = queue.shift(); address; address = queue.shift()) {
      const answer = await page.goto(address)
      for (const fault of await misplaced((await answer?.text()) ?? '')) wrong.push(`${address}: ${fault}`)
      for (const fault of await looseRows(page)) wrong.push(`${address}: ${fault}`)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        for (const fault of await faults(page)) wrong.push(`${address} at ${width}: ${fault}`)
        if (!lookedAt(name).includes(width)) continue
        const isDialog = (await page.locator('dialog[open]').count()) > 0
        await expectAccessible(page, isDialog ? 'dialog' : 'html')
      }
      const links = await page
        .locator('a[href^="/"]')
        .evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''))
      for (const href of links) {
        const [pathname = '', query = ''] = href.split('?')
        const next = screenOf(pathname)
        if (!next || !goesOn.test(pathname)) continue
        // The payments of one student are a screen of their own.
        const screen = next === '/payments' && query.includes('student=') ? `${next}?student` : next
        if (known.has(screen)) continue
        known.add(screen)
        queue.push(href)
      }
    }
    expect(wrong).toEqual([])
    expect(
      SCREENS.filter((screen) => walkerOf(screen) === name && !known.has(screen) && !OUT_OF_THE_WAY.includes(screen)),
    ).toEqual([])
  })
}
