import { expect, test } from 'vitest'
import { refusalOf } from '../../../../../test/week/book'
import { refuseOlder } from './older-plan'

test('A plan of the present state is taken; an older one, or one that names none, is refused with the present version', () => {
  expect(() => refuseOlder('now', 'now')).not.toThrow()
  for (const older of ['before', undefined]) {
    const refusal = refusalOf(() => refuseOlder(older, 'now'))
    expect(refusal).toBeRefused('outdated', 'Nothing was saved')
    expect(refusal).toMatchObject({ version: 'now' })
  }
})
