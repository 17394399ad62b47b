import { expect, test } from 'vitest'
import { type Turn, takeTurns } from './turns'

/** Starts work that ends when the test tells it to. */
function workbench(running: number, waiting: number) {
  const inTurn = takeTurns({ running, waiting, refuse: () => new Error('full') })
  const begun: string[] = []
  const ends = new Map<string, (fails?: boolean) => void>()
  const start = (name: string, turn?: Turn) =>
    inTurn(
      () =>
        new Promise<string>((resolve, reject) => {
          begun.push(name)
          ends.set(name, (fails) => (fails ? reject(new Error(name)) : resolve(name)))
        }),
      turn,
    )
  return { begun, start, end: (name: string, fails?: boolean) => ends.get(name)?.(fails) }
}

test('The allowed number runs at a time, the next ones wait, and more are refused', async () => {
  const { begun, start, end } = workbench(2, 1)
  const [a, b, c] = [start('a'), start('b'), start('c')]
  await expect(start('d')).rejects.toThrow('full')
  expect(begun).toEqual(['a', 'b'])
  end('b')
  expect(await b).toBe('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  end('a')
  end('c')
  expect(await Promise.all([a, c])).toEqual(['a', 'c'])
})

test('Work that fails gives its turn to the next', async () => {
  const { start, end } = workbench(1, 1)
  const [a, b] = [start('a'), start('b')]
  end('a', true)
  await expect(a).rejects.toThrow('a')
  end('b')
  expect(await b).toBe('b')
})

const stranger = (source: string): Turn => ({ source, isKnown: false })
const known = (source: string): Turn => ({ source, isKnown: true })
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('One piece of a source with many goes before the others, and the rest give up their places', async () => {
  const { begun, start, end } = workbench(1, 3)
  const many = ['m1', 'm2', 'm3', 'm4'].map((name) => start(name, stranger('many')))
  const last = expect(many[3]).rejects.toThrow('full')
  const a = start('a', stranger('a'))
  await last
  const third = expect(many[2]).rejects.toThrow('full')
  const b = start('b', stranger('b'))
  await third
  for (const name of ['m1', 'm2', 'a', 'b']) {
    end(name)
    await settled()
  }
  expect(await Promise.all([a, b, many[0], many[1]])).toEqual(['a', 'b', 'm1', 'm2'])
  expect(begun).toEqual(['m1', 'm2', 'a', 'b'])
})

test('Known users go before strangers, and never give up a place for one', async () => {
  const { begun, start, end } = workbench(1, 2)
  const first = start('first', stranger('a'))
  const waits = start('stranger', stranger('b'))
  const mine = [start('mine', known('c')), start('mine too', known('c'))]
  await expect(waits).rejects.toThrow('full')
  await expect(start('another stranger', stranger('d'))).rejects.toThrow('full')
  for (const name of ['first', 'mine', 'mine too']) {
    end(name)
    await settled()
  }
  expect(await Promise.all([first, ...mine])).toEqual(['first', 'mine', 'mine too'])
  expect(begun).toEqual(['first', 'mine', 'mine too'])
})
