import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Piece } from '~/platform/page/pieces.server'
import { gzip } from './page'

const kept = (html: string): Piece => ({ html, isKept: true })
const fresh = (html: string): Piece => ({ html, isKept: false })

test('A page is decompressed to what it was, whichever of its pieces were cached', () => {
  const piece = fc.record({ html: fc.string({ unit: 'grapheme', maxLength: 400 }), isKept: fc.boolean() })
  fc.assert(
    fc.property(fc.array(piece), (page) => {
      expect(gunzipSync(gzip(page)).toString()).toBe(page.map(({ html }) => html).join(''))
    }),
  )
})

test('Pages with more pieces than the cache has room for are compressed all the same', () => {
  const page = Array.from({ length: 500 }, (_, n) => kept(`<li>${n}</li>`))
  for (let time = 0; time < 2; time++) {
    expect(gunzipSync(gzip(page)).toString()).toBe(page.map(({ html }) => html).join(''))
  }
})

test('A piece after a cached piece is compressed with what it repeats of that', () => {
  const [monday = '', tuesday = ''] = ['Monday', 'Tuesday'].map(
    (day) => `<h2>${day}</h2>${'<a href="/admin/lessons/x">Emma Stone</a>'.repeat(40)}`,
  )
  const beside = gzip([kept(monday), fresh('<hr>'), kept(tuesday)])
  const together = gzip([kept(monday), kept(tuesday)])
  expect(gunzipSync(together).toString()).toBe(monday + tuesday)
  expect(together.length).toBeLessThan(beside.length - 40)
})
