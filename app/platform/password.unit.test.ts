import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password.server'

const cheap = { N: 2 ** 10, r: 8, p: 1 }

test('A password matches only its own hash', async () => {
  const hash = await hashPassword('correct horse', cheap)
  expect(await verifyPassword('correct horse', hash)).toBe(true)
  expect(await verifyPassword('correct horse ', hash)).toBe(false)
  expect(await verifyPassword('', hash)).toBe(false)
})

test('Two hashes of one password differ by 128 random bits, and say what they cost', async () => {
  const [one, other] = [await hashPassword('same', cheap), await hashPassword('same', cheap)]
  expect(one).toMatch(/^scrypt\$1024\$8\$1\$[\w-]{22}\$/)
  expect(other).not.toBe(one)
})

test('A long password is checked to its last character', async () => {
  const hash = await hashPassword(`${'long '.repeat(40)}1`, cheap)
  expect(await verifyPassword(`${'long '.repeat(40)}2`, hash)).toBe(false)
})

test('An accented letter typed as one character or as two is the same password', async () => {
  const hash = await hashPassword('caf\u00e9!', cheap)
  expect(await verifyPassword('cafe\u0301!', hash)).toBe(true)
})

test.each([null, undefined, '', 'plain', 'scrypt$1024$8$1$', 'bcrypt$1$2$3$4$5'])(
  'The hash %j matches nothing',
  async (hash) => {
    expect(await verifyPassword('', hash)).toBe(false)
  },
)

test('Of a hundred passwords at once some are checked, the others refused, and then new ones are accepted again', async () => {
  const hash = await hashPassword('correct horse', cheap)
  const checks = await Promise.allSettled(Array.from({ length: 100 }, () => verifyPassword('correct horse', hash)))
  const refused = checks.flatMap((check) => (check.status === 'rejected' ? [check.reason] : []))
  expect(refused).toHaveLength(74)
  expect(refused[0]).toMatchObject({ status: 503, retryAfter: 5 })
  expect(await verifyPassword('correct horse', hash)).toBe(true)
})

test('Checking a password takes as long without a hash', async () => {
  const start = performance.now()
  await verifyPassword('guess', null)
  expect(performance.now() - start).toBeGreaterThan(20)
})
