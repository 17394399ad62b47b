import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { language } from '#text'
import { inParts } from '~/platform/page/in-parts.server'
import { LOCALES } from '~/utils/text/language'

type PdfKit = PDFKit.PDFDocument

/** The text that every page has at its foot, beside the page number. */
interface Frame {
  title: string
  author: string
  /** The date of what it shows, so that the same document is the same file. */
  at: Date
  footer: string
}

/** Strokes, each a list of points in units of its box. */
type Line = readonly (readonly (readonly [x: number, y: number])[])[]

interface PdfColumn {
  title: string
  share: number
  end?: boolean
}

/** Writes a document from top to bottom, on US Letter pages. */
interface PdfWriter {
  title(text: string): void
  heading(text: string): void
  /** Writes a paragraph and keeps its line breaks. */
  paragraph(text: string, look?: { small?: boolean }): void
  /** Writes labels with their values; those with null are left out. */
  facts(rows: readonly (readonly [label: string, value: string | null])[]): void
  /**
   * Writes a table whose columns have the given shares of the width. Each page repeats the headers; amounts are
   * right-aligned, totals bold.
   */
  table(
    columns: readonly PdfColumn[],
    rows: readonly (readonly string[])[],
    sums?: readonly (readonly string[])[],
  ): void
  /** Draws strokes on a signature line, `width` points wide. */
  drawing(line: Line, box: { width: number; height: number }, width: number): void
}

const MARGIN = 64
const FOOT = 40
const INK = '#27211a'
const MUTED = '#5d5446'
const LINE = '#d8d0c2'
/** The space between two columns of a table, in points. */
const GAP = 8
const SIZES = { title: 20, heading: 13, text: 10.5, cell: 9.5, small: 8.5 }

const fonts = new Map<string, Promise<Buffer>>()
/** Loads Noto Sans, which covers Latin, Greek and Cyrillic; each document embeds the glyphs that it uses. */
function font(name: 'regular' | 'semibold'): Promise<Buffer> {
  const file = path.resolve(`app/platform/pdf/fonts/noto-sans-${name}.ttf`)
  const read = fonts.get(name) ?? readFile(file)
  fonts.set(name, read)
  return read
}

/**
 * Writes a document. The library is loaded on first use, because few requests need it. What may be long is written by a generator: others are answered
 * where it yields.
 */
export async function makePdf(
  { title, author, at, footer }: Frame,
  write: (to: PdfWriter) => Generator<undefined, void> | void,
): Promise<Buffer> {
  const [{ default: PDFDocument }, regular, semibold] = await Promise.all([
    import('pdfkit'),
    font('regular'),
    font('semibold'),
  ])
  const document = new PDFDocument({
    size: 'LETTER',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT },
    bufferPages: true,
    lang: LOCALES[language()],
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  })
  document.registerFont('text', regular).registerFont('strong', semibold).font('text').fillColor(INK)
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  const parts = write(writerOn(document))
  if (parts) await inParts(parts)
  await inParts(writeFeet(document, footer))
  document.end()
  return done
}

/** Replaces characters without a glyph by question marks, because a gap would go unnoticed. Those of ASCII have one. */
function readable(document: PdfKit, text: string): string {
  // pdfkit has no public way to ask.
  const { font } = (document as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } })._font
  return text.normalize('NFC').replace(/[^\s!-~]/gu, (letter) => {
    if (font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)) return letter
    return /[\p{M}\p{Cf}]/u.test(letter) ? '' : '?'
  })
}

