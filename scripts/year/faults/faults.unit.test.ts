import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { placeOf } from '../../../test/mutation/put-in'
import { FAULTS } from './faults'

test.each(FAULTS.map(({ name, edits }) => ({ name, edits })))(
  'The places of a past fault are there once: $name',
  ({ edits }) => {
    for (const edit of edits) expect(placeOf(readFileSync(edit.file, 'utf8'), edit).marked).not.toBe(edit.to)
  },
)

test('A place that is missing or there twice is refused', () => {
  const place = { file: 'a.ts', from: 'b «c»' }
  expect(placeOf('a b c d', place)).toEqual({ before: 'a b ', marked: 'c', after: ' d' })
  expect(() => placeOf('a b d', place)).toThrow('a.ts has not once: b «c»')
  expect(() => placeOf('b c b c', place)).toThrow('a.ts has not once: b «c»')
})
