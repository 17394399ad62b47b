import { expect, test } from 'vitest'
import { drawnSeries } from '~/models/bookkeeping/sales'
import { colorsOf, OTHER_COLORS } from './plot'

const months = (dollars: number) => Array.from({ length: 12 }, (_, i) => (i ? 0 : dollars * 100))
const sales = (items: number, offline: number) => ({
  items: Array.from({ length: items }, (_, i) => ({ name: `Item ${i}`, months: months(100 - i) })),
  fees: months(5),
  portal: months(0),
  offline: months(offline),
})

test('Offline money has its own color on Sales as on Payments, whatever the amount, and no package has the same', () => {
  for (const [items, offline] of [
    [0, 7],
    [3, 1],
    [9, 1],
    [9, 5000],
  ] as const) {
    const drawn = drawnSeries(sales(items, offline))
    expect(drawn.at(-1)).toMatchObject({ name: 'Offline payments', meaning: 'offline' })
    const colors = colorsOf(drawn)
    expect(colors.at(-1)).toBe('offline')
    expect(colors).not.toContain('portal')
    expect(new Set(colors).size).toBe(drawn.length)
    expect(drawn.length).toBeLessThanOrEqual(OTHER_COLORS + 1)
  }
})

test('Series without a color of their own are merged, and nothing is left out', () => {
  const drawn = drawnSeries(sales(5, 0))
  expect(drawn.map(({ name }) => name)).toEqual(['Item 0', 'Item 1', 'Item 2', 'Everything else'])
  expect(drawn.at(-1)?.months[0]).toBe((97 + 96 + 5) * 100)
  expect(drawnSeries(sales(3, 0)).map(({ name }) => name)).toEqual(['Item 0', 'Item 1', 'Item 2', 'Convenience fees'])
})
