import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { installedBrowser } from './scripts/browser.mjs'
import { copySample } from './scripts/sample-school.mjs'

const port = Number(process.env.E2E_PORT ?? 4630)
const address = `http://127.0.0.1:${port}`
// This file is read again in every worker process: they all use the folder that the first reading made.
if (!process.env.E2E_DATA_DIR) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'stirrup-e2e-'))
  process.env.E2E_DATA_DIR = dataDir
  copySample(dataDir)
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
}

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

/** It changes nothing, and looks at a sample school that nobody has worked with. */
const WALK = /walk\.js\.desktop/

/**
 * A file runs in every project, unless its name says which: `x.js.spec.ts` needs scripts, `x.no-js.spec.ts` has none,
 * `x.desktop.spec.ts` needs a wide window, `x.phone.spec.ts` a small one, `x.js.desktop.spec.ts` and
 * `x.no-js.phone.spec.ts` both. `x.pair.spec.ts` runs wide with scripts and small without, which try every width and
 * every way once.
 */
export default defineConfig({
  testDir: 'e2e',
  workers: 1,
  // Limits for what hangs, not for what is slow: a test walks through many screens, on a machine that may be busy.
  timeout: 900_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  forbidOnly: Boolean(process.env.CI),
  // A browser that hangs gets a second try; the run names such a test at its end.
  retries: 1,
  // `--trace on` records one; recording each test costs time and can hold up the closing of a page that is still loading.
  use: { baseURL: address, trace: 'off', screenshot: 'off', actionTimeout: 60_000, navigationTimeout: 120_000 },
  projects: [
    { name: 'walk', use: desktop, testMatch: WALK },
    { name: 'js', use: desktop, testIgnore: [WALK, /\.(no-js|phone)\.spec/] },
    { name: 'no-js', use: { ...desktop, javaScriptEnabled: false }, testIgnore: /\.(js|phone|pair)\.(desktop\.)?spec/ },
    { name: 'phone', use: phone, testIgnore: /\.(no-js|desktop|pair)\.(phone\.)?spec/ },
    {
      name: 'phone-no-js',
      use: { ...phone, javaScriptEnabled: false },
      testIgnore: /\.(js|desktop)\.spec/,
    },
  ],
  webServer: {
    // Such as the one of scripts/several.ts.
    command: process.env.E2E_SERVER ?? 'node build/node/server/index.js',
    url: `${address}/healthz`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: { STIRRUP_MODE: 'demo', PORT: String(port), APP_URL: address, DATA_DIR: process.env.E2E_DATA_DIR },
  },
})
