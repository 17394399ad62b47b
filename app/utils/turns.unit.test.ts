import { expect, test } from 'vitest'
import { takeTurns } from './turns'

/** Work that ends when it is told to. */
function workbench(running: number, waiting: number) {
  const inTurn = takeTurns({ running, waiting, refuse: () => new Error('full') })
  const begun: string[] = []
  const ends = new Map<string, (fails?: boolean) => void>()
  const start = (name: string) =>
    inTurn(
      () =>
        new Promise<string>((resolve, reject) => {
          begun.push(name)
          ends.set(name, (fails) => (fails ? reject(new Error(name)) : resolve(name)))
        }),
    )
  return { begun, start, end: (name: string, fails?: boolean) => ends.get(name)?.(fails) }
}

test('So much work runs at a time, the next waits, and more is refused', async () => {
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
