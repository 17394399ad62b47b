import { defineConfig } from 'vitest/config'
import { putIn } from '../mutation/put-in'
import { FAULTS } from './faults'

const ROOT = new URL('../../', import.meta.url).pathname

/** The random runs of the week, with one past fault active at a time. */
export default defineConfig({
  plugins: [putIn(FAULTS)],
  resolve: { alias: { '~': `${ROOT}app` } },
  test: {
    root: ROOT,
    include: ['test/week/faults.runs.ts'],
    env: { STIRRUP_MODE: 'test' },
    globalSetup: './test/global-setup.ts',
    setupFiles: ['./test/seed.ts', './test/setup.ts', './test/week/faults.setup.ts'],
    disableConsoleIntercept: true,
    testTimeout: 0,
    hookTimeout: 0,
  },
})
