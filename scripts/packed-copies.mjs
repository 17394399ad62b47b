import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** What is smaller goes in one packet anyway. */
const SMALLEST = 1_000

/**
 * Puts packed copies beside the browser's files, packed as well as can be, so that no request waits for packing.
 * @returns {import('vite').Plugin}
 */
export function packedCopies() {
  let forBrowser = false
  return {
    name: 'packed-copies',
    apply: 'build',
    configResolved: ({ build }) => {
      forBrowser = !build.ssr
    },
    async writeBundle({ dir }, bundle) {
      if (!forBrowser || !dir) return
      await Promise.all(Object.keys(bundle).map((name) => pack(path.join(dir, name))))
    },
  }
}

/** @param {string} file */
async function pack(file) {
  const text = await readFile(file)
  if (text.length < SMALLEST || !/\.(css|js|svg)$/.test(file)) return
  const size = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }
  await Promise.all([
    promisify(brotliCompress)(text, size).then((packed) => writeFile(`${file}.br`, packed)),
    promisify(gzip)(text, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
  ])
}
