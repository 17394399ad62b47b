import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from '../imports'
import { callsIn } from './calls'
import { compare } from './compare'
import type { Shape } from './shape'

const files = sourceFiles('app', 'server', 'scripts').filter((file) =>
  /\$queryRaw|\.query<|\browList</.test(readFileSync(file, 'utf8')),
)

test('The type of every raw statement in the source can be read, and stands at its call if its answer is used', () => {
  const calls = files.flatMap(callsIn)
  expect(calls.length).toBeGreaterThan(200)
  expect(calls.filter(({ isRead }) => !isRead).map(({ place }) => place)).toEqual([])
})

test('A type is read through names, imports, and what is made of other types', () => {
  const row = callsIn('app/models/people/accounts/viewer.server.ts')[0]?.row
  expect([...(row?.fields?.keys() ?? [])]).toEqual(['user', 'expire', 'lasts', 'school', 'coats'])
  const fieldOf = (shape: Shape | undefined, name: string) => shape?.fields?.get(name)?.shape
  expect(fieldOf(fieldOf(row, 'user'), 'parentName')?.kinds).toEqual(new Set(['string', 'null']))
  expect(fieldOf(fieldOf(row, 'school'), 'payAtSchool')?.kinds).toEqual(new Set(['boolean', 'null']))
})

const row: Shape = {
  kinds: new Set(['object']),
  fields: new Map([
    ['id', { shape: { kinds: new Set(['string']) }, optional: false }],
    ['list', { shape: { kinds: new Set(['list']), items: { kinds: new Set(['number']) } }, optional: false }],
  ]),
}
const id = { name: 'id', kind: 'string' } as const

test.each([
  ['as its type has it', [id, { name: 'list' }], [['a', '[1]']], []],
  ['a column less', [id], [], ['has no column "list"']],
  ['a column more', [id, { name: 'list' }, { name: 'more' }], [], ['has a column "more" that its type does not']],
  [
    'of another kind',
    [{ name: 'id', kind: 'number' } as const, { name: 'list' }],
    [],
    ['"id" is of kind number, not string'],
  ],
  ['null', [id, { name: 'list' }], [[null, '[]']], ['"id" is null']],
  ['of another kind in JSON', [id, { name: 'list' }], [['a', '[1,"2"]']], ['"list[]" is of kind string, not number']],
])('An answer that is %s', (_, columns, rows, says) => {
  expect(compare(row, columns, rows)).toEqual(says)
})
