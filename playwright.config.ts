import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { addressOf, WORKERS } from './e2e/schools'
import { installedBrowser } from './scripts/browser.mjs'

// This file is read again in every worker process: they all use the folder that the first reading made.
if (!process.env.E2E_DATA_DIR) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'stirrup-e2e-'))
  process.env.E2E_DATA_DIR = dataDir
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
}

/** Each worker has a server with a school of its own, so that files run side by side and none meets what another left. */
const schools = Array.from({ length: WORKERS }, (_, worker) => ({
  // Such as the one of scripts/several.ts.
  command: process.env.E2E_SERVER ?? 'node build/node/server/index.js',
  url: `${addressOf(worker)}/healthz`,
  timeout: 120_000,
  reuseExistingServer: false,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
  env: {
    STIRRUP_MODE: 'demo',
    PORT: new URL(addressOf(worker)).port,
    APP_URL: addressOf(worker),
    DATA_DIR: path.join(process.env.E2E_DATA_DIR ?? '', String(worker)),
  },
}))

const desktop = {
  ...devices['Desktop Chrome'],
  launchOptions: {
    executablePath: installedBrowser(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  },
}
const phone = { ...desktop, viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

/**
 * A file runs in every project, unless its name says which: `x.js.spec.ts` needs scripts, `x.no-js.spec.ts` has none,
 * `x.desktop.spec.ts` needs a wide window, `x.phone.spec.ts` a small one, `x.js.desktop.spec.ts` both. `x.pair.spec.ts` runs wide with scripts and
 * small without, which try every width and every way once.
 */
export default defineConfig({
  testDir: 'e2e',
  workers: WORKERS,
  // A test walks through many screens, on a machine that may be busy.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  forbidOnly: Boolean(process.env.CI),
  // A browser that hangs gets a second try; the run names such a test at its end.
  retries: 1,
  // `--trace on` records one; recording each test costs time and can hold up the closing of a page that is still loading.
  use: { trace: 'off', screenshot: 'off', actionTimeout: 30_000, navigationTimeout: 60_000 },
  projects: [
    { name: 'js', use: desktop, testIgnore: /\.(no-js|phone)\.spec/ },
    { name: 'no-js', use: { ...desktop, javaScriptEnabled: false }, testIgnore: /\.(js|phone|pair)\.(desktop\.)?spec/ },
    { name: 'phone', use: phone, testIgnore: /\.(no-js|desktop|pair)\.spec/ },
    {
      name: 'phone-no-js',
      use: { ...phone, javaScriptEnabled: false },
      testIgnore: /\.(js|desktop)\.spec/,
    },
  ],
  webServer: schools,
})
