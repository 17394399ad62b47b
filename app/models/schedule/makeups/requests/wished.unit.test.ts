import { expect, test } from 'vitest'
import { isWished, saysWhen } from './wished'

const tuesday = '2026-11-24'
const at = (time: string, date = tuesday) => ({ date, time })

test('A lesson matches the chosen days and the hours in the sentence', () => {
  const wish = { weekdays: [2, 4], wish: 'After 4 PM, with Finn if you can.' }
  expect(isWished(wish, at('15:30'))).toBe(false)
  expect(isWished(wish, at('16:00'))).toBe(true)
  expect(isWished(wish, at('17:00', '2026-11-25'))).toBe(false)
  expect(isWished({ weekdays: [], wish: 'before 10:30' }, at('10:30'))).toBe(true)
  expect(isWished({ weekdays: [], wish: 'before 10:30' }, at('11:00'))).toBe(false)
  expect(isWished({ weekdays: [], wish: 'from 12 until 3' }, at('12:00'))).toBe(true)
  expect(isWished({ weekdays: [], wish: 'from 12 until 3' }, at('15:30'))).toBe(false)
  expect(isWished({ weekdays: [], wish: 'after 9 am' }, at('08:30'))).toBe(false)
})

test('A sentence that contradicts itself, or names no hour, is left to the office', () => {
  expect(isWished({ weekdays: [2], wish: 'not after 4' }, at('17:00'))).toBe(true)
  expect(saysWhen({ weekdays: [], wish: "can't before 4" })).toBe(false)
  expect(saysWhen({ weekdays: [], wish: 'before dinner' })).toBe(false)
  expect(saysWhen({ weekdays: [], wish: 'after 4' })).toBe(true)
})
