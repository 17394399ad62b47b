import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that a system gives to outgoing connections: one of those could be taken until the server of a test listens. */
const [FIRST, LAST] = [20_000, 32_000]

/** A port of this machine on which nobody listens. */
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
