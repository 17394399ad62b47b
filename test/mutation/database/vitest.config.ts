import { defineConfig } from 'vitest/config'
import { putIn } from '../put-in'
import { MUTANTS } from './mutants'

const ROOT = new URL('../../../', import.meta.url).pathname

export default defineConfig({
  plugins: [putIn(MUTANTS)],
  resolve: { alias: { '~': `${ROOT}app` } },
  test: {
    root: ROOT,
    include: [...new Set(MUTANTS.map(({ test: [file] }) => file))],
    env: { STIRRUP_MODE: 'test' },
    globalSetup: './test/global-setup.ts',
    setupFiles: ['./test/seed.ts', './test/setup.ts', './test/mutation/database/setup.ts'],
    isolate: false,
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
