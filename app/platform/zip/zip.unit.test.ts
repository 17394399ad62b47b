import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { zip } from './zip.server'

const AT = new Date(2026, 10, 22, 14, 30, 8)

/** Reads an archive through its central directory, as programs do. */
function unzip(archive: Buffer): Record<string, string> {
  const end = archive.length - 22
  const files: Record<string, string> = {}
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, length] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)]
    const name = archive.toString('utf8', at + 46, at + 46 + length)
    const begins = archive.readUInt32LE(at + 42) + 30 + length
    const content = archive.subarray(begins, begins + packed)
    files[name] = (archive.readUInt16LE(at + 10) === 8 ? inflateRawSync(content) : content).toString()
    at += 46 + length
  }
  return files
}

test('An archive contains every file under its name, compressed or stored', () => {
  const long = 'rides,'.repeat(10_000)
  const archive = zip(
    [
      { name: 'README.txt', text: 'Hi' },
      { name: 'csv/année.csv', text: long },
      { name: 'empty.csv', text: '' },
    ],
    AT,
  )
  expect(archive.length).toBeLessThan(1_000)
  expect(unzip(archive)).toEqual({ 'README.txt': 'Hi', 'csv/année.csv': long, 'empty.csv': '' })
})

test('A small file is stored uncompressed, with the headers that the format requires', () => {
  const archive = zip([{ name: 'a.txt', text: 'abc' }], AT).toString('hex')
  const fields = '14000008' + '0000' + 'c473765d' + 'c2412435' + '03000000' + '03000000' + '0500' + '0000'
  const [name, content] = ['612e747874', '616263']
  const central = `504b01021403${fields}${'00'.repeat(6)}0000a481${'00'.repeat(4)}${name}`
  const end = `504b050600000000010001003300000026000000${'0000'}`
  expect(archive).toBe(`504b0304${fields}${name}${content}${central}${end}`)
})

test('An empty archive consists only of its end record', () => {
  expect(zip([], AT).toString('hex')).toBe(`504b0506${'00'.repeat(18)}`)
})
