import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that a system uses for outgoing connections: one of those could be taken before a test's server listens. */
const [FIRST, LAST] = [20_000, 32_000]

/** Returns a free port of this machine. */
export async function freePort() {
  for (;;) {
    const server = createServer().listen(randomInt(FIRST, LAST), '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    const address = server.address()
    server.close()
    if (isFree && typeof address === 'object' && address) return address.port
  }
}
