import { expect, test } from 'vitest'
import { LogLines } from './log-lines'

const READY = '{"level":"info","message":"ready"}'

function problemsOf(lines: string[]): string[] {
  const log = new LogLines(new Set(['a-session-id', 'short']))
  for (const line of lines) log.read(line)
  return log.problems
}

test('The demo greets in plain words, and any other line that is not JSON is a problem once the server is ready', () => {
  const greeting = ['', '  Stirrup is open at http://127.0.0.1:3000', '']
  expect(problemsOf(['Set PORT to another one.', READY, ...greeting, '{"level":"info"}'])).toEqual([])
  expect(problemsOf([READY, '<--- Last few GCs --->'])).toEqual([
    'a line of the log is no JSON: <--- Last few GCs --->',
  ])
})

test('A secret in a line is a problem, a short word is not', () => {
  expect(problemsOf([READY, '{"path":"/a-session-id"}', '{"path":"/short"}'])).toHaveLength(1)
})

test('The reason of a failed request is found by its ID', () => {
  const log = new LogLines([])
  log.read('{"level":"error","requestId":"r1","stack":"Error: x"}')
  expect(log.reasonOf('r1')).toBe('Error: x')
  expect(log.reasonOf(undefined)).toBeUndefined()
})
