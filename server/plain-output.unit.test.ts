import { expect, test, vi } from 'vitest'
import { log, logError } from '~/platform/log.server'
import { logPlainOutput } from './plain-output'

test('Everything that is printed becomes one line of JSON, once', async () => {
  const lines: string[] = []
  const info = vi.spyOn(console, 'info').mockImplementation((line: string) => void lines.push(line))
  const error = vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line))
  const undo = logPlainOutput()
  try {
    log('info', 'ours')
    logError(new Error('ours too'))
    console.warn('a %s of\na library', 'warning', { a: 1 })
    console.error(new Error('of a library'))
    process.emitWarning('deprecated')
    await expect.poll(() => lines).toHaveLength(5)
  } finally {
    undo()
    info.mockRestore()
    error.mockRestore()
  }
  const entries = lines.map((line) => JSON.parse(line))
  expect(entries.map(({ level, message }) => [level, message])).toEqual([
    ['info', 'ours'],
    ['error', 'ours too'],
    ['warn', 'printed'],
    ['error', 'printed'],
    ['warn', 'warning'],
  ])
  expect(entries[2].text).toBe('a warning of\na library { a: 1 }')
  expect(entries[3].text).toContain('Error: of a library')
})
