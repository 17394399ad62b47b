import { expect, test } from 'vitest'
import { distinguish } from './namesakes'

const one = (firstName: string, guardian: string | null = null) => ({
  firstName,
  lastName: 'Cohen',
  email: null,
  guardian: guardian === null ? null : { firstName: guardian, lastName: 'Cohen', email: null },
})

test('Riders with the same name are distinguished by their guardian, and nobody else is', () => {
  const names = distinguish([one('Ruby', 'Dana'), one('ruby', 'Noa'), one('Ava', 'Dana'), one('Ruby')])
  expect(names.map(({ name }) => name)).toEqual([
    'Ruby Cohen (Dana Cohen)',
    'ruby Cohen (Noa Cohen)',
    'Ava Cohen',
    'Ruby Cohen',
  ])
})
