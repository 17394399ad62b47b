import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inLanguage } from '#text'
import { textBody } from './text-body'

/** Counts parts like the phone company: 153 characters of its own alphabet or 67 others each, and a little more if there is only one. */
function partsOf(body: string): number {
  const ofPhones = /^[\n\r -Z_a-z¡£¤¥§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùü]*$/.test(body)
  const [one, each] = ofPhones ? [160, 153] : [70, 67]
  return body.length <= one ? 1 : Math.ceil(body.length / each)
}

/** Whether a text contains no half of a surrogate pair, such as that of 🐴. */
const isWellFormed = (text: string) => !/\p{Surrogate}/u.test(text)

test('Typographic quotes and dashes do not double what a text costs', () => {
  expect(textBody('Stirrup: it’s off – “snow”…')).toBe('Stirrup: it\'s off - "snow"...')
  const long = textBody(`It’s off: ${'snow '.repeat(100)}`)
  expect([partsOf(long), long.endsWith('... More in your email.')]).toEqual([2, true])
})

test('A text with characters that phones lack is shortened sooner, and never within a character', () => {
  const body = textBody(`Łucja 🐴 ${'🐴'.repeat(200)}`)
  expect([partsOf(body), isWellFormed(body), body.startsWith('Łucja 🐴')]).toEqual([2, true, true])
  expect(textBody('Łucja: 🐴')).toBe('Łucja: 🐴')
})

test('Any text has at most two parts and is well formed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (words) => {
      const body = textBody(words)
      expect(partsOf(body)).toBeLessThanOrEqual(2)
      expect(isWellFormed(body)).toBe(true)
    }),
  )
})

test('A text in Spanish goes without the accents that would double what it costs, and one in English keeps those of names', () => {
  const words = 'Stirrup: reposición de María, sábado, ¿puede? ñ é'
  expect(inLanguage('es', () => textBody(words))).toBe('Stirrup: reposicion de Maria, sabado, ¿puede? ñ é')
  expect(textBody(words)).toBe(words)
  expect(inLanguage('es', () => textBody('más '.repeat(100))).endsWith('... Mas en su correo.')).toBe(true)
})
