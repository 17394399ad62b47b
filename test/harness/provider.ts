import { once } from 'node:events'
import http from 'node:http'
import Stripe from 'stripe'
import { EVENT_TYPES } from '../../app/services/stripe/event-types'
import {
  createSandbox,
  SANDBOX_SECRET_KEY,
  SANDBOX_WEBHOOK_SECRET,
  type Sandbox,
  sandboxHttpClient,
} from '../../sandbox/stripe'
import { handleOver } from '../../sandbox/stripe/http-server'

export interface Provider {
  sandbox: Sandbox
  /** The API as the family's browser and its bank use it. */
  stripe: Stripe
  port: number
  /** Each event goes to one of these addresses, if there is one. */
  hooks: string[]
  /** Replaces answers to a server. */
  change: ((answer: Response) => Response | Promise<Response>) | null
  close(): void
}

/** Starts a provider that outlives the servers, like the real one; `stateFile` contains its earlier state. */
export async function startProvider(stateFile?: string): Promise<Provider> {
  const hooks: string[] = []
  let turn = 0
  const sandbox = createSandbox({
    baseUrl: 'http://127.0.0.1/provider',
    stateFile,
    webhook: { url: 'http://hook.invalid/webhooks/stripe', secret: SANDBOX_WEBHOOK_SECRET, events: EVENT_TYPES },
    deliver: (request) => fetch(new Request(`${hooks[turn++ % hooks.length]}/webhooks/stripe`, request)),
  })
  const handle = async (request: Request) => {
    const answer = await sandbox.handle(request)
    return provider.change ? provider.change(answer) : answer
  }
  const server = http.createServer(handleOver(handle, 'http://127.0.0.1')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The provider does not listen')
  const provider: Provider = {
    sandbox,
    stripe: new Stripe(SANDBOX_SECRET_KEY, { httpClient: sandboxHttpClient(sandbox), maxNetworkRetries: 3 }),
    port: address.port,
    hooks,
    change: null,
    close() {
      sandbox.close()
      server.close()
      server.closeAllConnections()
    },
  }
  return provider
}
