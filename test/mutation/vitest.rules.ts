import { defineConfig } from 'vitest/config'
import { mutate } from './rules.json'

/** The subjects that the rules belong to, such as `app/models/schedule`: any of their unit tests may notice a change. */
const folders = [...new Set(mutate.map((file) => file.split('/').slice(0, 3).join('/')))]

export default defineConfig({
  resolve: { alias: { '~': new URL('../../app', import.meta.url).pathname } },
  test: {
    include: [...folders.map((folder) => `${folder}/**/*.unit.test.ts`), 'app/utils/money.unit.test.ts'],
    // Random sequences would take seconds for each change; each rule also has a plain test. So would many random days, a second solver, and
    // seasons, which are solved with rules of the week.
    exclude: ['**/*propert*.unit.test.ts', '**/second-solver.unit.test.ts', '**/season/**'],
    env: { STIRRUP_MODE: 'test', HORSE_DAYS: '50' },
    setupFiles: ['./test/seed.ts', './test/matchers.ts'],
    // Stryker ends a change that never returns; a busy machine should end nothing.
    testTimeout: 0,
  },
})
