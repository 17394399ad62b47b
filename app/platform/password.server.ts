import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { type Turn, takeTurns } from '~/utils/turns'
import { Busy } from './refused'

/** The cost that OWASP's "Password Storage Cheat Sheet" recommends: scrypt with 32 MB per sign-in. Tests lower it. */
export const COST = { N: 2 ** 15, r: 8, p: 3 }
const KEY_BYTES = 32

/**
 * Limits how many passwords are checked at once. Each takes 32 MB and one of Node's four threads, which also read files
 * and compress: more at a time would slow everyone down and finish nothing sooner. Up to three seconds' worth may
 * wait.
 */
const inTurn = takeTurns({ running: 2, waiting: 24, refuse: () => new Busy() })

const visitor = new AsyncLocalStorage<Turn>()

/** Runs work whose password checks count toward a visitor's turn. Without it they count as a signed-in user's. */
export const inTurnOf = <T>(turn: Turn, work: () => Promise<T>): Promise<T> => visitor.run(turn, work)

const derive = (password: string, salt: Buffer, { N, r, p }: { N: number; r: number; p: number }) =>
  inTurn(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r }
        const done = (error: Error | null, key: Buffer) => (error ? reject(error) : resolve(key))
        scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, done)
      }),
    visitor.getStore(),
  )

/** Returns `scrypt$N$r$p$salt$key`, after about a quarter of a second in another thread. @throws Busy */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Checks a password against a hash. Without a hash it does the same work and returns false. */
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
