import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '~': new URL('../../app', import.meta.url).pathname } },
  test: {
    include: [
      'app/models/{allowance,attendance,closing,horses,instructors,lessons,makeups,match}/**/*.unit.test.ts',
      'app/models/{payments,places,schedule,subscriptions,waitlist}/**/*.unit.test.ts',
      'app/utils/money.unit.test.ts',
    ],
    // Random sequences would take seconds for each change; each rule also has a plain test.
    exclude: ['**/*propert*.unit.test.ts'],
    env: { STIRRUP_MODE: 'test' },
    setupFiles: './test/seed.ts',
    // Stryker ends a change that never returns; a busy machine should end nothing.
    testTimeout: 0,
  },
})
