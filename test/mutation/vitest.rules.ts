import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '~': new URL('../../app', import.meta.url).pathname } },
  test: {
    include: [
      'app/models/{payments,allowance,subscriptions,places,waitlist}/**/*.unit.test.ts',
      'app/utils/money.unit.test.ts',
    ],
    env: { STIRRUP_MODE: 'test' },
    setupFiles: './test/seed.ts',
  },
})
