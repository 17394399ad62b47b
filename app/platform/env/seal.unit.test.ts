import { afterEach, expect, test } from 'vitest'
import { getEnv } from '../env.server'
import { sealText, unsealText } from './seal.server'

const { sessionSecret } = getEnv()
const use = { purpose: 'server settings', owner: 'SMTP_URL' }

afterEach(() => {
  Object.assign(getEnv(), { sessionSecret })
})

test('A sealed text can be decrypted, and is different each time', () => {
  const sealed = sealText('smtps://a:b@mail.example 🐴', use)
  expect(unsealText(sealed, use)).toBe('smtps://a:b@mail.example 🐴')
  expect(sealed.toString('latin1')).not.toContain('mail.example')
  expect(sealText('smtps://a:b@mail.example 🐴', use).equals(sealed)).toBe(false)
})

test('A sealed text opens for nothing else, not with another secret, and not if a single bit was altered', () => {
  const sealed = sealText('a secret', use)
  expect(unsealText(sealed, { ...use, owner: 'STRIPE_SECRET_KEY' })).toBeNull()
  expect(unsealText(sealed, { ...use, purpose: 'second factor' })).toBeNull()
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const altered = Buffer.from(sealed)
    altered[bit >> 3]! ^= 1 << (bit & 7)
    expect(unsealText(altered, use)).toBeNull()
  }
  for (const length of [0, 5, 12, 27, sealed.length - 1]) expect(unsealText(sealed.subarray(0, length), use)).toBeNull()
  Object.assign(getEnv(), { sessionSecret: `${sessionSecret}!` })
  expect(unsealText(sealed, use)).toBeNull()
})
