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

test('A part that follows the part before it is packed with what it repeats of that', () => {
  const days = ['Monday', 'Tuesday'].map(
    (day) => `<h2>${day}</h2>${'<a href="/admin/lessons/x">Emma Stone</a>'.repeat(40)}`,
  )
  const beside = gzip(days.join('<hr>'), days)
  const together = gzip(days.join(''), days)
  expect(gunzipSync(together).toString()).toBe(days.join(''))
  expect(together.length).toBeLessThan(beside.length - 40)
})
