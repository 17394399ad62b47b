import { expect, test } from 'vitest'
import { closesOn, isClosed } from './order-end'

test('An order can be paid until its last day, and 60 days longer if its lessons were granted before', () => {
  const order = { validTo: '2027-01-31', granted: false }
  expect(isClosed(order, '2027-01-31')).toBe(false)
  expect(isClosed(order, '2027-02-01')).toBe(true)
  expect(closesOn({ ...order, granted: true })).toBe('2027-04-01')
  expect(isClosed({ ...order, granted: true }, '2027-04-01')).toBe(false)
  expect(isClosed({ ...order, granted: true }, '2027-04-02')).toBe(true)
})
