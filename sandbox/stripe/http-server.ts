import type { RequestListener } from 'node:http'

/** Passes requests of an HTTP server to a sandbox, or to whatever answers in its place. */
export function handleOver(handle: (request: Request) => Promise<Response>, baseUrl: string): RequestListener {
  return async (incoming, outgoing) => {
    try {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk as Buffer)
      const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)])
      const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
      const response = await handle(
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
  }
}
