import { expect, test } from 'vitest'
import { namesOf } from './db.server'

test('A statement has a name from its second use on, and keeps it', () => {
  const nameOf = namesOf()
  const [first, second, third] = [1, 2, 3].map(() => nameOf({ sql: 'SELECT 1' }))
  expect(first).toBe('')
  expect(second).toMatch(/^[\w-]{27}$/)
  expect(third).toBe(second)
})

test('The number of names is bounded, and statements that run once take none', () => {
  const nameOf = namesOf(3)
  for (let i = 0; i < 100; i++) expect(nameOf({ sql: `SELECT once ${i}` })).toBe('')
  const twice = (sql: string) => [nameOf({ sql }), nameOf({ sql })][1]
  expect(['a', 'b', 'c', 'd'].map(twice).map(Boolean)).toEqual([true, true, true, false])
})
