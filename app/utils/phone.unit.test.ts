import { expect, test } from 'vitest'
import { formatPhone, phoneLink } from './phone'

test('An American phone number is printed in three parts, however it was typed', () => {
  for (const typed of ['5550110107', '555 011 0107', '(555) 011-0107', '+1 555-011-0107', '1.555.011.0107'])
    expect(formatPhone(typed)).toBe('(555) 011-0107')
})

test('Any other phone number stays as it was typed', () => {
  expect(formatPhone('+44 20 7946 0958')).toBe('+44 20 7946 0958')
  expect(formatPhone('555-0110 ext. 4')).toBe('555-0110 ext. 4')
  expect(formatPhone(null)).toBe('')
})

test('A telephone link keeps the plus and the digits', () => {
  expect(phoneLink('+1 (845) 555-0142')).toBe('tel:+18455550142')
})
