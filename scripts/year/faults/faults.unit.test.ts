import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { placeOf } from '../../../test/mutation/put-in'
import { FAULTS as OF_THE_WEEK } from '../../../test/week/faults'
import { FAULTS } from './faults'

test.each([...FAULTS, ...OF_THE_WEEK.map(({ name, ...edit }) => ({ name, edits: [edit] }))])(
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
