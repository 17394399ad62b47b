import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** From OWASP's "Password Storage Cheat Sheet": scrypt with 32 MB a sign-in. */
const COST = { N: 2 ** 15, r: 8, p: 3 }
const KEY_BYTES = 32

const derive = (password: string, salt: Buffer, { N, r, p }: { N: number; r: number; p: number }) =>
  new Promise<Buffer>((resolve, reject) => {
    const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r }
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
  })

/** `scrypt$N$r$p$salt$key`, in about a quarter of a second of another thread. */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Without a hash it does the same work and returns false. */
export async function verifyPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = (hash ?? '').split('$')
  if (scheme !== 'scrypt' || !salt || !key) {
    await derive(password, Buffer.alloc(16), COST)
    return false
  }
  const found = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  const wanted = Buffer.from(key, 'base64url')
  return found.length === wanted.length && timingSafeEqual(found, wanted)
}
