import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('The data model page names each model and its table, in the order of the schema', () => {
  const schema = readFileSync('prisma/schema.prisma', 'utf8')
  const models = [...schema.matchAll(/^model (\w+) \{[\s\S]*?@@map\("(\w+)"\)/gm)]
  const rows = [...readFileSync('docs/data-model.md', 'utf8').matchAll(/^\| `(\w+)` \| `(\w+)` \| \S.* \|$/gm)]
  expect(rows.map(([, model, table]) => `${model} ${table}`)).toEqual(
    models.map(([, model, table]) => `${model} ${table}`),
  )
})
