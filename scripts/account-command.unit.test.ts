import { afterEach, expect, test, vi } from 'vitest'
import { runForAccount } from './account-command'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  process.exitCode = undefined
})

/** What `npm run admin` and its like print with these settings alone, and how often they came to their work. */
async function told(settings: Record<string, string>) {
  for (const name of ['APP_URL', 'DATABASE_URL', 'DATA_DIR']) vi.stubEnv(name, settings[name])
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const work = vi.fn()
  await runForAccount(work)
  return { says: error.mock.calls.flat().join('\n'), code: process.exitCode, worked: work.mock.calls.length }
}

test('A command for an account refuses without the settings of the service, in a sentence, and makes no database', async () => {
  const { says, ...rest } = await told({})
  expect(says).toBe(
    'DATABASE_URL is not set, nor DATA_DIR for the embedded database: whose account? With systemd, deploy/stirrup-run runs a command with the settings of the service.',
  )
  expect(rest).toEqual({ code: 1, worked: 0 })
})

test('It asks for the address that stands in its link', async () => {
  const { says, ...rest } = await told({ DATABASE_URL: 'postgresql://nowhere.example/stirrup' })
  expect(says).toContain('APP_URL is not set')
  expect(rest).toEqual({ code: 1, worked: 0 })
})

test('It opens no folder that holds no database', async () => {
  const { says, ...rest } = await told({ DATA_DIR: '/nowhere/at/all', APP_URL: 'https://school.example' })
  expect(says).toContain('There is no database in /nowhere/at/all')
  expect(rest).toEqual({ code: 1, worked: 0 })
})
