import { setImmediate } from 'node:timers/promises'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { linesOfPdf } from '../../../test/pdf-text'
import { makePdf } from './pdf.server'

const frame = { title: 'Waiver: Łukasz', author: 'The School', at: new Date('2026-11-24T15:00:00Z'), footer: 'Foot' }

/** Returns the decompressed text objects of a document. */
function streamsOf(pdf: Buffer): string[] {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(([, body]) => {
    try {
      return [inflateSync(Buffer.from(body!, 'latin1')).toString('latin1')]
    } catch {
      return []
    }
  })
}

/** Returns every character that the document maps its glyphs to. */
const lettersOf = (pdf: Buffer): string =>
  streamsOf(pdf)
    .filter((stream) => stream.includes('beginbfrange'))
    .flatMap((stream) => [...stream.matchAll(/<([0-9a-f]{4})>(?=[ \]])/gi)])
    .map(([, code]) => String.fromCharCode(Number.parseInt(code!, 16)))
    .join('')

test('Names in many languages are written with glyphs that the document embeds', async () => {
  const names = 'Łukasz Zoë Đặng Ωmega Юлия Åse Søren ß'
  const pdf = await makePdf(frame, (page) => page.paragraph(names))
  const letters = lettersOf(pdf)
  expect([...names].filter((letter) => letter !== ' ' && !letters.includes(letter))).toEqual([])
})

test('What is written can be read back, line by line', async () => {
  const pdf = await makePdf(frame, (page) => {
    page.title('Office fjord')
    page.table(
      [
        { title: 'Day', share: 1 },
        { title: 'Work', share: 2 },
      ],
      [['Mon, Nov 2', '9:00 AM\nŁukasz: 1:45']],
    )
  })
  const lines = linesOfPdf(pdf)
  expect(lines).toEqual(
    expect.arrayContaining(['Office fjord', 'Day', 'Work', 'Mon, Nov 2', '9:00 AM', 'Łukasz: 1:45']),
  )
  expect(lines.join()).toContain('Foot')
})

test('Characters without a glyph are shown as question marks', async () => {
  const pdf = await makePdf({ ...frame, footer: '李' }, (page) => {
    page.title('李')
    page.facts([['Signed by', '李小龙 Zoe\u0301 👩‍👧']])
    page.table([{ title: 'For', share: 1 }], [['שלום']])
  })
  const letters = lettersOf(pdf)
  expect([letters.includes('?'), letters.includes('é')]).toEqual([true, true])
})

test('The same document is the same file', async () => {
  const [one, two] = [await makePdf(frame, (page) => page.title('A')), await makePdf(frame, (page) => page.title('A'))]
  expect(one.equals(two)).toBe(true)
})

test('A long text continues on more pages, each with its number, and the file stays small', async () => {
  const pdf = await makePdf(frame, (page) => {
    for (let i = 0; i < 80; i++) page.paragraph('A horse is a large animal with a mind of its own. '.repeat(4))
  })
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(3)
  expect(pdf.length).toBeLessThan(60_000)
})

test('A document of many parts is written while others are answered in between, and is the same file', async () => {
  const parts = Array.from({ length: 30 }, (_, i) => `Part ${i}`)
  let [turns, isWritten] = [0, false]
  const others = (async () => {
    for (; !isWritten; turns++) await setImmediate()
  })()
  let before = 0
  const pdf = await makePdf(frame, function* (page) {
    before = turns
    for (const part of parts) {
      page.paragraph(part)
      yield
    }
    turns -= before
  })
  isWritten = true
  await others
  expect(turns).toBeGreaterThanOrEqual(parts.length - 1)
  const whole = await makePdf(frame, (page) => {
    for (const part of parts) page.paragraph(part)
  })
  expect(pdf.equals(whole)).toBe(true)
})
