import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/asvs.md', 'utf8')
const rows = page.split('\n').flatMap((line) => {
  const [, number, asks, met, by] = /^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+?) \| (.*?) ?\|$/.exec(line) ?? []
  return number ? [{ number, asks, met, by: by ?? '' }] : []
})

/** The number of level 1 and 2 requirements in each chapter of ASVS 4.0.3. */
const CHAPTERS = { 1: 38, 2: 53, 3: 18, 4: 9, 5: 30, 6: 13, 7: 12, 8: 15, 9: 7, 10: 5, 11: 8, 12: 15, 13: 13, 14: 23 }

test('Each requirement of level 2 has a row with an answer', () => {
  const counts: Record<string, number> = {}
  for (const { number } of rows) {
    const chapter = number.split('.')[0] ?? ''
    counts[chapter] = (counts[chapter] ?? 0) + 1
  }
  expect(counts).toEqual(CHAPTERS)
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length)
  expect(rows.filter(({ met }) => !['yes', 'partly', 'no', 'n/a'].includes(met ?? ''))).toEqual([])
})

test('The totals above the table are those of its rows', () => {
  const count = (met: string) => rows.filter((row) => row.met === met).length
  expect(page).toContain(
    `${count('yes')} are met, ${count('partly')} in part, ${count('no')} are not, and ${count('n/a')} ask about what is not here`,
  )
})

test('A requirement that is met in part says what is missing', () => {
  expect(rows.filter(({ met, by }) => met === 'partly' && by.length < 8)).toEqual([])
})

test('A requirement that is met names a test, and one that is not says why', () => {
  const TEST = /`(?:app|server|test|scripts|e2e)\/[\w./-]+\.(?:test|spec)\.tsx?`/
  expect(rows.filter(({ met, by }) => met === 'yes' && !TEST.test(by))).toEqual([])
  expect(rows.filter(({ met, by }) => met === 'no' && by.length < 15)).toEqual([])
})

test('Each file named in the table and in the security page exists', () => {
  const files = [
    ...`${page}${readFileSync('docs/security.md', 'utf8')}`.matchAll(
      /`((?:app|server|test|docs|scripts|deploy|e2e|\.ci)\/[\w./-]+)`/g,
    ),
  ].map(([, file]) => file ?? '')
  expect(files.length).toBeGreaterThan(60)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})
