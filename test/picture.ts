/** Returns the beginning of a PNG picture of this size in pixels. `more` bytes make it another one. */
export function png(width: number, height: number, more = 0): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(40 + more)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return new Uint8Array(bytes)
}
