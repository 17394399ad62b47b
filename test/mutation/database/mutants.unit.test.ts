import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MUTANTS } from './mutants'

test('Each fault matches its code once, and names an existing test that has to notice it', () => {
  const wrong = MUTANTS.flatMap(({ file, from, test: [testFile, title] }) => {
    const places = readFileSync(file, 'utf8').split(from.replace(/[«»]/g, '')).length - 1
    const isTold = readFileSync(testFile, 'utf8').replaceAll('%d ', '').includes(title)
    return places === 1 && isTold ? [] : [{ file, from, places, title: isTold || title }]
  })
  expect(wrong).toEqual([])
})
