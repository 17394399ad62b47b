import { describe, expect, test } from 'vitest'
import { chosenRefund } from './refund-choice'

const line = (amount: number, back?: number) =>
  ({ amount, back }) as Parameters<typeof chosenRefund>[0]['lines'][number]
/** $300.00 in two lines, with a fee of 3 percent. */
const payment = {
  total: 30_900,
  fee: 900,
  amountRefunded: 0,
  refundable: 30_000,
  lines: [line(20_000), line(10_000)],
}

describe('The one red button of a refund', () => {
  test('names the checked lines with their share of the fee, even if the amount of the whole payment is in the form', () => {
    expect(chosenRefund(payment, { by: 'lines', amount: '300.00', line: ['1'] })).toBe(10_300)
    expect(chosenRefund(payment, { by: 'lines', amount: '300.00', line: ['0', '1'] })).toBe(30_900)
  })

  test('names the amount, even if lines are checked', () => {
    expect(chosenRefund(payment, { by: 'amount', amount: '50', line: ['1'] })).toBe(5_150)
  })

  test.each([
    { by: 'lines', amount: '300.00', line: [] },
    { by: 'lines', amount: '300.00', line: ['7'] },
    { by: 'amount', amount: '300.01', line: [] },
    { by: 'amount', amount: '', line: ['0'] },
  ])('names nothing for an impossible refund: %j', (choice) => {
    expect(chosenRefund(payment, choice)).toBeNull()
  })

  test('names nothing for a refunded line', () => {
    const lines = [line(20_000), line(10_000, 10_000)]
    expect(chosenRefund({ ...payment, lines }, { by: 'lines', amount: '', line: ['1'] })).toBeNull()
  })
})
