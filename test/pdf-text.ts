import { inflateSync } from 'node:zlib'

const hexText = (hex: string) =>
  String.fromCharCode(...(hex.match(/\w{4}/g) ?? []).map((code) => Number.parseInt(code, 16)))

/** Returns the texts of a document that `makePdf` has made, as a reader copies them: one for each line of a paragraph or a cell. */
export function linesOfPdf(pdf: Buffer): string[] {
  const file = pdf.toString('latin1')
  const objects = new Map(
    [...file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => [id, body]),
  )
  const streamOf = (id: string) => {
    const [, data = ''] = /stream\r?\n([\s\S]*?)\r?\nendstream/.exec(objects.get(id) ?? '') ?? []
    return inflateSync(Buffer.from(data, 'latin1')).toString('latin1')
  }
  // The document says which letters the glyphs of a font stand for.
  const lettersOf = (id: string) => {
    const [, map = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? []
    const ranges = [...streamOf(map).matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[(.*?)\]/g)]
    return new Map(
      ranges.flatMap(([, first = '', list = '']) =>
        [...list.matchAll(/<([0-9a-f ]+)>/g)].map(([, hex = ''], i) => [Number.parseInt(first, 16) + i, hexText(hex)]),
      ),
    )
  }
  const all = [...objects.values()]
  const fonts = new Map(
    all.flatMap((body) =>
      [...body.matchAll(/^\/(F\d+) (\d+) 0 R$/gm)].map(([, name = '', id = '']) => [name, lettersOf(id)] as const),
    ),
  )
  const pages = all.flatMap((body) => /\/Contents (\d+) 0 R/.exec(body)?.[1] ?? [])
  return pages.flatMap((id) =>
    [...streamOf(id).matchAll(/BT\n[\s\S]*?\/(F\d+) [\d.]+ Tf\n([\s\S]*?)ET/g)].map(([, font = '', shown = '']) =>
      [...shown.matchAll(/<([0-9a-f]+)>/g)]
        .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
        .map((glyph) => fonts.get(font)?.get(Number.parseInt(glyph, 16)) ?? '�')
        .join(''),
    ),
  )
}
