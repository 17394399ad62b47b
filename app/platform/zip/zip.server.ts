import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipFile {
  /** A path in the archive, with slashes. */
  name: string
  text: string
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
/** Version 2.0: deflate. */
const VERSION = 20
/** The flag of a UTF-8 name. */
const UTF8 = 0x0800
const STORED = 0
const DEFLATED = 8
/** Made on Unix, so that the attributes below are read as a file mode. */
const UNIX = 3 << 8
const PLAIN_FILE = (0o100644 << 16) >>> 0

/** Builds a small archive: at most 65,535 files and 4 GB, which it checks. `at` dates every file, in the server's time zone. */
export function zip(files: readonly ZipFile[], at: Date): Buffer {
  if (files.length > 0xffff) throw new RangeError(`A zip archive of ${files.length} files needs another format`)
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, text } of files) {
    const title = Buffer.from(name)
    const plain = Buffer.from(text)
    const packed = deflateRawSync(plain)
    const stored = packed.length >= plain.length
    const content = stored ? plain : packed
    const about = header(title, plain, content, stored ? STORED : DEFLATED, at)
    parts.push(record([LOCAL, 4], ...about), title, content)
    directory.push(
      // After the common fields: comment, disk, internal and external attributes, and the file's offset.
      record([CENTRAL, 4], [UNIX | VERSION, 2], ...about, [0, 2], [0, 2], [0, 2], [PLAIN_FILE, 4], [offset, 4]),
      title,
    )
    offset += 30 + title.length + content.length
    if (offset > 0xffffffff) throw new RangeError('A zip archive of more than 4 GB needs another format')
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const count = files.length
  return Buffer.concat([
    ...parts,
    ...directory,
    record([END, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [offset, 4], [0, 2]),
  ])
}

type Field = readonly [value: number, bytes: 2 | 4]

/** The fields that both headers of a file share. */
const header = (title: Buffer, plain: Buffer, content: Buffer, method: number, at: Date): Field[] => [
  [VERSION, 2],
  [UTF8, 2],
  [method, 2],
  [(at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1), 2],
  [((at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate(), 2],
  [crc32(plain), 4],
  [content.length, 4],
  [plain.length, 4],
  [title.length, 2],
  [0, 2],
]

function record(...fields: Field[]): Buffer {
  const made = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of fields) at = made.writeUIntLE(value, at, bytes)
  return made
}
