import { once } from 'node:events'
import { Agent, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { httpServer } from './connections'
import { drain } from './shutdown'

/** Reads an answer to its end over a kept-alive connection. */
async function ask(server: Server, agent: Agent): Promise<number | undefined> {
  const [answer] = (await once(get({ agent, port: (server.address() as AddressInfo).port }), 'response')) as [
    IncomingMessage,
  ]
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode
}

test('A shutdown answers open requests, and does not wait for a proxy’s idle connections', async () => {
  const waiting: (() => void)[] = []
  const server = httpServer((_, res) => void waiting.push(() => res.end('well'))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const agent = new Agent({ keepAlive: true })
  const asked = Array.from({ length: 20 }, () => ask(server, agent))
  while (waiting.length < 20) await new Promise(setImmediate)
  const cutOff = vi.spyOn(server, 'closeAllConnections')
  const stopped = drain(server)
  for (const answer of waiting) answer()
  expect(await Promise.all(asked)).toEqual(Array(20).fill(200))
  await stopped
  expect(cutOff).not.toHaveBeenCalled()
  agent.destroy()
})