function writerOn(document: PdfKit): PdfWriter {
  const shown = (text: string) => readable(document, text)
  const width = document.page.width - 2 * MARGIN
  const end = () => document.page.height - MARGIN - FOOT
  /** Begins a new page if there is too little room for what has to stay together. */
  const keepTogether = (height: number) => {
    if (document.y + height > end()) document.addPage()
  }
  return {
    title(text) {
      document.font('strong').fontSize(SIZES.title).text(shown(text), MARGIN, undefined, { width }).moveDown(0.6)
    },
    heading(text) {
      keepTogether(60)
      document.moveDown(0.4).font('strong').fontSize(SIZES.heading).text(shown(text), MARGIN, undefined, { width })
      document.moveDown(0.3)
    },
    paragraph(text, { small } = {}) {
      const size = small ? SIZES.small : SIZES.text
      document
        .font('text')
        .fontSize(size)
        .fillColor(small ? MUTED : INK)
      document.text(shown(text), MARGIN, undefined, { width, lineGap: 2 }).moveDown(0.6).fillColor(INK)
    },
    facts(rows) {
      const label = 120
      for (const [name, given] of rows) {
        if (given === null) continue
        const value = shown(given)
        const height = document
          .font('text')
          .fontSize(SIZES.text)
          .heightOfString(value, { width: width - label })
        keepTogether(height + 4)
        const { y } = document
        document.fillColor(MUTED).text(name, MARGIN, y, { width: label - 8 })
        document.fillColor(INK).text(value, MARGIN + label, y, { width: width - label })
        document.y = Math.max(document.y, y + height) + 4
      }
      document.moveDown(0.6)
    },
    table(columns, rows, sums = []) {
      const whole = columns.reduce((sum, { share }) => sum + share, 0)
      const widths = columns.map(({ share }) => (share / whole) * width)
      const row = (given: readonly string[], look: 'head' | 'row' | 'sum') => {
        const cells = given.map(shown)
        document.font(look === 'sum' ? 'strong' : 'text').fontSize(look === 'head' ? SIZES.small : SIZES.cell)
        const inner = (i: number) => (widths[i] ?? 0) - GAP
        const height = Math.max(...cells.map((text, i) => document.heightOfString(text || ' ', { width: inner(i) })))
        if (document.y + height + 6 > end()) {
          document.addPage()
          if (look !== 'head') row(titles, 'head')
          document.font(look === 'sum' ? 'strong' : 'text').fontSize(SIZES.cell)
        }
        const { y } = document
        document.fillColor(look === 'head' ? MUTED : INK)
        let x = MARGIN
        for (const [i, text] of cells.entries()) {
          document.text(text, x, y, { width: inner(i), align: columns[i]?.end ? 'right' : 'left' })
          x += widths[i] ?? 0
        }
        const below = y + height + 3
        document
          .save()
          .lineWidth(0.5)
          .strokeColor(look === 'row' ? LINE : MUTED)
        document
          .moveTo(MARGIN, below)
          .lineTo(MARGIN + width - GAP, below)
          .stroke()
          .restore()
        document.y = below + 4
      }
      const titles = columns.map(({ title }) => title)
      row(titles, 'head')
      for (const cells of rows) row(cells, 'row')
      for (const cells of sums) row(cells, 'sum')
      document.fillColor(INK).moveDown(0.6)
    },
    drawing(line, box, wide) {
      const scale = wide / box.width
      const high = box.height * scale
      keepTogether(high + 8)
      const { y } = document
      document.save().lineWidth(1.4).lineCap('round').lineJoin('round').strokeColor(INK)
      for (const [first = [0, 0], ...rest] of line) {
        document.moveTo(MARGIN + first[0] * scale, y + first[1] * scale)
        for (const [px, py] of rest.length ? rest : [first]) document.lineTo(MARGIN + px * scale, y + py * scale)
        document.stroke()
      }
      document.lineWidth(0.5).strokeColor(MUTED)
      document
        .moveTo(MARGIN, y + high)
        .lineTo(MARGIN + wide, y + high)
        .stroke()
        .restore()
      document.y = y + high + 8
    },
  }
}

function* writeFeet(document: PdfKit, footer: string): Generator<undefined, void> {
  const { start, count } = document.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    document.switchToPage(page)
    // Below the margin pdfkit would begin another page.
    document.page.margins.bottom = 0
    const y = document.page.height - MARGIN
    const width = document.page.width - 2 * MARGIN
    document.font('text').fontSize(SIZES.small).fillColor(MUTED)
    document.text(readable(document, footer), MARGIN, y, { width: width - 60, height: FOOT, ellipsis: true })
    document.text(`${page + 1} / ${count}`, MARGIN + width - 60, y, { width: 60, align: 'right' })
    yield
  }
}
