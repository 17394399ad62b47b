import { describe, expect, test } from 'vitest'
import { inLanguage } from '#text'
import { DEDUCTED, sayDescription, sayLine, sayMethod, sayReason } from './payment-transaction'

const DESCRIPTIONS = [
  ['Package 1 - Basic, Hack × 2 (November 2026)', 'Package 1 - Basic, Hack × 2 (noviembre de 2026)'],
  ['Subscription: Package 1 - Basic', 'Suscripción: Package 1 - Basic'],
  ['Camp (Group 2026)', 'Camp (Group 2026)'],
  ['Payment', 'Pago'],
  [
    'Package 1 - Basic, Hack (one-time) × 2 (November 2026)',
    'Package 1 - Basic, Hack (una vez) × 2 (noviembre de 2026)',
  ],
  ['Subscription: Package 1 - Basic, Hack (one-time)', 'Suscripción: Package 1 - Basic, Hack (una vez)'],
] as const

describe('What is stored of a payment in English', () => {
  test.each(DESCRIPTIONS)('%s', (stored, inSpanish) => {
    expect(sayDescription(stored)).toBe(stored)
    expect(inLanguage('es', () => sayDescription(stored))).toBe(inSpanish)
  })

  test('The lines of a payment keep the names of the catalog, and ours are translated', () => {
    const names = ['Hack', 'Hack (one-time)', 'Lessons', ...Object.values(DEDUCTED)]
    const said = () => names.map((name) => sayLine({ name, quantity: 2 }))
    expect(said()).toEqual(names.map((name) => ({ name, quantity: 2 })))
    expect(inLanguage('es', said).map(({ name }) => name)).toEqual([
      'Hack',
      'Hack (una vez)',
      'Lessons',
      'Descuento',
      'Saldo a favor',
    ])
  })

  test('A reason of the provider that the catalog lacks is told in general to whoever reads another language', () => {
    expect(inLanguage('es', () => sayReason('Your card was declined.'))).toBe('Su tarjeta fue rechazada.')
    expect(sayReason('Your card met a rare fate.')).toBe('Your card met a rare fate.')
    expect(inLanguage('es', () => sayReason('Your card met a rare fate.'))).toBe('El pago no se completó.')
  })

  test('A bank account without the name of its bank', () => {
    expect(sayMethod('Bank account •••• 6789')).toBe('Bank account •••• 6789')
    expect(inLanguage('es', () => sayMethod('Bank account •••• 6789'))).toBe('Cuenta bancaria •••• 6789')
    expect(inLanguage('es', () => sayMethod('Visa •••• 4242'))).toBe('Visa •••• 4242')
    expect(sayMethod(null)).toBeNull()
  })
})
