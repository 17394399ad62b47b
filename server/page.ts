import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib'
import type { Request, Response } from 'express'
import { type Piece, textOf } from '~/platform/page/pieces.server'

/** Below this a packet holds the page as it is. */
const SMALL = 1_000

/** Sends a page in one go, packed if the browser unpacks. */
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

/** The most that is kept of packed pieces. */
const MOST_BLOCKS = 200
/** By the piece, and by the one before it. A text is found again without being joined or read. */
const blocks = new Map<string, Map<string, Block>>()
let kept = 0

/**
 * A piece packed as well as can be, once, and so that more can follow it. If it always follows the same text, as a day of a week follows
 * the day before, what it repeats of that is not sent again.
 */
function blockOf(text: string, before: string): Block {
  const known = blocks.get(text) ?? new Map<string, Block>()
  const block = known.get(before) ?? pack(Buffer.from(text), Buffer.from(before))
  if (!known.has(before)) kept++
  known.set(before, block)
  // The one that was not used for longest is the first.
  blocks.delete(text)
  blocks.set(text, known)
  for (const [oldest, { size }] of blocks) {
    if (kept <= MOST_BLOCKS) break
    blocks.delete(oldest)
    kept -= size
  }
  return block
}

function pack(bytes: Buffer, dictionary: Buffer): Block {
  const options = { level: 9, finishFlush: constants.Z_SYNC_FLUSH, ...(dictionary.length > 0 && { dictionary }) }
  return { bytes, packed: deflateRawSync(bytes, options) }
}

/** https://www.rfc-editor.org/rfc/rfc1952#page-5, of no name and no time. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** `gzipSync`, but kept pieces are packed once and taken as they are. */
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

/** The last block, of nothing. */
const END = deflateRawSync('')
