import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib'
import type { Request, Response } from 'express'
import { type Piece, textOf } from '~/platform/page/pieces.server'

/** Below this many bytes a page fits in a packet uncompressed. */
const SMALL = 1_000

/** Sends a page in one piece, compressed if the browser accepts that. */
export function sendPage(req: Request, res: Response, page: readonly Piece[]): void {
  res.vary('Accept-Encoding')
  const length = page.reduce((sum, { html }) => sum + html.length, 0)
  const isPacked = length > SMALL && req.acceptsEncodings('gzip')
  if (isPacked) res.set('Content-Encoding', 'gzip')
  const body = isPacked ? gzip(page) : Buffer.from(textOf(page))
  res.set('Content-Length', String(body.length)).end(body)
}

interface Block {
  packed: Buffer
  bytes: Buffer
}

/** The most compressed pieces that are cached. */
const MAX_BLOCKS = 200
/** Compressed pieces, by their text and that of the piece before. A string is found again without being joined or read. */
const blocks = new Map<string, Map<string, Block>>()
let kept = 0

/**
 * Compresses a piece as well as possible, once, and so that more can follow it. If it always follows the same text, as
 * a day of a week follows the day before, what it repeats of that text is not sent again.
 */
function blockOf(text: string, before: string): Block {
  const known = blocks.get(text) ?? new Map<string, Block>()
  const block = known.get(before) ?? pack(Buffer.from(text), Buffer.from(before))
  if (!known.has(before)) kept++
  known.set(before, block)
  // The first one is the least recently used.
  blocks.delete(text)
  blocks.set(text, known)
  for (const [oldest, { size }] of blocks) {
    if (kept <= MAX_BLOCKS) break
    blocks.delete(oldest)
    kept -= size
  }
  return block
}

function pack(bytes: Buffer, dictionary: Buffer): Block {
  const options = { level: 9, finishFlush: constants.Z_SYNC_FLUSH, ...(dictionary.length > 0 && { dictionary }) }
  return { bytes, packed: deflateRawSync(bytes, options) }
}

/** The gzip header of https://www.rfc-editor.org/rfc/rfc1952#page-5, without a name or a time. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** Like `gzipSync`, but cached pieces are compressed only once. */
export function gzip(page: readonly Piece[]): Buffer {
  if (!page.some(({ isKept }) => isKept)) return gzipSync(textOf(page))
  const parts: Buffer[] = [HEADER]
  let sum = 0
  let size = 0
  let before = ''
  for (const { html, isKept } of page) {
    if (!html) continue
    const { bytes, packed } = isKept ? blockOf(html, before) : newBlock(html)
    parts.push(packed)
    sum = crc32(bytes, sum)
    size += bytes.length
    before = isKept ? html : ''
  }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(sum, 0)
  trailer.writeUInt32LE(size, 4)
  return Buffer.concat([...parts, END, trailer])
}

function newBlock(html: string): Block {
  const bytes = Buffer.from(html)
  return { bytes, packed: deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) }
}

/** The final, empty block. */
const END = deflateRawSync('')
