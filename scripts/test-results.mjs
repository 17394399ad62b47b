// Reads the reports of Vitest and Playwright for `npm test`.
import { readFileSync } from 'node:fs'
import path from 'node:path'

const read = (file) => JSON.parse(readFileSync(file, 'utf8'))
const quoted = (title) => `'${title.replaceAll("'", "'\\''")}'`
// Both runners take a title as a pattern.
const patternOf = (title) => quoted(title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))

/** @returns {{ passed: number, failed: string[], again: string[] }} counts, the commands that run each failed test alone, and what needed a second try */
export function vitestResults(file, project) {
  const results = { passed: 0, failed: [], again: [] }
  for (const { name, status, assertionResults } of read(file).testResults) {
    const place = path.relative('.', name)
    const alone = `npx vitest run --project ${project} ${place}`
    const passed = assertionResults.filter((test) => test.status === 'passed')
    const failed = assertionResults.filter((test) => test.status === 'failed')
    results.passed += passed.length
    // The first failure is kept.
    const again = passed.filter(({ failureMessages }) => failureMessages.length)
    results.again.push(...again.map(({ fullName }) => `${place}: ${fullName}`))
    results.failed.push(...failed.map(({ fullName }) => `${alone} -t ${patternOf(fullName)}`))
    if (status === 'failed' && !failed.length) results.failed.push(alone)
  }
  return results
}

/** Reads Playwright's report in the same way. */
export function playwrightResults(file) {
  const results = { passed: 0, failed: [], again: [] }
  const visit = ({ suites = [], specs = [] }) => {
    for (const { title, file, line, tests } of specs) {
      for (const { status, projectName } of tests) {
        if (status === 'expected') results.passed++
        else if (status === 'flaky') {
          results.passed++
          results.again.push(`e2e/${file}:${line} in ${projectName}: ${title}`)
        } else if (status === 'unexpected')
          results.failed.push(`npx playwright test e2e/${file}:${line} --project ${projectName}`)
      }
    }
    suites.forEach(visit)
  }
  visit(read(file))
  return results
}
