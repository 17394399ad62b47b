import { existsSync } from 'node:fs'
import { build, generate, install, run, tool } from './steps.mjs'

const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Finds an installed browser, or installs Debian's or Playwright's own. */
async function findBrowser() {
  if (places.some((place) => place && existsSync(place))) return
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    await run('apt-get', ['update', '-qq'])
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      DEBIAN_FRONTEND: 'noninteractive',
    })
  } else {
    await tool('playwright', ['install', 'chromium'])
  }
}

await install()
await generate()
await tool('biome', ['check', '.'])
await tool('tsc', ['--noEmit'])
await tool('vitest', ['run', '--project', 'unit', '--project', 'integration'])
await build()
await findBrowser()

/** Projects of the browser tests, one after the other, on a server and a school of their own. */
const browse = (projects, port) =>
  tool('playwright', ['test', ...projects.flatMap((name) => ['--project', name]), '--output', `test-results/${port}`], {
    E2E_PORT: String(port),
  })
// What is tried on built servers without a browser follows the shorter of both; then they take the same time.
await Promise.all([
  browse(['js', 'no-js'], 4630),
  browse(['phone', 'phone-no-js'], 4631)
    .then(() => tool('vitest', ['run', '--project', 'doors']))
    .then(() => tool('tsx', ['scripts/fuzz.ts', '5000', '13']))
    .then(() => tool('tsx', ['scripts/kill.ts', '--short', '--only=embedded'])),
])
