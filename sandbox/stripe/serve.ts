import fs from 'node:fs'
import http from 'node:http'
import { parseArgs } from 'node:util'
import { createSandbox, SANDBOX_WEBHOOK_SECRET } from './index'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '12111' },
    host: { type: 'string', default: '127.0.0.1' },
    hook: { type: 'string' },
    'hook-file': { type: 'string' },
    secret: { type: 'string', default: SANDBOX_WEBHOOK_SECRET },
    state: { type: 'string' },
    'ach-delay': { type: 'string', default: '1500' },
  },
})

const baseUrl = `http://${values.host}:${values.port}`
const hookFile = values['hook-file']
const hook = values.hook ?? (hookFile ? 'http://hook-file.invalid/' : undefined)

/** With a hook file the receiver may start later than the sandbox: its address is read for each delivery. */
function deliver(request: Request): Promise<Response> {
  const url =
    hookFile && request.url.startsWith('http://hook-file.invalid/')
      ? fs.readFileSync(hookFile, 'utf8').trim()
      : request.url
  return fetch(new Request(url, request))
}

const sandbox = createSandbox({
  baseUrl,
  stateFile: values.state,
  webhook: hook ? { url: hook, secret: values.secret } : undefined,
  deliver,
  acceptKey: (key) => /^(sk|rk|pk)_test_/.test(key),
  achDelayMs: Number(values['ach-delay']),
})

const server = http.createServer(async (incoming, outgoing) => {
  try {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)])
    const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
    const response = await sandbox.handle(
      new Request(new URL(incoming.url ?? '/', baseUrl), {
        method: incoming.method,
        headers,
        body: hasBody ? Buffer.concat(chunks) : undefined,
      }),
    )
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(Buffer.from(await response.arrayBuffer()))
  } catch (error) {
    if ((error as { code?: string }).code !== 'ETIMEDOUT') console.error(error)
    outgoing.destroy()
  }
})

server.listen(Number(values.port), values.host, () => console.info(`Stripe sandbox at ${baseUrl}`))
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    sandbox.close()
    server.close()
    server.closeAllConnections()
  })
}
