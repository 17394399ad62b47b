import fs from 'node:fs'
import http from 'node:http'
import { parseArgs } from 'node:util'
import { forwardTo } from './forward'
import { handleOver } from './http-server'
import { createSandbox, latencyOf, SANDBOX_WEBHOOK_SECRET } from './index'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '12111' },
    host: { type: 'string', default: '127.0.0.1' },
    hook: { type: 'string' },
    'hook-file': { type: 'string' },
    secret: { type: 'string', default: SANDBOX_WEBHOOK_SECRET },
    state: { type: 'string' },
    'ach-delay': { type: 'string', default: '1500' },
    latency: { type: 'string' },
  },
})

const baseUrl = `http://${values.host}:${values.port}`
const hookFile = values['hook-file']
const hook = values.hook ?? (hookFile ? 'http://hook-file.invalid/' : undefined)

/** Delivers to the address in the hook file, read for each delivery, so that the receiver may start later than the sandbox. */
function deliver(request: Request): Promise<Response> {
  const url =
    hookFile && request.url.startsWith('http://hook-file.invalid/')
      ? fs.readFileSync(hookFile, 'utf8').trim()
      : request.url
  return fetch(new Request(url, request))
}

const webhook = hook ? { url: hook, secret: values.secret } : undefined
const key = process.env.STRIPE_TEST_ACCOUNT_KEY
const provider = key ? realAccount(key) : sandboxAlone()

function sandboxAlone() {
  const sandbox = createSandbox({
    baseUrl,
    stateFile: values.state,
    webhook,
    deliver,
    acceptKey: (given) => /^(sk|rk|pk)_test_/.test(given),
    achDelayMs: Number(values['ach-delay']),
    payouts: 'daily',
    latency: latencyOf(values.latency),
  })
  return { name: 'Stripe sandbox', handle: sandbox.handle, close: sandbox.close }
}

/** Serves the same address with a real test account behind it. */
function realAccount(secretKey: string) {
  const account = forwardTo({ key: secretKey, webhook, deliver })
  let timer: NodeJS.Timeout
  const poll = async () => {
    await account
      .deliverEvents()
      .catch((error: unknown) => console.error('Events were not delivered, trying again.', error))
    timer = setTimeout(poll, 1_000)
  }
  void poll()
  return { name: 'A real test account', handle: account.handle, close: () => clearTimeout(timer) }
}

const server = http.createServer(handleOver(provider.handle, baseUrl))

server.listen(Number(values.port), values.host, () => console.info(`${provider.name} at ${baseUrl}`))
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    provider.close()
    server.close()
    server.closeAllConnections()
  })
}
