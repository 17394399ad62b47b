import fc from 'fast-check'
import { expect, test } from 'vitest'
import { piecesOf, standIn } from './pieces.server'

test('Cached pieces replace their placeholders, in any order and as often as they occur', () => {
  const text = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(fc.array(text), fc.array(fc.oneof(text, fc.nat(20))), (kept, parts) => {
      const known = parts.filter((part) => typeof part === 'string' || part < kept.length)
      const rendered = known.map((part) => (typeof part === 'string' ? part : standIn(part))).join('')
      const page = piecesOf(rendered, kept)
      expect(page.map(({ html }) => html).join('')).toBe(
        known.map((part) => (typeof part === 'string' ? part : kept[part])).join(''),
      )
      expect(page.filter(({ isKept }) => isKept).map(({ html }) => html)).toEqual(
        known.filter((part) => typeof part === 'number').map((part) => kept[part]),
      )
    }),
  )
})

test('A page without cached pieces is one piece', () => {
  expect(piecesOf('<p>1.</p>', [])).toEqual([{ html: '<p>1.</p>', isKept: false }])
})
