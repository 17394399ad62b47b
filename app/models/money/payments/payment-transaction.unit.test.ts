import { describe, expect, test } from 'vitest'
import { inLanguage } from '#text'
import { sayDescription, sayMethod } from './payment-transaction'

const DESCRIPTIONS = [
  ['Package 1 - Basic, Hack × 2 (November 2026)', 'Package 1 - Basic, Hack × 2 (noviembre de 2026)'],
  ['Subscription: Package 1 - Basic', 'Suscripción: Package 1 - Basic'],
  ['Camp (Group 2026)', 'Camp (Group 2026)'],
  ['Payment', 'Pago'],
] as const

describe('What is stored of a payment in English', () => {
  test.each(DESCRIPTIONS)('%s', (stored, inSpanish) => {
    expect(sayDescription(stored)).toBe(stored)
    expect(inLanguage('es', () => sayDescription(stored))).toBe(inSpanish)
  })

  test('A bank account without the name of its bank', () => {
    expect(sayMethod('Bank account •••• 6789')).toBe('Bank account •••• 6789')
    expect(inLanguage('es', () => sayMethod('Bank account •••• 6789'))).toBe('Cuenta bancaria •••• 6789')
    expect(inLanguage('es', () => sayMethod('Visa •••• 4242'))).toBe('Visa •••• 4242')
    expect(sayMethod(null)).toBeNull()
  })
})
