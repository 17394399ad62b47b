import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('The list of decisions contains each of them once, in order', () => {
  const files = readdirSync('docs/decisions')
    .filter((name) => /^\d/.test(name))
    .sort()
  const listed = [...readFileSync('docs/decisions/README.md', 'utf8').matchAll(/^\| \[\d{2}\]\((.+?\.md)\)/gm)]
  expect(listed.map(([, file]) => file)).toEqual(files)
})

test('Each decision has its context, the decision, the alternatives, and the consequences', () => {
  const headings = (file: string) => readFileSync(`docs/decisions/${file}`, 'utf8').match(/^## .+/gm)
  const files = readdirSync('docs/decisions').filter((name) => /^\d/.test(name))
  const sections = ['## Context', '## Decision', '## Alternatives', '## Consequences']
  expect(files.filter((file) => headings(file)?.join() !== sections.join())).toEqual([])
})
