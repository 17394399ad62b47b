import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { supervise } from './supervisor'
import type { RunningWorker } from './worker-thread'

/** Creates databases that start or fail, and die when the test says so. */
function fakeDatabase() {
  const starts: boolean[] = []
  const orders: string[] = []
  const state = { broken: false, die: (_: Error) => {}, stopped: 0 }
  const start = async (readOnly: boolean): Promise<RunningWorker> => {
    starts.push(readOnly)
    if (state.broken) throw new Error('it is broken')
    const died = new Promise<Error>((resolve) => {
      state.die = resolve
    })
    return { port: 7, died, order: (order) => orders.push(order), stop: async () => void state.stopped++ }
  }
  return { start, starts, orders, state }
}

const room = {
  isFull: false,
  look: () => false,
  giveUpSpare() {
    room.isFull = true
  },
}
const pauses = [0]
const onFailure = vi.fn()

beforeEach(() => {
  room.isFull = false
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
})
afterEach(() => {
  onFailure.mockReset()
  vi.restoreAllMocks()
})

test('A database that dies is restarted, and one that is stopped is not', async () => {
  const { start, starts, state } = fakeDatabase()
  const database = await supervise({ start, room: undefined, onFailure, pauses })
  state.die(new Error('Aborted'))
  await expect.poll(() => starts).toEqual([false, false])
  await setTimeout(20)
  await database.stop()
  state.die(new Error('stopped'))
  await setTimeout(20)
  expect([starts.length, state.stopped, onFailure.mock.calls.length]).toEqual([2, 1, 0])
})

test('A database that cannot be restarted is reported after five tries', async () => {
  const { start, starts, state } = fakeDatabase()
  await supervise({ start, room: undefined, onFailure, pauses })
  state.broken = true
  state.die(new Error('Aborted'))
  await expect.poll(() => onFailure.mock.calls.length).toBe(1)
  expect(starts).toHaveLength(6)
})

test('On a full disk the database restarts read-only, however often it has to try', async () => {
  const { start, starts, state } = fakeDatabase()
  await supervise({ start, room, onFailure, pauses })
  state.broken = true
  state.die(new Error('could not write to file "pg_wal/xlogtemp.42": No space left on device'))
  await expect.poll(() => starts.length).toBeGreaterThan(10)
  state.broken = false
  await setTimeout(20)
  expect(starts.slice(1).every((readOnly) => readOnly)).toBe(true)
  expect(onFailure).not.toHaveBeenCalled()
})

test('A first start that fails is reported by the caller', async () => {
  const { start, state } = fakeDatabase()
  state.broken = true
  await expect(supervise({ start, room: undefined, onFailure, pauses })).rejects.toThrow('it is broken')
})
