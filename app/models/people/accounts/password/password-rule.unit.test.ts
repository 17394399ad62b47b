import { expect, test } from 'vitest'
import { SAMPLE_SIGN_INS } from '~/models/people/accounts/sample-sign-ins'
import { LEAST, passwordHint } from '~/models/vocabulary/password-hint'
import { COMMON_PASSWORDS } from './common-passwords'
import { howGood } from './how-good'
import { problemOfPassword } from './password-rule.server'

const emma = {
  role: 'customer',
  email: 'emma.stone@meadow.example',
  firstName: 'Emma',
  lastName: 'Stone',
  parentName: 'Pat Quill',
}
const problem = (password: string, change = {}, ofFamily = LEAST) =>
  problemOfPassword(password, { ...emma, ...change }, ofFamily)

test.each(['123456', 'password', 'Password', 'qwerty', 'trustno1', 'monkey', '1qaz2wsx3edc'])(
  'A family cannot choose %s, which people guess first',
  (password) => {
    expect(problem(password)).toContain('guess first')
  },
)

test('Ten thousand common passwords are known, each once', () => {
  const all = Buffer.from(COMMON_PASSWORDS, 'base64')
  const each = Array.from({ length: all.length / 6 }, (_, n) => all.toString('hex', n * 6, n * 6 + 6))
  expect(new Set(each).size).toBe(10_000)
})

test.each(['EmmaStone', 'emma2016', 'emma.stone@meadow.example', 'Quill-Pat!', 'stone7', 'meadow24'])(
  '%s is made of the name or address',
  (password) => {
    expect(problem(password)).toContain('name or address')
  },
)

test.each(['six-or-more', 'emma rides a grey pony', 'hay9ue', '🐴🐴🐴🐴'])('A family may choose %s', (password) => {
  expect(problem(password)).toBeNull()
})

test.each(['admin', 'instructor'])('%s needs twelve characters', (role) => {
  expect(problem('eleven-long', { role })).toContain('12 characters')
  expect(problem('twelve-longs', { role })).toBeNull()
  expect(problem('1qaz2wsx3edc', { role })).toContain('guess first')
})

test('A name of two letters, or none, forbids nothing', () => {
  expect(problem('grey-po', { firstName: 'Po', lastName: null, parentName: '' })).toBeNull()
})

test('The sample school’s own passwords are long enough for its rules', () => {
  const { admin, coach } = SAMPLE_SIGN_INS
  expect([admin, coach].every(({ password }) => password.length >= 12)).toBe(true)
})

test('A school may require more than six characters of families, and never less than twelve of the office', () => {
  expect(problem('hay9ues', {}, 8)).toBe('Password must be at least 8 characters long')
  expect(problem('hay9uest', {}, 8)).toBeNull()
  expect(problem('eleven-long', { role: 'admin' }, 8)).toContain('12 characters')
  expect(passwordHint('anyone', 8)).toContain('At least 8 characters; the office and instructors at least 12.')
  expect(passwordHint('anyone', 12)).not.toContain('office')
})

test.each([
  ['hay9ue', 'weak'],
  ['hayride9', 'weak'],
  ['hahahahahahaha', 'weak'],
  ['grey-pony', 'fair'],
  ['🐴🐎🦄🐂🐖🐑', 'weak'],
  ['grey-pony-hay', 'strong'],
])('%s is %s', (password, how) => {
  expect(howGood(password)).toContain(`Your password is ${how}.`)
})
