import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('The list of decisions has each of them once, in order', () => {
  const files = readdirSync('docs/decisions')
    .filter((name) => /^\d/.test(name))
    .sort()
  const listed = [...readFileSync('docs/decisions/README.md', 'utf8').matchAll(/^\| \[\d{3}\]\((.+?\.md)\)/gm)]
  expect(listed.map(([, file]) => file)).toEqual(files)
})
