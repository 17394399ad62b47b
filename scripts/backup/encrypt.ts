import { createReadStream } from 'node:fs'
import { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'

/** Creates a key for `BACKUP_KEY`, like `age-keygen`. */
export const newKey = (): Promise<string> => generateX25519Identity()

const BEGINS = 'age-encryption.org/v1\n'

/** Whether a file is encrypted, by its first bytes: it may have been renamed. */
export async function isEncrypted(file: string): Promise<boolean> {
  for await (const start of createReadStream(file, { end: BEGINS.length - 1 })) return String(start) === BEGINS
  return false
}

/** Returns a pipeline step that encrypts: the output is decrypted with the same key, or by `age -d -i key.txt`. */
export const encrypted = (key: string) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
    const encrypter = new Encrypter()
    encrypter.addRecipient(await identityToRecipient(key))
    yield* streamOf(await encrypter.encrypt(webStreamOf(source)))
  }

/** Returns a pipeline step that decrypts. @throws WrongKey before the first byte; CannotDecrypt if anything was altered or cut off */
export const decrypted = (key: string) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
    try {
      const decrypter = new Decrypter()
      decrypter.addIdentity(key)
      yield* streamOf(await decrypter.decrypt(webStreamOf(source)))
    } catch (error) {
      // An error of the disk, not of the file.
      if ((error as NodeJS.ErrnoException).code) throw error
      throw /no identity matched/.test(String(error)) ? new WrongKey() : new CannotDecrypt()
    }
  }

export class WrongKey extends Error {
  override name = 'WrongKey'
}

export class CannotDecrypt extends Error {
  override name = 'CannotDecrypt'
}

// Node's and the library's types have different names for the same streams.
const webStreamOf = (source: AsyncIterable<Buffer>) =>
  ReadableStream.from(source) as unknown as globalThis.ReadableStream<Uint8Array>
const streamOf = (stream: globalThis.ReadableStream<Uint8Array>) => stream as unknown as AsyncIterable<Uint8Array>
