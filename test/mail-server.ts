import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string | null
  to: string[]
  /** Headers and body as they arrived. */
  source: string
}

interface Options {
  /** Recipients that it rejects. */
  refuse?: string[]
  /** The port; a free one by default. */
  port?: number
}

/** Starts a mail server on loopback, for `getEnv().smtpUrl`. It stores its messages, oldest first. */
export async function startMailServer({ refuse = [], port = 0 }: Options = {}) {
  const received: ReceivedMail[] = []
  const connections = new Set<string>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onConnect({ id }, done) {
      connections.add(id)
      done()
    },
    onRcptTo({ address }, _, done) {
      done(refuse.includes(address) ? Object.assign(new Error('No such person here'), { responseCode: 550 }) : null)
    },
    async onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      const source = await text(stream).catch(() => null)
      // The sender was stopped midway.
      if (source === null) return
      received.push({ from: mailFrom ? mailFrom.address : null, to: rcptTo.map(({ address }) => address), source })
      done()
    },
  })
  // A sender that was stopped resets its connection.
  server.on('error', () => undefined)
  const listener = server.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  const { port: listening } = listener.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${listening}`,
    port: listening,
    received,
    /** The IDs of its connections. */
    connections,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

/** Returns the account link in a message; `none:` if there is none. */
export const linkIn = (source: string): URL =>
  new URL(/http\S+\/auth\?\w+=[\w-]{43}/.exec(source.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[0] ?? 'none:')
