import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password.server'

const cheap = { N: 2 ** 10, r: 8, p: 1 }

test('a password matches its own hash alone', async () => {
  const hash = await hashPassword('correct horse', cheap)
  expect(await verifyPassword('correct horse', hash)).toBe(true)
  expect(await verifyPassword('correct horse ', hash)).toBe(false)
  expect(await verifyPassword('', hash)).toBe(false)
})

test('two hashes of one password differ', async () => {
  expect(await hashPassword('same', cheap)).not.toBe(await hashPassword('same', cheap))
})

test('a letter typed as one sign or as two is the same password', async () => {
  const hash = await hashPassword('caf\u00e9!', cheap)
  expect(await verifyPassword('cafe\u0301!', hash)).toBe(true)
})

test.each([null, undefined, '', 'plain', 'scrypt$1024$8$1$', 'bcrypt$1$2$3$4$5'])(
  '%j matches nothing',
  async (hash) => {
    expect(await verifyPassword('', hash)).toBe(false)
  },
)

test('where there is no hash the work is done all the same', async () => {
  const start = performance.now()
  await verifyPassword('guess', null)
  expect(performance.now() - start).toBeGreaterThan(20)
})
