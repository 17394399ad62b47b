import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { vitestResults } from './test-results.mjs'

test('A test that passed at the second try is named, and one that failed twice can be run alone', () => {
  const file = path.join(tmpdir(), `stirrup-report-${process.pid}.json`)
  const one = (fullName: string, status: string, failureMessages: string[] = []) => ({
    fullName,
    status,
    failureMessages,
  })
  const assertionResults = [
    one('holds', 'passed'),
    one('holds at last', 'passed', ['expected 1 to be 2']),
    one('(a) never holds', 'failed', ['expected 1 to be 2', 'expected 1 to be 2']),
  ]
  writeFileSync(
    file,
    JSON.stringify({ testResults: [{ name: path.resolve('app/a.test.ts'), status: 'failed', assertionResults }] }),
  )
  expect(vitestResults(file, 'unit')).toEqual({
    passed: 2,
    again: ['app/a.test.ts: holds at last'],
    failed: [String.raw`npx vitest run --project unit app/a.test.ts -t '\(a\) never holds'`],
  })
})
