import { afterEach, expect, test, vi } from 'vitest'
import { runForAccount } from './account-command'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  process.exitCode = undefined
})

/** Returns what `npm run admin` and similar commands print with only these settings, and how often their work ran. */
async function told(settings: Record<string, string>) {
  for (const name of ['APP_URL', 'DATABASE_URL', 'DATA_DIR']) vi.stubEnv(name, settings[name])
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const work = vi.fn()
  await runForAccount(work)
  return { says: error.mock.calls.flat().join('\n'), code: process.exitCode, worked: work.mock.calls.length }
}

test('An account command without the service’s settings refuses with a sentence, and creates no database', async () => {
  const { says, ...rest } = await told({})
  expect(says).toBe(
    'DATABASE_URL is not set, nor DATA_DIR for the embedded database: whose account? With systemd, deploy/stirrup-run runs a command with the settings of the service.',
  )
  expect(rest).toEqual({ code: 1, worked: 0 })
})

test('An account command requires the address that its link contains', async () => {
  const { says, ...rest } = await told({ DATABASE_URL: 'postgresql://nowhere.example/stirrup' })
  expect(says).toContain('APP_URL is not set')
  expect(rest).toEqual({ code: 1, worked: 0 })
})

test('An account command does not open a folder without a database', async () => {
  const { says, ...rest } = await told({ DATA_DIR: '/nowhere/at/all', APP_URL: 'https://school.example' })
  expect(says).toContain('There is no database in /nowhere/at/all')
  expect(rest).toEqual({ code: 1, worked: 0 })
})
