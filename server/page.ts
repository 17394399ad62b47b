import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib'
import type { Request, Response } from 'express'

/** A page as text, and the parts of it that other pages hold too, in their order. */
export interface Page {
  html: string
  ready?: string[]
}

/** Below this a packet holds the page as it is. */
const SMALL = 1_000

/** Sends a page in one go, packed if the browser unpacks. */
export function sendPage(req: Request, res: Response, { html, ready = [] }: Page): void {
  res.vary('Accept-Encoding')
  const isPacked = html.length > SMALL && req.acceptsEncodings('gzip')
  if (isPacked) res.set('Content-Encoding', 'gzip')
  const body = isPacked ? gzip(html, ready) : Buffer.from(html)
  res.set('Content-Length', String(body.length)).end(body)
}

interface Block {
  packed: Buffer
  bytes: Buffer
}

/** The most that is kept of packed parts. */
const MOST_BLOCKS = 200
const blocks = new Map<string, Block>()

/**
 * A part packed as well as can be, once, and so that more can follow it. If it always follows the same text, as a day of a week follows
 * the day before, what it repeats of that is not sent again.
 */
function blockOf(text: string, before = ''): Block {
  const key = `${before}\0${text}`
  const block = blocks.get(key) ?? pack(Buffer.from(text), Buffer.from(before))
  // The one that was not used for longest is the first.
  blocks.delete(key)
  blocks.set(key, block)
  for (const [oldest] of blocks) {
    if (blocks.size <= MOST_BLOCKS) break
    blocks.delete(oldest)
  }
  return block
}

function pack(bytes: Buffer, dictionary: Buffer): Block {
  const options = { level: 9, finishFlush: constants.Z_SYNC_FLUSH, ...(dictionary.length > 0 && { dictionary }) }
  return { bytes, packed: deflateRawSync(bytes, options) }
}

/** https://www.rfc-editor.org/rfc/rfc1952#page-5, of no name and no time. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** `gzipSync`, but parts that were packed before are taken as they are. */
export function gzip(text: string, ready: string[]): Buffer {
  const parts: Buffer[] = [HEADER]
  let sum = 0
  let size = 0
  let at = 0
  const add = (bytes: Buffer, packed: Buffer) => {
    parts.push(packed)
    // The sum of nothing would start anew.
    if (bytes.length > 0) sum = crc32(bytes, sum)
    size += bytes.length
  }
  const addNew = (end: number, finishFlush: number) => {
    const bytes = Buffer.from(text.slice(at, end))
    add(bytes, deflateRawSync(bytes, { finishFlush }))
  }
  let before: string | undefined
  for (const part of ready) {
    const start = text.indexOf(part, at)
    if (start < 0) continue
    if (start > at) addNew(start, constants.Z_SYNC_FLUSH)
    const { bytes, packed } = blockOf(part, start === at ? before : undefined)
    add(bytes, packed)
    at = start + part.length
    before = part
  }
  if (at === 0) return gzipSync(text)
  addNew(text.length, constants.Z_FINISH)
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(sum, 0)
  trailer.writeUInt32LE(size, 4)
  return Buffer.concat([...parts, trailer])
}
