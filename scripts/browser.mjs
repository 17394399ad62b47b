import { existsSync } from 'node:fs'

// Chromium's headless shell draws no window, so it takes half of the processor time.
const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Returns the path of an installed browser; without one Playwright uses its own. */
export const installedBrowser = () => PLACES.find((place) => place && existsSync(place))
