import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { RequestHandler } from 'express'

const types: Record<string, string> = {
  '.css': 'text/css; charset=UTF-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=UTF-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=UTF-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

interface File {
  path: string
  /** The compressed copies beside the file, smallest first. */
  packed: Packing[]
  headers: Record<string, string>
}

type Packing = (typeof packings)[number]
const packings = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const
const isPacked = (name: string) => packings.some(({ ending }) => name.endsWith(ending))

/**
 * Serves the browser build before everything else, with only the headers that a file needs. The build puts compressed
 * copies beside the files. Files in `/assets` are named by their content and never change.
 */
export function staticFiles(folder: string): RequestHandler {
  const files = filesIn(folder)
  return async (req, res, next) => {
    const file = files.get(req.path)
    if (!file || (req.method !== 'GET' && req.method !== 'HEAD')) return next()
    res.set(file.headers)
    if (file.headers.ETag && req.headers['if-none-match'] === file.headers.ETag) {
      res.status(304).end()
      return
    }
    const packing = file.packed.find(({ encoding }) => req.acceptsEncodings(encoding))
    if (packing) res.set('Content-Encoding', packing.encoding)
    try {
      const body = await readFile(file.path + (packing?.ending ?? ''))
      res.set('Content-Length', String(body.length)).end(body)
    } catch (error) {
      next(error)
    }
  }
}

function filesIn(folder: string): Map<string, File> {
  const found = new Map<string, File>()
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || isPacked(entry.name)) continue
    const file = path.join(entry.parentPath, entry.name)
    const address = `/${path.relative(folder, file).split(path.sep).join('/')}`
    const packed = packings.filter(({ ending }) => existsSync(file + ending))
    found.set(address, { path: file, packed, headers: headersOf(file, address, packed.length > 0) })
  }
  return found
}

/** Headers of a service worker: an old one would keep serving old pages, and it loads nothing but our own pages and files. */
const WORKER = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
}

function headersOf(file: string, address: string, varies: boolean): Record<string, string> {
  const lasting: Record<string, string> = address.startsWith('/assets/')
    ? { 'Cache-Control': 'public, max-age=31536000, immutable' }
    : {
        'Cache-Control': 'public, max-age=86400',
        ...(address === '/sheet-worker.js' && WORKER),
        ETag: `"${createHash('sha1').update(readFileSync(file)).digest('base64url')}"`,
      }
  return {
    'Content-Type': types[path.extname(file)] ?? 'application/octet-stream',
    'X-Content-Type-Options': 'nosniff',
    ...(varies && { Vary: 'Accept-Encoding' }),
    ...lasting,
  }
}
