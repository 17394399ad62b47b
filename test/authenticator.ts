import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest()
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

const [PRESENT, KEY_INCLUDED] = [0x01, 0x40]

/** A software security key, as of WebAuthn level 2: ES256, no attestation. It signs whatever it is asked to, even for a fraudulent page. */
export class Authenticator {
  readonly id = randomBytes(16)
  counter = 0
  #key: KeyObject
  readonly #publicKey: Uint8Array

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
    this.#publicKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]),
    )
  }

  /** Returns a clone with the same key and counter. */
  copy(): Authenticator {
    const copy = Object.assign(new Authenticator(), { id: this.id, counter: this.counter })
    copy.#key = createPrivateKey(this.#key.export({ format: 'pem', type: 'pkcs8' }))
    return copy
  }

  #data(rpId: string, flags: number, rest: Uint8Array = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(++this.counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, rest])
  }

  #answer(type: 'webauthn.create' | 'webauthn.get', challenge: string, origin: string) {
    const clientData = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
    return { clientData, clientDataJSON: base64url(clientData) }
  }

  #written = (response: object) =>
    JSON.stringify({ id: base64url(this.id), rawId: base64url(this.id), type: 'public-key', response })

  /** Returns the result of `navigator.credentials.create`, as the page sends it. */
  make(challenge: string, origin: string): string {
    const { clientDataJSON } = this.#answer('webauthn.create', challenge, origin)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const key = Buffer.concat([Buffer.alloc(16), length, this.id, this.#publicKey])
    const authData = this.#data(new URL(origin).hostname, PRESENT | KEY_INCLUDED, key)
    const attestationObject = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, never>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, never>()],
        ['authData', new Uint8Array(authData)],
      ]),
    )
    return this.#written({ clientDataJSON, attestationObject: base64url(attestationObject), transports: ['usb'] })
  }

  /** Returns the result of `navigator.credentials.get`. */
  use(challenge: string, origin: string, rpId = new URL(origin).hostname): string {
    const { clientData, clientDataJSON } = this.#answer('webauthn.get', challenge, origin)
    const authenticatorData = this.#data(rpId, PRESENT)
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), this.#key)
    return this.#written({
      clientDataJSON,
      authenticatorData: base64url(authenticatorData),
      signature: base64url(signature),
    })
  }
}
