import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gzip } from './page'

const text = fc.string({ unit: 'grapheme', maxLength: 400 })

test('A page is unpacked to what it was, whatever parts of it were packed before', () => {
  fc.assert(
    fc.property(fc.array(text), fc.array(fc.nat()), (parts, picks) => {
      const ready = parts.filter((_, i) => picks[i] && picks[i] % 2)
      expect(gunzipSync(gzip(parts.join(''), ready)).toString()).toBe(parts.join(''))
    }),
  )
})

test('A part that is not in the page, or earlier than the part before it, is left out', () => {
  expect(gunzipSync(gzip('ab cd ef', ['cd', 'ab', 'xy', 'ef'])).toString()).toBe('ab cd ef')
})
