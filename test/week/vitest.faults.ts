import { defineConfig } from 'vitest/config'
import { putIn } from '../mutation/put-in'
import { FAULTS } from './faults'

const ROOT = new URL('../../', import.meta.url).pathname

/** The random runs of the week, with the fault awake whose place in the list `WEEK_FAULT` is. */
export default defineConfig({
  plugins: [putIn(FAULTS)],
  resolve: { alias: { '~': `${ROOT}app` } },
  test: {
    root: ROOT,
    include: ['app/models/lessons/week.property.test.ts'],
    env: { STIRRUP_MODE: 'test' },
    globalSetup: './test/global-setup.ts',
    setupFiles: ['./test/seed.ts', './test/setup.ts', './test/week/faults.setup.ts'],
    testTimeout: 0,
    hookTimeout: 0,
  },
})
