import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { installedBrowser } from './scripts/browser.mjs'

const alias = { '~': new URL('./app', import.meta.url).pathname }
const unit = ['{app,prisma,server,sandbox,scripts,test}/**/*.unit.test.{ts,tsx}', 'sandbox/**/*.test.ts']
const access = 'test/doors/**/*.test.ts'
const browser = 'app/browser/**/*.browser.test.{ts,tsx}'
// The embedded database hangs with its process alone.
const onPostgres = process.env.TEST_DATABASE_URL ? [] : ['server/hanging-database.test.ts']
// Projects do not take `--exclude`: what CI tries on its other database alone.
const elsewhere = process.env.TEST_EXCLUDE?.split(',') ?? []

// Limits for what hangs, not for what is slow: a machine may have other work to do.
const HANGS_MS = 600_000
const WAITS_MS = 60_000

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // What a file was compiled to is kept for the next run: a quarter of the processor time of a run of one file.
    experimental: { fsModuleCache: true },
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: unit,
          env: { STIRRUP_MODE: 'test' },
          setupFiles: ['./test/seed.ts', './test/matchers.ts'],
          // What a file imports is read once a worker: reading it anew in each file was more than the tests themselves.
          isolate: false,
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
          expect: { poll: { timeout: WAITS_MS } },
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'integration',
          include: ['{app,prisma,server,scripts,test}/**/*.test.{ts,tsx}'],
          exclude: [...unit, access, browser, ...onPostgres, ...elsewhere],
          env: { STIRRUP_MODE: 'test' },
          globalSetup: './test/global-setup.ts',
          setupFiles: ['./test/seed.ts', './test/setup.ts', './test/matchers.ts'],
          // One database and one set of modules a worker: its tables are emptied at each file.
          isolate: false,
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
          expect: { poll: { timeout: WAITS_MS } },
        },
      },
      {
        // On the built server, which the other tests do not need.
        resolve: { alias },
        test: {
          name: 'doors',
          include: [access],
          env: { STIRRUP_MODE: 'test' },
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
        },
      },
      {
        resolve: { alias },
        // What the tests' pages import, or their first run would be reloaded halfway.
        optimizeDeps: {
          include: ['idiomorph', 'react', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client', 'react-dom/server'],
        },
        plugins: [
          {
            // Each address below /school is the page that the test has for it (app/browser/test-support.ts).
            name: 'school',
            configureServer: ({ middlewares }) =>
              void middlewares.use('/school', (_, answer) =>
                answer
                  .setHeader('Content-Type', 'text/html')
                  .end('<!doctype html><script>parent.arrive(window)</script>'),
              ),
          },
        ],
        test: {
          name: 'browser',
          include: [browser],
          testTimeout: HANGS_MS,
          expect: { poll: { timeout: WAITS_MS } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 720 },
            provider: playwright({
              launchOptions: { executablePath: installedBrowser(), args: ['--no-sandbox', '--disable-gpu'] },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
