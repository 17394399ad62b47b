import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { bundle } from '../scripts/bundle.mjs'
import { parseExposition } from '../test/exposition'

let host: ChildProcess
/** Resolves when all of them have ended and their output has been read. */
let closed: Promise<unknown>
let complaints: string[] = []
let expected: string[] = []

beforeAll(() => bundle(['test/worker-host.ts']))
afterEach(async () => {
  host.kill('SIGTERM')
  await closed
  // Log lines, but no stack of a process that was left alone. A connection may be handed to a worker just as it dies.
  const said = complaints.map((line) => JSON.parse(line).message)
  expect(said.filter((message) => message !== 'worker unreachable')).toEqual(expected)
  expected = []
})

function spawnHost(...args: string[]): Interface {
  const child = spawn(process.execPath, ['build/node/test/worker-host.js', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  host = child
  closed = once(child, 'close')
  complaints = []
  createInterface({ input: child.stderr }).on('line', (line) => complaints.push(line))
  return createInterface({ input: child.stdout })
}

async function start() {
  const lines = spawnHost()[Symbol.asyncIterator]()
  const address = `http://127.0.0.1:${(await lines.next()).value}`
  expect((await lines.next()).value).toBe('ready')
  return { address, lines }
}

// A connection that is handed to a worker at the moment of its death is never answered.
const ask = async (address: string) =>
  Number(await (await fetch(address, { signal: AbortSignal.timeout(10_000) })).text())

/** Returns the process IDs of all workers that answer. */
async function workersAt(address: string): Promise<Set<number>> {
  const found = new Set<number>()
  for (let i = 0; i < 20; i++) found.add(await ask(address))
  return found
}

test('Two workers answer at one address, and one that is killed is replaced', async () => {
  expected = ['worker replaced']
  const { address } = await start()
  const [first, second] = await workersAt(address)
  expect(second).toBeDefined()
  process.kill(first!, 'SIGKILL')
  await expect.poll(async () => (await workersAt(address).catch(() => new Set())).size).toBe(2)
  const after = await workersAt(address)
  expect(after).toContain(second)
  expect(after).not.toContain(first)
})

test('Each worker reports the metrics of all of them', async () => {
  const { address } = await start()
  const pids = await workersAt(address)
  const told = await Promise.all([1, 2, 3, 4].map(async () => (await fetch(`${address}/metrics`)).text()))
  for (const text of told) {
    const { samples } = parseExposition(text).get('pid')!
    expect(new Set(samples.values())).toEqual(pids)
    expect([...samples.keys()].sort()).toEqual(['{worker="1"}', '{worker="2"}'])
  }
})

test('A shutdown lets open requests finish', async () => {
  const { address, lines } = await start()
  const slow = Promise.all([ask(`${address}/slow`), ask(`${address}/slow`)])
  for (let open = 0; open < 2; open++) expect((await lines.next()).value).toBe('asked')
  const ended = once(host, 'exit')
  host.kill('SIGTERM')
  expect(new Set(await slow).size).toBe(2)
  expect(await ended).toEqual([0, null])
})

test('A worker that cannot be handed a connection affects no other', async () => {
  const { address } = await start()
  const workers = await workersAt(address)
  host.kill('SIGUSR2')
  expect(await workersAt(address)).toEqual(workers)
  expect(host.exitCode).toBe(null)
})

test('A program one of whose workers cannot start ends, after the others', async () => {
  const lines = spawnHost('--broken')[Symbol.asyncIterator]()
  const ended = once(host, 'exit')
  const pids = [(await lines.next()).value, (await lines.next()).value]
  expect(await ended).toEqual([1, null])
  for (const pid of pids) expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH')
  expect((await lines.next()).value).toBe('A worker could not start: exit code 3')
})
