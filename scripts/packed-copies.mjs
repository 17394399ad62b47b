import { existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Smaller files fit in one packet anyway, in bytes. */
const SMALLEST = 1_000

/**
 * Puts compressed copies beside the browser files of a build folder, compressed as well as possible, so that no request
 * waits for compression.
 * @param {string} folder
 * @returns {import('vite').Plugin}
 */
export function packedCopies(folder) {
  return {
    name: 'packed-copies',
    apply: 'build',
    // Last, because the server's build adds files to the browser's folder.
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const files = readdirSync(folder).filter((name) => /\.(css|js)$/.test(name))
        await Promise.all(files.map((name) => pack(path.join(folder, name))))
      },
    },
  }
}

/** @param {string} file */
async function pack(file) {
  const text = await readFile(file)
  if (text.length < SMALLEST || existsSync(`${file}.br`)) return
  const size = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }
  await Promise.all([
    promisify(brotliCompress)(text, size).then((packed) => writeFile(`${file}.br`, packed)),
    promisify(gzip)(text, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
  ])
}
