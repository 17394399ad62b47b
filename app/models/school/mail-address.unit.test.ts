import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailAddress, readMailAddress } from './mail-address'

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })

test('A mail server’s address is parsed to what was typed, whatever its password contains', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 65_535 }), words, words, (port, user, password) => {
      const address = mailAddress({ server: 'SMTP.oak.example', port, user }, password)
      const { server, ...read } = readMailAddress(address)
      expect(read).toEqual({ port: String(port), user, hasPassword: true, password })
      expect([server, address.startsWith('smtps:')]).toEqual(['smtp.oak.example', port === 465])
    }),
  )
})

test('A mail server without a user has no password', () => {
  const address = mailAddress({ server: '127.0.0.1', port: 25, user: null }, null)
  expect([address, readMailAddress(address)]).toMatchObject(['smtp://127.0.0.1:25', { user: '', hasPassword: false }])
  expect(readMailAddress('smtps://mail.example').port).toBe('465')
})
