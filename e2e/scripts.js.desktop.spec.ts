import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, SAMPLE, signIn, test } from './support'

const folder = 'build/browser/assets'
const files = readdirSync(folder).filter((name) => name.endsWith('.js'))
const textOf = (name: string) => readFileSync(path.join(folder, name), 'utf8')
function named(start: string): string {
  const found = files.find((name) => name.startsWith(`${start}-`))
  if (!found) throw new Error(`The build has no ${start}`)
  return found
}

/** Returns a file with those that it needs before it runs. */
function withNeeded(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const [, needed = ''] of textOf(name).matchAll(/(?:from|import)["']\.\/([\w-]+\.js)["']/g))
    withNeeded(needed, seen)
  return seen
}

/** Returns the size in bytes for a browser that accepts gzip; small files are not compressed. */
function weightOf(name: string): number {
  const isPacked = readdirSync(folder).includes(`${name}.gz`)
  return readFileSync(path.join(folder, isPacked ? `${name}.gz` : name)).length
}
const sum = (names: string[]) => names.reduce((bytes, name) => bytes + weightOf(name), 0)

const main = named('main')
const framework = named('framework')
/** The parts that `main` loads where they are on a page. */
const asked = [...textOf(main).matchAll(/import\(["']\.\/([\w-]+\.js)["']\)/g)]
const islands = [...new Set(asked.map(([, name = '']) => name))]

test('a page without a part that follows input has one script of at most 10 kB', () => {
  expect([...withNeeded(main)]).toEqual([main])
  expect(weightOf(main)).toBeLessThan(10 * 1024)
})

test('other pages have at most four scripts, of at most 100 kB, of which at most 20 kB are ours', () => {
  expect(islands.length).toBeGreaterThan(5)
  for (const island of islands) {
    const all = [...withNeeded(island, new Set([main]))]
    expect([island, all.length]).toEqual([island, Math.min(all.length, 4)])
    expect(sum(all)).toBeLessThan(100_000)
    // Payments load the provider's own code in the same file, and the office's menu loads Radix's with its runtime.
    if (island !== named('payment') && island !== named('menu'))
      expect(sum(all.filter((name) => name !== framework))).toBeLessThan(20 * 1024)
  }
})

test('the menu of the office is at most 40 kB with its runtime, and no other part loads it', () => {
  const menu = named('menu')
  expect(sum([...withNeeded(menu, new Set([main]))].filter((name) => name !== main))).toBeLessThan(40_000)
  for (const name of [main, ...islands]) if (name !== menu) expect([...withNeeded(name)]).not.toContain(menu)
})

test('a part of a few lines loads no framework', () => {
  for (const part of ['export', 'refund', 'signature', 'made-link', 'other-tab', 'sheet', 'menu'])
    expect([...withNeeded(named(part))]).not.toContain(framework)
})

test('no input validation and nothing of the server is in a script', () => {
  for (const name of files) expect(textOf(name)).not.toMatch(/ZodError|_zod|prisma|stripeCustomerId:!0|node:crypto/)
})

test('a page refers to no script that is loaded before it is painted', async ({ page }) => {
  await signIn(page, SAMPLE.rider)
  const answer = await page.goto('/')
  expect(await answer?.text()).not.toMatch(/<link[^>]+(preload|as="script")|<script[^>]+src=/)
  await expect(page.locator('html[data-scripts]')).toHaveCount(1)
})
